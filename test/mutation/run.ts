/**
 * `pnpm mutation [AREA]... [--file NAME]...`: runs Stryker's mutation testing on all areas, or on the named ones, in a
 * clone of the last commit, so that it may change sources in place. Prints Stryker's output, with the survivors, to
 * stderr and tables in Markdown to stdout; the reports are in `node_modules/.cache/mutation`. It leaves out string
 * literals only. Exits with 1 if the score of an area is below 90 %.
 *
 * A mutant runs against the tests next to its file, not against all tests. A mutant that these kill is killed, so a
 * score is a lower bound. Static mutants (tables and patterns made when a module is loaded) run all of these tests.
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
  test: { include: ${JSON.stringify(tests)}, exclude: ["**/node_modules/**", "**/*.long.test.ts"], isolate: false, testTimeout: 60_000 },
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

/** The number of killed and of surviving mutants of a file; both absent if Stryker failed. */
interface Score {
  readonly file: string
  readonly killed?: number
  readonly survived?: number
}

interface Area {
  readonly name: string
  readonly scores: ReadonlyArray<Score>
  readonly processorMinutes: number
}

interface Report {
  readonly files: Record<string, { readonly mutants: ReadonlyArray<{ readonly status: string }> }>
}

/** A mutant that keeps its modules from loading is neither killed nor survived. */
const scoresOf = (report: string): ReadonlyArray<Score> => {
  const { files }: Report = JSON.parse(readFileSync(report, "utf8"))
  return Object.entries(files).map(([file, { mutants }]) => {
    const count = (...of: ReadonlyArray<string>) => mutants.filter(({ status }) => of.includes(status)).length
    return { file: basename(file), killed: count("Killed", "Timeout"), survived: count("Survived", "NoCoverage") }
  })
}

/** The processor time of all ended child programs, in minutes: proc(5), at 100 ticks a second. */
const processorMinutes = (): number => {
  const fields = readFileSync("/proc/self/stat", "utf8")
    .replace(/^.*\) /, "")
    .split(" ")
  return (Number(fields[13]) + Number(fields[14])) / 6_000
}

const test = (clone: string, group: Group, files: ReadonlyArray<string>, report: string): ReadonlyArray<Score> => {
  writeFileSync(join(clone, "vitest.mutation.config.mjs"), vitestConfig(group.tests))
  writeFileSync(join(clone, "stryker.config.json"), strykerConfig(files, report))
  const { status } = spawnSync(join(clone, "node_modules/.bin/stryker"), ["run"], { cwd: clone, stdio: [0, 2, 2] })
  return status === 0 ? scoresOf(report) : files.map((file) => ({ file: basename(file) }))
}

const run = (clone: string, name: string, only: ReadonlyArray<string>): Area => {
  const before = processorMinutes()
  const scores = (areas[name] ?? []).flatMap((group, at) => {
    const files = globSync(group.sources, { cwd: clone })
      .toSorted()
      .filter((file) => only.length === 0 || only.includes(basename(file, ".ts")))
    return files.length === 0 ? [] : test(clone, group, files, join(cache, `${name}-${at}.json`))
  })
  return { name, scores, processorMinutes: processorMinutes() - before }
}

const sum = (scores: ReadonlyArray<Score>, of: "killed" | "survived"): number =>
  scores.reduce((all, score) => all + (score[of] ?? 0), 0)

/** The number of mutants, of killed mutants, and the score, as cells of a table. */
const cells = (scores: ReadonlyArray<Score>): string => {
  const killed = sum(scores, "killed")
  const all = killed + sum(scores, "survived")
  return `${all} | ${killed} | ${((100 * killed) / Math.max(1, all)).toFixed(1)} %`
}

const tables = (results: ReadonlyArray<Area>): ReadonlyArray<string> => [
  "| area | mutants | killed | score | processor minutes |",
  "| --- | --- | --- | --- | --- |",
  ...results.map((area) => `| ${area.name} | ${cells(area.scores)} | ${area.processorMinutes.toFixed(1)} |`),
  "",
  "| file | mutants | killed | score |",
  "| --- | --- | --- | --- |",
  ...results.flatMap(({ scores }) =>
    scores.map((score) => `| \`${score.file}\` | ${score.killed === undefined ? "failed | |" : cells([score])} |`),
  ),
  "",
]

const isGood = ({ scores }: Area): boolean =>
  scores.every(({ killed }) => killed !== undefined) && sum(scores, "killed") >= 9 * sum(scores, "survived")

const main = (names: ReadonlyArray<string>, only: ReadonlyArray<string>): number => {
  if (names.some((name) => areas[name] === undefined)) {
    process.stderr.write(`Name areas: ${Object.keys(areas).join(", ")}\n`)
    return 2
  }
  const clone = mkdtempSync(join(tmpdir(), "porthole-mutation-"))
  execFileSync("git", ["clone", "--quiet", root, clone])
  execFileSync("npx", ["-y", "pnpm@12", "install", "--prefer-offline", "--silent"], { cwd: clone, stdio: [0, 2, 2] })
  mkdirSync(cache, { recursive: true })
  const results = names.map((name) => run(clone, name, only)).filter(({ scores }) => scores.length > 0)
  rmSync(clone, { recursive: true })
  process.stdout.write(tables(results).join("\n"))
  return results.every(isGood) ? 0 : 1
}

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { file: { type: "string", multiple: true, default: [] } },
})
process.exitCode = main(positionals.length === 0 ? Object.keys(areas) : positionals, values.file)
