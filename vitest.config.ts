import { join } from "node:path"
import { defineConfig } from "vitest/config"
import { startsPacked } from "./packages/extract/test/packed.ts"
import { LongestFirst } from "./test/LongestFirst.ts"
import { skipNotices } from "./test/skipNotices.ts"

// Many tests start programs of ours: what Node compiles for one of them, the next finds (node:module, compile cache).
process.env["NODE_COMPILE_CACHE"] ??= join(import.meta.dirname, "node_modules/.cache/node-compile")

/** Of all projects here: the modules take long to load and keep no state, so the files of a worker share them. */
const shared = {
  isolate: false,
  // They bound a hang: a busy machine takes long for everything.
  testTimeout: 300_000,
  hookTimeout: 300_000,
  // Nothing listens there, and no key is stored: a search that no test set up must not leave this machine.
  env: {
    PORTHOLE_DUCKDUCKGO_URL: "http://127.0.0.1:1",
    PORTHOLE_WIKIPEDIA_URL: "http://127.0.0.1:1",
    XDG_CONFIG_HOME: "/nonexistent",
  },
}

export default defineConfig({
  test: {
    // Few projects: a worker serves only one, and to load the modules anew is most of the cost of small test files.
    projects: [
      "packages/{cli,test-net}",
      {
        plugins: [startsPacked()],
        test: {
          ...shared,
          name: "reader",
          include: ["packages/{extract,tools}/test/**/*.test.ts"],
          globalSetup: "packages/extract/test/packed.ts",
        },
      },
      {
        test: {
          ...shared,
          name: "packages",
          include: [
            "packages/{backend-*,core,extract-pdf,integrations,provider-kit,providers,serve,store-*,stores,testing,vectors-en}/test/**/*.test.ts",
            "examples/test/**/*.test.ts",
            "test/*.test.ts",
          ],
        },
      },
    ],
    sequence: { sequencer: LongestFirst },
    // A line a failure and a summary; CI keeps a report of every test.
    reporters: ["minimal", skipNotices, ...(process.env["CI"] === undefined ? [] : ["json" as const])],
    outputFile: { json: "node_modules/.cache/test-report.json" },
  },
})
