import { defineConfig } from "vitest/config"

// Their modules are dear to load and keep nothing: the files of a worker share them.
export default defineConfig({
  test: { name: "workspace", include: ["*.test.ts"], isolate: false, testTimeout: 120_000 },
})
