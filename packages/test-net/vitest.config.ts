import { defineConfig } from "vitest/config"

// Their modules are dear to load and keep nothing: the files of a worker share them.
export default defineConfig({
  test: {
    name: "test-net",
    include: ["test/**/*.test.ts"],
    globalSetup: "../cli/test/support/packed.ts",
    isolate: false,
    testTimeout: 120_000,
    hookTimeout: 300_000,
  },
})
