import { defineConfig } from "vitest/config"

/** Nobody is there, and no key is stored: a search that no test set up must not leave this machine. */
const nobody = {
  PORTHOLE_DUCKDUCKGO_URL: "http://127.0.0.1:1",
  PORTHOLE_WIKIPEDIA_URL: "http://127.0.0.1:1",
  XDG_CONFIG_HOME: "/nonexistent",
}

export default defineConfig({ test: { name: "examples", include: ["test/**/*.test.ts"], env: nobody } })
