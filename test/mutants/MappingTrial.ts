/**
 * Tries the mutants of a package's mapping, many in one go and each in its copy; what hangs is killed after a minute.
 */
import { fork } from "node:child_process"
import { globSync, rmSync } from "node:fs"
import { join } from "node:path"
import * as MappingCopies from "./MappingCopies.ts"
import type { Line } from "./MappingLines.ts"

/** What the process that runs the tests says of a test file; `red` names the first test that failed. */
export type Event =
  | { readonly kind: "start" | "step"; readonly file: string }
  | { readonly kind: "end"; readonly file: string; readonly passed: number; readonly red: string | undefined }

/** A mutant, and the test that was red, if one was. */
export interface Verdict {
  readonly line: Line
  readonly red: string | undefined
}

/** Tries the mutants, or says why that can't be: the tests aren't green to begin with, or weren't run. */
export const tryAll = async (name: string, lines: ReadonlyArray<Line>): Promise<ReadonlyArray<Verdict> | string> => {
  const verdicts: Array<Verdict> = []
  for (let at = 0; at < lines.length; at += mostCopies) {
    const some = await trySome(name, lines.slice(at, at + mostCopies))
    if (typeof some === "string") return some
    verdicts.push(...some)
  }
  return verdicts
}

// --- private --------------------------------------------------------------------------

/** Copies of one process, which keeps the tests of all of them in memory. */
const mostCopies = 40

const trySome = async (name: string, lines: ReadonlyArray<Line>): Promise<ReadonlyArray<Verdict> | string> => {
  using copies = MappingCopies.make(name)
  const { folder } = copies
  const ended = new Map<string, Ended>()
  const wanted = new Map(lines.map((line, at) => [`line-${at}`, line]))
  // Some at the beginning and some at the end: what one copy leaves behind mustn't make another one red.
  for (const as of sound) MappingCopies.add(folder, as)
  for (const [as, line] of wanted) MappingCopies.add(folder, as, line)
  const files = globSync(`${sound[0]}/test/**/*.test.ts`, { cwd: folder }).length
  for (let left = sound.length + lines.length; left > 0;) {
    const hung = await run(folder, ended)
    for (const copy of hung) ended.set(copy, { files, passed: 0, red: "nothing was heard for a minute" })
    const done = Array.from(ended).flatMap(([copy, one]) => (one.files === files ? [copy] : []))
    const before = left
    left = sound.length + lines.length - done.length
    if (left === before || (left > 0 && hung.length === 0)) return `${left} copies weren't tried to the end`
    for (const copy of done) rmSync(join(folder, copy), { recursive: true, force: true })
    for (const [copy, one] of ended) {
      if (one.files >= files) continue
      ended.delete(copy)
      rmSync(join(folder, copy, "red"), { force: true })
    }
  }
  const red = sound.map((as) => ended.get(as)?.red).find((test) => test !== undefined)
  if (red !== undefined) return `The tests aren't green to begin with: ${red}`
  const idle = Array.from(ended).find(([, one]) => one.passed === 0 && one.red === undefined)
  if (idle !== undefined) return "A copy's tests weren't run"
  return Array.from(wanted, ([as, line]) => ({ line, red: ended.get(as)?.red }))
}

/** What is known of a copy: how many of its test files came to an end, and how. */
interface Ended {
  readonly files: number
  readonly passed: number
  readonly red: string | undefined
}

/** Copies without a mutant; the names are the first and the last of all. */
const sound: ReadonlyArray<string> = ["a-whole", "z-whole"]

/** Longest silence of a test file, in ms. */
const longest = 60_000

/** Runs the tests of all copies there are; the copies in which nothing moved any more. */
const run = (folder: string, ended: Map<string, Ended>): Promise<ReadonlyArray<string>> =>
  new Promise((resolve) => {
    const running = new Map<string, number>()
    const child = fork(join(import.meta.dirname, "MappingRunner.ts"), [folder], {
      env: { ...process.env, PORTHOLE_LIVE: "" },
      stdio: ["ignore", "ignore", "inherit", "ipc"],
    })
    const end = () => child.kill("SIGKILL")
    process.on("exit", end)
    const silent = () =>
      Array.from(running).flatMap(([file, since]) => (performance.now() - since > longest ? [file] : []))
    let heard = performance.now()
    const isStuck = () => silent().length > 0 || performance.now() - heard > 2 * longest
    const watch = setInterval(() => isStuck() && end(), 1_000)
    child.on("message", (event: Event) => {
      heard = performance.now()
      if (event.kind !== "end") return void running.set(event.file, performance.now())
      running.delete(event.file)
      const copy = MappingCopies.copyOf(folder, event.file)
      const { files, passed, red } = ended.get(copy) ?? { files: 0, passed: 0, red: undefined }
      ended.set(copy, { files: files + 1, passed: passed + event.passed, red: red ?? event.red })
    })
    child.on("exit", () => {
      clearInterval(watch)
      process.off("exit", end)
      resolve(silent().map((file) => MappingCopies.copyOf(folder, file)))
    })
  })
