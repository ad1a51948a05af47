/**
 * Reads pages in child processes, one page at a time in each. A page that exceeds `patience` ends its process and
 * counts as failed; the next page gets a new process.
 */
import type { ChildProcess } from "node:child_process"
import { join } from "node:path"
import * as Child from "../../harness/Child.ts"
import type { Name } from "./Candidates.ts"
import type { Corpus, Scores } from "./Corpora.ts"

/** How one page was read. */
export interface Outcome extends Scores.Scored {
  readonly ms: number
  readonly path?: string | undefined
  readonly empty: boolean
  /** Why the page has no result. */
  readonly failure?: string
}

/** An outcome and its page, as files keep it. */
export interface Row extends Pick<Corpus.Entry, "id" | "type">, Outcome {}

/** The answer of a child, with the peak of its memory so far, in bytes. */
export type Answered = (Outcome | { readonly failure: string; readonly ms: number }) & { readonly rss: number }

/** A reader in a process of its own, which starts with the first page. */
export interface Rig {
  readonly read: (page: Corpus.Entry) => Promise<Row>
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
    read: async ({ id, type }) => {
      child ??= Child.start(join(import.meta.dirname, "child.ts"), [name, folder])
      const running = await child
      const started = performance.now()
      const nothing = { id, type, f1: 0, p: 0, r: 0, empty: true }
      try {
        const { rss: peak, ...outcome }: Answered = await Child.ask(running, id, patience)
        rss = Math.max(rss, peak)
        return { ...nothing, ...outcome }
      } catch (cause) {
        child = undefined
        return { ...nothing, ms: performance.now() - started, failure: String(cause) }
      }
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
  readonly pages: ReadonlyArray<Corpus.Entry>
  readonly jobs: number
}): Promise<ReadonlyArray<Row>> => {
  const rows = new Map<string, Row>()
  const left = [...options.pages]
  const work = async () => {
    const rig = make({ ...options, patience: 180_000 })
    for (let page = left.shift(); page !== undefined; page = left.shift()) rows.set(page.id, await rig.read(page))
    rig.stop()
  }
  await Promise.all(Array.from({ length: options.jobs }, work))
  return options.pages.flatMap(({ id }) => rows.get(id) ?? [])
}
