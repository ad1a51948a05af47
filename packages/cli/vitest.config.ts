import { defineConfig } from "vitest/config"

// Their modules are dear to load and keep nothing: the files of a worker share them.
export default defineConfig({
  test: {
    name: "cli",
    include: ["test/**/*.test.ts"],
    isolate: false,
    // They bound a hang: a busy machine takes long for everything.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    // No key is stored: those of whoever runs the tests are none of their business.
    env: { XDG_CONFIG_HOME: "/nonexistent" },
    globalSetup: "test/support/packed.ts",
  },
})
