/**
 * `pnpm mutation AREA [--file NAME]...`: mutation testing by Stryker, file by file, in a clone of the last commit, so
 * that it may change sources in place. Prints the survivors of each file, then a table; the reports are in
 * `node_modules/.cache/mutation`. Only string literals are left out.
 *
 * A mutant runs against the tests beside its area, not against all tests there are: what these kill is killed, so a
 * score is a lower bound. Static mutants (tables and patterns made when a module is loaded) run every one of them.
 */
import { execFileSync, spawnSync } from "node:child_process"
import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { basename, join } from "node:path"
import { parseArgs } from "node:util"

interface Area {
  readonly sources: string
  /** Globs of the tests of a source file, by its name. */
  readonly testsOf: (name: string) => ReadonlyArray<string>
}

const core = "packages/core/test"

const areas: Readonly<Record<string, Area>> = {
  policy: {
    sources: "packages/core/src/policy/*.ts",
    testsOf: () => [
      `${core}/policy/*.test.ts`,
      `${core}/usecases/{docsFetch,docsSearch,observeRefusals,searchFilters}.test.ts`,
    ],
  },
  chain: { sources: "packages/core/src/chain/*.ts", testsOf: () => [`${core}/chain/*.test.ts`] },
  fetch: { sources: "packages/backend-fetch/src/*.ts", testsOf: () => ["packages/backend-fetch/test/*.test.ts"] },
  // No provider uses anything of another.
  providers: {
    sources: "packages/providers/src/*.ts",
    testsOf: (name) => [`packages/providers/test/${name}*.test.ts`],
  },
}

const root = join(import.meta.dirname, "../..")
const cache = join(root, "node_modules/.cache/mutation")

/** Vitest's configuration: some tests and nothing else. */
const vitestConfig = (tests: ReadonlyArray<string>): string =>
  `export default { test: { include: ${JSON.stringify(tests)}, isolate: false, testTimeout: 60_000 } }\n`

const strykerConfig = (file: string, report: string): string =>
  JSON.stringify({
    testRunner: "vitest",
    plugins: ["@stryker-mutator/vitest-runner"],
    packageManager: "pnpm",
    // TypeScript 7 has no API for Stryker to rewrite tsconfig files in a sandbox; in place it needs none.
    inPlace: true,
    concurrency: 1,
    coverageAnalysis: "perTest",
    mutate: [file],
    mutator: { excludedMutations: ["StringLiteral"] },
    vitest: { configFile: "vitest.mutation.config.mjs" },
    reporters: ["clear-text", "json"],
    clearTextReporter: { logTests: false, reportTests: false, reportScoreTable: false },
    jsonReporter: { fileName: report },
    warnings: { slow: false },
    dryRunTimeoutMinutes: 15,
    timeoutMS: 15_000,
  })

/** How many mutants of a report were noticed, and how many were not. One that no module loads with is neither. */
const scoreOf = (report: string): { readonly killed: number; readonly survived: number } => {
  const {
    files,
  }: { readonly files: Record<string, { readonly mutants: ReadonlyArray<{ readonly status: string }> }> } = JSON.parse(
    readFileSync(report, "utf8"),
  )
  const statuses = Object.values(files).flatMap(({ mutants }) => mutants.map(({ status }) => status))
  const count = (...of: ReadonlyArray<string>) => statuses.filter((status) => of.includes(status)).length
  return { killed: count("Killed", "Timeout"), survived: count("Survived", "NoCoverage") }
}

const line = (name: string, killed: number, survived: number): string =>
  `${name.padEnd(24)} ${String(killed).padStart(6)} killed ${String(survived).padStart(5)} survived ` +
  `${((100 * killed) / Math.max(1, killed + survived)).toFixed(1).padStart(6)} %\n`

const run = (name: string, area: Area, only: ReadonlyArray<string>): number => {
  const clone = mkdtempSync(join(tmpdir(), "porthole-mutation-"))
  execFileSync("git", ["clone", "--quiet", root, clone])
  const inClone = { cwd: clone, stdio: "inherit" } as const
  execFileSync("npx", ["-y", "pnpm@12", "install", "--prefer-offline", "--silent"], inClone)
  mkdirSync(cache, { recursive: true })
  const rows = globSync(area.sources, { cwd: clone })
    .toSorted()
    .filter((file) => !file.endsWith("/index.ts") && (only.length === 0 || only.includes(basename(file, ".ts"))))
    .map((file) => {
      const own = basename(file, ".ts")
      const report = join(cache, `${name}-${own}.json`)
      writeFileSync(join(clone, "vitest.mutation.config.mjs"), vitestConfig(area.testsOf(own)))
      writeFileSync(join(clone, "stryker.config.json"), strykerConfig(file, report))
      const { status } = spawnSync(join(clone, "node_modules/.bin/stryker"), ["run"], inClone)
      return { own, status, score: status === 0 ? scoreOf(report) : { killed: 0, survived: 0 } }
    })
  rmSync(clone, { recursive: true })
  const sum = (of: "killed" | "survived") => rows.reduce((all, { score }) => all + score[of], 0)
  for (const { own, score, status } of rows) {
    process.stdout.write(status === 0 ? line(own, score.killed, score.survived) : `${own.padEnd(24)} failed\n`)
  }
  process.stdout.write(line(name, sum("killed"), sum("survived")))
  return rows.every(({ status }) => status === 0) && sum("killed") >= 9 * sum("survived") ? 0 : 1
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
