import { defineConfig } from "vitest/config"

// Their modules are dear to load and keep nothing: the files of a worker share them.
export default defineConfig({
  test: {
    name: "extract-pdf",
    include: ["test/**/*.test.ts"],
    isolate: false,
    testTimeout: 60_000,
  },
})
