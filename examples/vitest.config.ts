import { defineConfig } from "vitest/config"

/** Neither a terminal nor stored keys: a search without a configured provider must not leave this machine. */
const nothingListening = {
  PORTHOLE_DUCKDUCKGO_URL: "http://127.0.0.1:1",
  PORTHOLE_WIKIPEDIA_URL: "http://127.0.0.1:1",
  XDG_CONFIG_HOME: "/nonexistent",
}

// These modules are slow to load and hold no state: the files of a worker share them.
export default defineConfig({
  test: { name: "examples", include: ["test/**/*.test.ts"], isolate: false, env: nothingListening },
})
