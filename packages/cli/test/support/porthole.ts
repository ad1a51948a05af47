/**
 * The command as users run it: a child process of the packed command, which starts several times faster than the
 * sources, with its own environment.
 */
import { spawn } from "node:child_process"
import { fileURLToPath } from "node:url"
import { patience } from "../../../../test/patience.ts"
import { packed } from "./packed.ts"

/** The command's entry in the sources. */
export const bin = fileURLToPath(new URL("../../src/bin.ts", import.meta.url))

export interface Options {
  readonly input?: string | Uint8Array
  readonly env?: Readonly<Record<string, string>>
  readonly entry?: string
  readonly cwd?: string
  /** A command that starts the command. */
  readonly under?: ReadonlyArray<string>
}

export interface Finished {
  readonly code: number | null
  readonly signal: NodeJS.Signals | null
  readonly stdout: string
  readonly stderr: string
}

/**
 * Neither a terminal nor stored keys: a search without a configured provider must not leave this machine, nor use keys
 * stored on it.
 */
const nothingListening = {
  PORTHOLE_DUCKDUCKGO_URL: "http://127.0.0.1:1",
  PORTHOLE_WIKIPEDIA_URL: "http://127.0.0.1:1",
  XDG_CONFIG_HOME: "/nonexistent",
}

/** The few variables of the test runner's environment that a process needs to run, and patient deadlines. */
export const environment = (extra: Readonly<Record<string, string>> = {}): Record<string, string> => {
  const kept = ["PATH", "HOME", "XDG_CACHE_HOME"].flatMap((name) => {
    const value = process.env[name]
    return value === undefined ? [] : [[name, value] as const]
  })
  return { ...Object.fromEntries(kept), ...nothingListening, ...patience, ...extra }
}

/** For runs from the sources, which are many files; the packed command has its own compile cache. */
const compileCache = ((folder) => (folder === undefined ? {} : { NODE_COMPILE_CACHE: folder }))(
  process.env["NODE_COMPILE_CACHE"],
)

export const start = (args: ReadonlyArray<string>, options: Options = {}) => {
  const { cwd, entry = packed, env, under = [] } = options
  const [file = "", ...rest] = [...under, process.execPath, entry, ...args]
  const child = spawn(file, rest, {
    cwd,
    env: { ...(entry === bin ? compileCache : {}), ...environment(env) },
  })
  let stdout = ""
  let stderr = ""
  child.stdout.setEncoding("utf8").on("data", (text: string) => (stdout += text))
  child.stderr.setEncoding("utf8").on("data", (text: string) => (stderr += text))
  child.stdin.on("error", () => {})
  const finished = new Promise<Finished>((resolve) => {
    child.on("close", (code, signal) => resolve({ code, signal, stdout, stderr }))
  })
  return { child, finished, stdout: () => stdout, stderr: () => stderr }
}

/** Runs the command to its end; stdin is closed after `input`. */
export const porthole = (args: ReadonlyArray<string>, options: Options = {}): Promise<Finished> => {
  const { child, finished } = start(args, options)
  child.stdin.end(options.input ?? "")
  return finished
}

/** The lines of stdout, each parsed. */
export const linesOf = (stdout: string): ReadonlyArray<unknown> =>
  stdout
    .split("\n")
    .filter((line) => line !== "")
    .map((line): unknown => JSON.parse(line))
