/**
 * `pnpm mutation AREA [--file NAME]...`: mutation testing by Stryker, in a clone of the last commit, so that it may
 * change sources in place. Prints the survivors, then a table by file; the reports are in
 * `node_modules/.cache/mutation`. Only string literals are left out.
 *
 * A mutant runs against the tests beside its file, not against all tests there are: what these kill is killed, so a
 * score is a lower bound. Static mutants (tables and patterns made when a module is loaded) run every one of them.
 */
import { execFileSync, spawnSync } from "node:child_process"
import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { basename, join } from "node:path"
import { parseArgs } from "node:util"
import { areas, type Group } from "./areas.ts"

const root = join(import.meta.dirname, "../..")
const cache = join(root, "node_modules/.cache/mutation")

/** Vitest's configuration: some tests and nothing else. */
const vitestConfig = (
  tests: ReadonlyArray<string>,
): string => `import { warmWorkers } from "./test/mutation/WarmWorker.ts"
export default {
  plugins: [warmWorkers],
  test: { include: ${JSON.stringify(tests)}, isolate: false, testTimeout: 8_000 },
}
`

const strykerConfig = (files: ReadonlyArray<string>, report: string): string =>
  JSON.stringify({
    testRunner: "vitest",
    plugins: ["@stryker-mutator/vitest-runner"],
    packageManager: "pnpm",
    // TypeScript 7 has no API for Stryker to rewrite tsconfig files in a sandbox; in place it needs none.
    inPlace: true,
    concurrency: 1,
    coverageAnalysis: "perTest",
    mutate: files,
    mutator: { excludedMutations: ["StringLiteral"] },
    vitest: { configFile: "vitest.mutation.config.mjs", related: false },
    reporters: ["clear-text", "progress-append-only", "json"],
    clearTextReporter: { logTests: false, reportTests: false, reportScoreTable: false },
    jsonReporter: { fileName: report },
    warnings: { slow: false },
    dryRunTimeoutMinutes: 15,
    timeoutMS: 10_000,
  })

interface Score {
  readonly file: string
  /** Absent where Stryker failed. */
  readonly killed?: number
  readonly survived?: number
}

interface Report {
  readonly files: Record<string, { readonly mutants: ReadonlyArray<{ readonly status: string }> }>
}

/** How many mutants of each file were noticed, and how many were not. One that no module loads with is neither. */
const scoresOf = (report: string): ReadonlyArray<Score> => {
  const { files }: Report = JSON.parse(readFileSync(report, "utf8"))
  return Object.entries(files).map(([file, { mutants }]) => {
    const count = (...of: ReadonlyArray<string>) => mutants.filter(({ status }) => of.includes(status)).length
    return { file, killed: count("Killed", "Timeout"), survived: count("Survived", "NoCoverage") }
  })
}

const line = ({ file, killed, survived }: Score): string =>
  killed === undefined || survived === undefined
    ? `${file.padEnd(24)} failed\n`
    : `${basename(file).padEnd(24)} ${String(killed).padStart(6)} killed ${String(survived).padStart(5)} survived ` +
      `${((100 * killed) / Math.max(1, killed + survived)).toFixed(1).padStart(6)} %\n`

const test = (clone: string, group: Group, files: ReadonlyArray<string>, report: string): ReadonlyArray<Score> => {
  writeFileSync(join(clone, "vitest.mutation.config.mjs"), vitestConfig(group.tests))
  writeFileSync(join(clone, "stryker.config.json"), strykerConfig(files, report))
  const { status } = spawnSync(join(clone, "node_modules/.bin/stryker"), ["run"], { cwd: clone, stdio: "inherit" })
  return status === 0 ? scoresOf(report) : files.map((file) => ({ file }))
}

const run = (name: string, groups: ReadonlyArray<Group>, only: ReadonlyArray<string>): number => {
  const clone = mkdtempSync(join(tmpdir(), "porthole-mutation-"))
  execFileSync("git", ["clone", "--quiet", root, clone])
  execFileSync("npx", ["-y", "pnpm@12", "install", "--prefer-offline", "--silent"], { cwd: clone, stdio: "inherit" })
  mkdirSync(cache, { recursive: true })
  const scores = groups.flatMap((group, at) => {
    const files = globSync(group.sources, { cwd: clone })
      .toSorted()
      .filter((file) => only.length === 0 || only.includes(basename(file, ".ts")))
    return files.length === 0 ? [] : test(clone, group, files, join(cache, `${name}-${at}.json`))
  })
  rmSync(clone, { recursive: true })
  const sum = (of: "killed" | "survived") => scores.reduce((all, score) => all + (score[of] ?? 0), 0)
  const all: Score = { file: name, killed: sum("killed"), survived: sum("survived") }
  for (const score of [...scores, all]) process.stdout.write(line(score))
  return scores.every(({ killed }) => killed !== undefined) && sum("killed") >= 9 * sum("survived") ? 0 : 1
}

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { file: { type: "string", multiple: true, default: [] } },
})
const [name = ""] = positionals
const groups = areas[name]
if (groups === undefined) {
  process.stderr.write(`Name an area: ${Object.keys(areas).join(", ")}\n`)
  process.exitCode = 2
} else {
  process.exitCode = run(name, groups, values.file)
}
