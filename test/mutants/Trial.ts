/** The trial of a work tree: the compiler, then tests. */
import { spawnSync } from "node:child_process"
import { readFileSync, rmSync } from "node:fs"
import { join } from "node:path"
import { needsNetwork } from "./Mutant.ts"

/** The outcome of the tests. */
export interface Outcome {
  readonly passed: number
  /** The full names of the tests that failed. */
  readonly failed: ReadonlyArray<string>
  /** Why test files didn't run at all: that proves nothing about a check. */
  readonly broken: ReadonlyArray<string>
}

/**
 * Compiles the packages that hold these files; returns the errors except those about dead code, which a missing check
 * causes.
 */
export const compile = (folder: string, files: ReadonlyArray<string>): ReadonlyArray<string> => {
  const projects = new Set(files.map((file) => file.replace(/\/src\/.*$/, "/tsconfig.build.json")))
  const { stdout } = run(folder, "node_modules/typescript/bin/tsc", ["-b", "--pretty", "false", ...projects])
  return stdout.split("\n").filter((line) => line.includes("error TS") && !aboutDeadCode.test(line))
}

/** Runs test files, one run for each kind. */
export const test = (folder: string, files: ReadonlyArray<string>): Outcome => {
  const kinds = [files.filter((file) => !needsNetwork(file)), files.filter(needsNetwork)]
  const outcomes = kinds.filter((kind) => kind.length > 0).map((kind) => testOnce(folder, kind))
  return {
    passed: outcomes.reduce((sum, { passed }) => sum + passed, 0),
    failed: outcomes.flatMap(({ failed }) => failed),
    broken: outcomes.flatMap(({ broken }) => broken),
  }
}

// --- private --------------------------------------------------------------------------

/** Unused names and parameters, unreachable code (TypeScript's diagnosticMessages.json). */
const aboutDeadCode = /error TS(?:6133|6192|6196|6198|7027):/

/** Timeout of a test that opens no network, in ms: a missing deadline exceeds it. */
const unitTimeout = 10_000

/** Timeout of a run, in ms. */
const runTimeout = 600_000

interface Report {
  readonly testResults: ReadonlyArray<{
    readonly name: string
    readonly status: string
    readonly message: string
    readonly assertionResults: ReadonlyArray<{ readonly fullName: string; readonly status: string }>
  }>
}

const run = (folder: string, program: string, args: ReadonlyArray<string>) =>
  spawnSync(process.execPath, [join(folder, program), ...args], {
    cwd: folder,
    encoding: "utf8",
    timeout: runTimeout,
    killSignal: "SIGKILL",
    maxBuffer: 64 * 1_048_576,
    env: { ...process.env, PORTHOLE_REQUIRE_SERVERS: "1" },
  })

const testOnce = (folder: string, files: ReadonlyArray<string>): Outcome => {
  const file = join(folder, "node_modules/.mutant-report.json")
  const timeout = files.some(needsNetwork) ? [] : [`--testTimeout=${unitTimeout}`]
  rmSync(file, { force: true })
  const { stderr } = run(folder, "node_modules/vitest/vitest.mjs", [
    "run",
    ...files,
    "--reporter=json",
    `--outputFile=${file}`,
    ...timeout,
  ])
  const report = readReport(file)
  if (report === undefined) return { passed: 0, failed: [], broken: [stderr.slice(0, 500)] }
  const results = report.testResults.flatMap(({ assertionResults }) => assertionResults)
  const unrun = report.testResults.filter(
    ({ assertionResults, status }) => status === "failed" && !assertionResults.some((one) => one.status === "failed"),
  )
  const missing = files.filter((file) => !report.testResults.some(({ name }) => name.endsWith(file)))
  return {
    passed: results.filter(({ status }) => status === "passed").length,
    failed: results.filter(({ status }) => status === "failed").map(({ fullName }) => fullName),
    broken: [
      ...unrun.map(({ message, name }) => `${name}: ${message}`),
      ...missing.map((name) => `${name} wasn't run`),
    ],
  }
}

const readReport = (file: string): Report | undefined => {
  try {
    return JSON.parse(readFileSync(file, "utf8"))
  } catch {
    return undefined
  }
}
