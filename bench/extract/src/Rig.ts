/**
 * Reads pages in child processes, one page at a time in each. A page that exceeds `patience` ends its process and
 * counts as failed; the next page gets a new process.
 */
import { fork, type ChildProcess } from "node:child_process"
import { once } from "node:events"
import { join } from "node:path"
import type { Name } from "./Candidate.ts"
import type { Entry } from "../../../packages/extract/train/corpora/Corpus.ts"
import type { Scored } from "../../../packages/extract/train/scores/Scores.ts"

/** How one page was read. */
export interface Outcome extends Scored {
  readonly ms: number
  readonly path?: string | undefined
  readonly empty: boolean
  /** Why the page has no result. */
  readonly failure?: string
}

/** An outcome and its page, as files keep it. */
export interface Row extends Pick<Entry, "id" | "type">, Outcome {}

/** The messages of a child: first that it is ready, then one answer for each page. */
export type Sent =
  | "ready"
  | (Omit<Outcome, "failure"> & { readonly rss: number })
  | { readonly failure: string; readonly ms: number; readonly rss: number }

/** A reader in a process of its own, which starts with the first page. */
export interface Rig {
  readonly read: (id: string) => Promise<Outcome>
  /** The peak of memory of its processes so far, in bytes. */
  readonly rss: () => number
  readonly stop: () => void
}

/** Makes a rig. `patience` is in milliseconds. */
export const make = (options: { readonly name: Name; readonly folder: string; readonly patience?: number }): Rig => {
  const { folder, name, patience = 30_000 } = options
  let child: Promise<ChildProcess> | undefined
  let rss = 0
  return {
    rss: () => rss,
    stop: () => void child?.then((running) => running.kill("SIGKILL")),
    read: async (id) => {
      child ??= start(name, folder)
      const running = await child
      const started = performance.now()
      const sent = await answerOf(running, id, patience)
      if (sent === undefined || sent === "ready") {
        child = undefined
        const failure = running.exitCode === null ? `no answer in ${patience / 1000} s` : "its process ended"
        return { ...nothing, ms: performance.now() - started, failure }
      }
      const { rss: peak, ...outcome } = sent
      rss = Math.max(rss, peak)
      return "failure" in outcome ? { ...nothing, ...outcome } : outcome
    },
  }
}

/**
 * Reads every page with one of `jobs` rigs of a candidate. The rows are in the order of the pages. Only quality counts
 * here and the machine may be busy, so patience is long.
 */
export const readAll = async (options: {
  readonly name: Name
  readonly folder: string
  readonly pages: ReadonlyArray<Entry>
  readonly jobs: number
}): Promise<ReadonlyArray<Row>> => {
  const rows = new Map<string, Row>()
  const left = [...options.pages]
  const work = async () => {
    const rig = make({ ...options, patience: 180_000 })
    for (let page = left.shift(); page !== undefined; page = left.shift()) {
      rows.set(page.id, { id: page.id, type: page.type, ...(await rig.read(page.id)) })
    }
    rig.stop()
  }
  await Promise.all(Array.from({ length: options.jobs }, work))
  return options.pages.flatMap(({ id }) => rows.get(id) ?? [])
}

// --- private --------------------------------------------------------------------------

const nothing = { f1: 0, p: 0, r: 0, empty: true }

const start = async (name: Name, folder: string): Promise<ChildProcess> => {
  const child = fork(join(import.meta.dirname, "child.ts"), [name, folder])
  await Promise.race([
    once(child, "message"),
    once(child, "exit").then(() => Promise.reject(new Error(`${name} can't be started`))),
  ])
  return child
}

/** The answer about a page, or nothing if the process ended first. */
const answerOf = (child: ChildProcess, id: string, patience: number): Promise<Sent | undefined> =>
  new Promise((resolve) => {
    const settle = (sent: Sent | undefined) => {
      clearTimeout(timer)
      child.off("message", settle).off("exit", ended)
      resolve(sent)
    }
    const ended = () => settle(undefined)
    const timer = setTimeout(() => {
      settle(undefined)
      child.kill("SIGKILL")
    }, patience)
    child.on("message", settle).on("exit", ended)
    child.send(id)
  })
