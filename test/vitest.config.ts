import { defineConfig } from "vitest/config"

// These modules are slow to load and hold no state: the files of a worker share them.
export default defineConfig({
  test: { name: "workspace", include: ["*.test.ts"], isolate: false, testTimeout: 120_000 },
})
