import { join } from "node:path"
import { defineConfig } from "vitest/config"
import { LongestFirst } from "./test/LongestFirst.ts"

// Many tests start programs of ours: what Node compiles for one of them, the next finds (node:module, compile cache).
process.env["NODE_COMPILE_CACHE"] ??= join(import.meta.dirname, "node_modules/.cache/node-compile")

export default defineConfig({
  test: {
    projects: [
      "packages/!(backend-*|providers)",
      "examples",
      "test",
      // Many small ones: a worker of one project loads nothing of another's, and loading is most of what they cost.
      {
        test: {
          name: "backends",
          include: ["packages/{backend-*,providers}/test/**/*.test.ts"],
          isolate: false,
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
    ],
    sequence: { sequencer: LongestFirst },
    reporters: process.env["CI"] === undefined ? ["default"] : ["default", "json"],
    outputFile: { json: "node_modules/.cache/test-report.json" },
  },
})
