import { defineConfig } from "vitest/config"

/** Nobody is there, and no key is stored: a search that no test set up must not leave this machine. */
const nothingListening = {
  PORTHOLE_DUCKDUCKGO_URL: "http://127.0.0.1:1",
  PORTHOLE_WIKIPEDIA_URL: "http://127.0.0.1:1",
  XDG_CONFIG_HOME: "/nonexistent",
}

// Their modules are dear to load and keep nothing: the files of a worker share them.
export default defineConfig({
  test: { name: "examples", include: ["test/**/*.test.ts"], isolate: false, env: nothingListening },
})
