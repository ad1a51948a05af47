import { defineConfig } from "vitest/config"
import { startsPacked } from "./test/packed.ts"

// Their modules are dear to load and keep nothing: the files of a worker share them.
export default defineConfig({
  plugins: [startsPacked()],
  test: {
    name: "extract",
    include: ["test/**/*.test.ts"],
    isolate: false,
    maxConcurrency: 2,
    testTimeout: 60_000,
    globalSetup: "test/packed.ts",
  },
})
