/**
 * The configuration that all runs of the tests share: one project, so that each worker loads the modules once and
 * serves every file.
 */
import { join } from "node:path"
import { defineConfig, type ViteUserConfig } from "vitest/config"
import { startsPacked } from "../../packages/extract/test/packed.ts"
import { signsOfLife } from "./signsOfLife.ts"
import { skipNotices } from "./skipNotices.ts"
import { seed, seedVariable } from "./Sample.ts"
import { LongestFirst } from "./LongestFirst.ts"

const root = join(import.meta.dirname, "../..")

/** The files of a run. */
export interface Files {
  readonly include: ReadonlyArray<string>
  readonly exclude?: ReadonlyArray<string>
  /** Whether its tests start programs of ours, which are then packed before the first one. */
  readonly startsPrograms: boolean
  /** The name of the report that CI keeps of every test. */
  readonly report: string
}

/** The configuration of a run. */
export const tier = ({ exclude = [], include, report, startsPrograms }: Files): ViteUserConfig => {
  // Node keeps what it compiled for one program of ours for the next one (node:module, compile cache).
  process.env["NODE_COMPILE_CACHE"] ??= join(root, "node_modules/.cache/node-compile")
  // The workers and the programs inherit it: all draw the same samples.
  process.env[seedVariable] = String(seed)
  return defineConfig({
    plugins: startsPrograms ? [startsPacked()] : [],
    test: {
      include: [...include],
      exclude: ["**/node_modules/**", ...exclude],
      globalSetup: startsPrograms ? ["packages/extract/test/packed.ts", "packages/cli/test/support/packed.ts"] : [],
      // The modules take long to load and keep no state, so the files of a worker share them.
      isolate: false,
      sequence: { sequencer: LongestFirst },
      // One more than the two cores that we promise: a worker that waits leaves a core to another.
      maxWorkers: 3,
      // Tests beside each other wait more than they work: seven for the watchdog of a server, whose patience is long.
      maxConcurrency: 8,
      // They bound a hang: a busy machine takes long for everything.
      testTimeout: 600_000,
      hookTimeout: 600_000,
      // Nothing listens there, and no key is stored: a search that no test set up must not leave this machine.
      env: {
        PORTHOLE_DUCKDUCKGO_URL: "http://127.0.0.1:1",
        PORTHOLE_WIKIPEDIA_URL: "http://127.0.0.1:1",
        XDG_CONFIG_HOME: "/nonexistent",
      },
      // A line a failure and a summary; CI keeps a report of every test.
      reporters: ["minimal", signsOfLife, skipNotices, ...(process.env["CI"] === undefined ? [] : ["json" as const])],
      outputFile: { json: join(root, `node_modules/.cache/${report}.json`) },
    },
  })
}
