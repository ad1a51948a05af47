import { defineConfig } from "vitest/config"

// Their modules are dear to load and keep nothing: the files of a worker share them.
export default defineConfig({
  test: {
    name: "test-net",
    include: ["test/**/*.test.ts"],
    globalSetup: "../cli/test/support/packed.ts",
    isolate: false,
    // These bound a hang: a busy machine takes long for everything.
    testTimeout: 300_000,
    hookTimeout: 600_000,
    // A busy machine must not end a call that a test doesn't mean to end.
    env: { PORTHOLE_FETCH_TIMEOUT: "120 s", PORTHOLE_SEARCH_TIMEOUT: "60 s", PORTHOLE_EXTRACT_TIMEOUT: "60 s" },
  },
})
