/**
 * `pnpm mutation AREA [--file GLOB]...`: mutation testing by Stryker in a clone of the last commit, so that it may
 * change sources in place. Prints the table and the survivors; the whole report is in
 * `node_modules/.cache/mutation/AREA.json`. Only string literals are left out. A full area takes from minutes to an
 * hour of one core.
 */
import { execFileSync, spawnSync } from "node:child_process"
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { parseArgs } from "node:util"

interface Area {
  readonly sources: string
  readonly tests: string
}

const areas: Readonly<Record<string, Area>> = {
  policy: { sources: "packages/core/src/policy/**/*.ts", tests: "packages/core/test/**/*.test.ts" },
  chain: { sources: "packages/core/src/chain/**/*.ts", tests: "packages/core/test/**/*.test.ts" },
  fetch: { sources: "packages/backend-fetch/src/**/*.ts", tests: "packages/backend-fetch/test/**/*.test.ts" },
  providers: { sources: "packages/providers/src/**/*.ts", tests: "packages/providers/test/**/*.test.ts" },
}

const root = join(import.meta.dirname, "../..")
const reportFile = "mutation-report.json"

/** Vitest's configuration: the tests of one area and nothing else. */
const vitestConfig = ({ tests }: Area): string =>
  `export default { test: { include: [${JSON.stringify(tests)}], isolate: false, testTimeout: 60_000 } }\n`

const strykerConfig = (mutate: ReadonlyArray<string>): string =>
  JSON.stringify({
    testRunner: "vitest",
    plugins: ["@stryker-mutator/vitest-runner"],
    packageManager: "pnpm",
    // TypeScript 7 has no API for Stryker to rewrite tsconfig files in a sandbox; in place it needs none.
    inPlace: true,
    concurrency: 1,
    coverageAnalysis: "perTest",
    mutate,
    mutator: { excludedMutations: ["StringLiteral"] },
    vitest: { configFile: "vitest.mutation.config.mjs" },
    reporters: ["clear-text", "json"],
    clearTextReporter: { logTests: false, reportTests: false },
    jsonReporter: { fileName: reportFile },
    dryRunTimeoutMinutes: 15,
    timeoutMS: 30_000,
  })

const run = (name: string, area: Area, files: ReadonlyArray<string>): number => {
  const clone = mkdtempSync(join(tmpdir(), "porthole-mutation-"))
  execFileSync("git", ["clone", "--quiet", root, clone])
  const inClone = { cwd: clone, stdio: "inherit" } as const
  execFileSync("npx", ["-y", "pnpm@12", "install", "--prefer-offline", "--silent"], inClone)
  writeFileSync(join(clone, "vitest.mutation.config.mjs"), vitestConfig(area))
  writeFileSync(join(clone, "stryker.config.json"), strykerConfig(files.length > 0 ? files : [area.sources]))
  const { status } = spawnSync(join(clone, "node_modules/.bin/stryker"), ["run"], inClone)
  const kept = join(root, "node_modules/.cache/mutation", `${name}.json`)
  mkdirSync(dirname(kept), { recursive: true })
  if (status === 0) copyFileSync(join(clone, reportFile), kept)
  rmSync(clone, { recursive: true })
  return status ?? 1
}

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { file: { type: "string", multiple: true, default: [] } },
})
const [name = ""] = positionals
const area = areas[name]
if (area === undefined) {
  process.stderr.write(`Name an area: ${Object.keys(areas).join(", ")}\n`)
  process.exitCode = 2
} else {
  process.exitCode = run(name, area, values.file)
}
