/** The verdicts of recheck on regular expressions, in a cache from run to run: each takes from 1 ms to some seconds. */
import { spawn } from "node:child_process"
import { once } from "node:events"
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { createRequire } from "node:module"
import { dirname, join } from "node:path"
import { createInterface } from "node:readline"
import { type Expression, root } from "./Sources.ts"

export interface Verdict {
  readonly source: string
  readonly flags: string
  readonly status: "safe" | "vulnerable" | "unknown"
  readonly reason: string
  readonly attack?: string
}

/** The verdict on each expression. */
export const verdictsOn = async (
  expressions: ReadonlyArray<Pick<Expression, "flags" | "source">>,
): Promise<ReadonlyMap<string, Verdict>> => {
  const wanted = new Map(expressions.map((one) => [nameOf(one), one]))
  const verdicts = new Map(readCache())
  const open = Array.from(wanted).flatMap(([name, { flags, source }]) =>
    verdicts.has(name) ? [] : [{ flags, source }],
  )
  const shares = [0, 1].map((share) => open.filter((_, at) => at % 2 === share))
  await Promise.all(shares.map((share) => judge(share, (verdict) => verdicts.set(nameOf(verdict), verdict))))
  writeCache(verdicts)
  return verdicts
}

/** An expression as its literal. */
export const nameOf = ({ flags, source }: Pick<Expression, "flags" | "source">): string => `/${source}/${flags}`

// --- private --------------------------------------------------------------------------

/** A guard against a checker that hangs. */
const maxTime = 900_000

const judge = async (expressions: ReadonlyArray<object>, see: (verdict: Verdict) => void): Promise<void> => {
  if (expressions.length === 0) return
  const child = spawn(process.execPath, [join(import.meta.dirname, "judge.ts")], {
    cwd: root,
    stdio: ["pipe", "pipe", "inherit"],
    timeout: maxTime,
    killSignal: "SIGKILL",
  })
  const ended = once(child, "close")
  child.stdin.end(JSON.stringify(expressions))
  for await (const line of createInterface(child.stdout)) see(JSON.parse(line))
  await ended
}

const cacheFile = join(root, "node_modules/.cache/expressions.json")

/** Verdicts hold for one version of recheck and its parameters. */
const version = [createRequire(import.meta.url).resolve("recheck/package.json"), join(import.meta.dirname, "judge.ts")]
  .map((file) => readFileSync(file, "utf8"))
  .join("\n")

const readCache = (): ReadonlyArray<readonly [name: string, verdict: Verdict]> => {
  if (!existsSync(cacheFile)) return []
  const cache: { readonly version: string; readonly verdicts: ReadonlyArray<Verdict> } = JSON.parse(
    readFileSync(cacheFile, "utf8"),
  )
  return cache.version === version ? cache.verdicts.map((verdict) => [nameOf(verdict), verdict]) : []
}

const writeCache = (verdicts: ReadonlyMap<string, Verdict>): void => {
  mkdirSync(dirname(cacheFile), { recursive: true })
  writeFileSync(cacheFile, JSON.stringify({ version, verdicts: Array.from(verdicts.values()) }))
}
