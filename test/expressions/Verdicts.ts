/**
 * The verdicts of recheck on regular expressions. Each takes from 1 ms to some seconds, and depends on nothing but the
 * expression and recheck: those on the packages' expressions stand in `safe.json`, which `pnpm expressions` makes.
 */
import { spawn } from "node:child_process"
import { createHash } from "node:crypto"
import { once } from "node:events"
import { readFileSync } from "node:fs"
import { createRequire } from "node:module"
import { join } from "node:path"
import { createInterface } from "node:readline"
import { type Expression, root } from "./Sources.ts"

export interface Verdict {
  readonly source: string
  readonly flags: string
  readonly status: "safe" | "vulnerable" | "unknown"
  readonly reason: string
  readonly attack?: string
}

/** What `safe.json` holds. */
export interface Recorded {
  /** What judged them: the verdicts of another recheck, or of other parameters, don't count. */
  readonly judge: string
  /** The expressions that recheck found safe, as literals, in order. */
  readonly safe: ReadonlyArray<string>
}

/** The verdict on each expression, by its name. */
export const verdictsOn = async (
  expressions: ReadonlyArray<Pick<Expression, "flags" | "source">>,
): Promise<ReadonlyMap<string, Verdict>> => {
  const wanted = new Map(expressions.map((one) => [nameOf(one), { flags: one.flags, source: one.source }]))
  const shares = [0, 1].map((share) => Array.from(wanted.values()).filter((_, at) => at % 2 === share))
  const verdicts = new Map<string, Verdict>()
  await Promise.all(shares.map((share) => judge(share, (verdict) => verdicts.set(nameOf(verdict), verdict))))
  return verdicts
}

/** An expression as its literal. */
export const nameOf = ({ flags, source }: Pick<Expression, "flags" | "source">): string => `/${source}/${flags}`

/** The names of expressions, each once, in order. */
export const namesOf = (expressions: ReadonlyArray<Pick<Expression, "flags" | "source">>): ReadonlyArray<string> =>
  Array.from(new Set(expressions.map(nameOf))).toSorted()

/** The expressions without a verdict, or with another one than that they are safe. */
export const refusedOf = (
  expressions: ReadonlyArray<Expression>,
  verdicts: ReadonlyMap<string, Verdict>,
): ReadonlyArray<object> =>
  expressions.flatMap((expression) => {
    const { attack, reason, status } = verdicts.get(nameOf(expression)) ?? { status: "unknown", reason: "no verdict" }
    return status === "safe" ? [] : [{ ...expression, status, reason, attack: attack?.slice(0, 100) }]
  })

export const recordFile = join(import.meta.dirname, "safe.json")

/** The verdicts that stand in the record. */
export const recorded = (): Recorded => JSON.parse(readFileSync(recordFile, "utf8"))

const judgeFile = join(import.meta.dirname, "judge.ts")

/** The version of recheck, and the parameters. */
export const judgeOf = (): string => {
  const recheck: { readonly version: string } = JSON.parse(
    readFileSync(createRequire(import.meta.url).resolve("recheck/package.json"), "utf8"),
  )
  const parameters = createHash("sha256").update(readFileSync(judgeFile)).digest("hex").slice(0, 16)
  return `recheck ${recheck.version}, judge.ts ${parameters}`
}

// --- private --------------------------------------------------------------------------

/** A guard against a checker that hangs. */
const maxTime = 900_000

const judge = async (expressions: ReadonlyArray<object>, see: (verdict: Verdict) => void): Promise<void> => {
  if (expressions.length === 0) return
  const child = spawn(process.execPath, [judgeFile], {
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
