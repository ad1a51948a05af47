/** The reader and the ranking in one thread, each tree in a process of its own, and the plain stack beside the reader. */
import { join } from "node:path"
import { candidates } from "../../extract/src/Candidates.ts"
import * as Child from "../../harness/Child.ts"
import { quantile } from "../../harness/Figures.ts"
import * as Rounds from "../../harness/Rounds.ts"
import type { Order } from "./child.ts"
import type { Way } from "./Packages.ts"
import * as Pages from "./Pages.ts"
import { sides, type Side, type Trees } from "./Trees.ts"

/** A reading: milliseconds of processor time, and their ratio to the plain stack's. */
export interface Reading {
  readonly time: number
  readonly toPlain: number
}

/** Each reading of each page, and the 95th percentiles of each pass over all pages. */
export interface Readings {
  readonly pages: Rounds.Outcomes<Side, Reading>
  readonly passes: Rounds.Outcomes<Side, Reading>
}

/** The measures, over processes that live until {@link InThread.stop}. */
export interface InThread {
  /** Passes over all pages: every program reads a page before any reads the next. The first pass warms up. */
  readonly read: (length: Rounds.Length) => Promise<Readings>
  /** Ranks a text of 200,000 characters, in `webFetch` without a network; milliseconds of processor time. */
  readonly rank: (way: Way, length: Rounds.Length) => Promise<Rounds.Outcomes<Side, number>>
  readonly stop: () => Promise<void>
}

export const start = async (trees: Trees, corpus: string, pages: number): Promise<InThread> => {
  const program = (folder: string) => Child.start(join(import.meta.dirname, "child.ts"), [folder, corpus, `${pages}`])
  const [base, plain] = [await program(trees.base), await program("plain")]
  const children = { this: await program(trees.this), base, plain }
  const ask = (name: keyof typeof children, order: Order): Promise<number> => Child.ask(children[name], order)
  const text = await textOf(Pages.load(corpus, 3 * pages))
  const queries = queriesOf(text)
  for (const side of sides) await ask(side, { text })
  return {
    read: async ({ rounds, ...rest }) => {
      const length = { ...rest, rounds: rounds * pages, warmUps: pages, least: pages }
      return readingsOf(
        await Rounds.alternate([...sides, "plain"], length, (name, round) =>
          ask(name, { page: (round + pages) % pages }),
        ),
        pages,
      )
    },
    rank: (way, length) =>
      Rounds.alternate(sides, { ...length, warmUps }, (side, round) =>
        ask(side, { way, query: queries[(round + warmUps) % queries.length] ?? "" }),
      ),
    stop: async () => void (await Promise.all(Object.values(children).map(Child.stop))),
  }
}

// --- private --------------------------------------------------------------------------

const warmUps = 5
const length = 200_000

/** The pages as one text, by this tree's reader. */
const textOf = async (pages: ReadonlyArray<Pages.Page>): Promise<string> => {
  const read = await candidates.ours.load()
  let text = ""
  for (const { bytes, url } of pages) {
    if (text.length >= length) break
    const answer = await read({ url, bytes, html: "" })
    text += "markdown" in answer ? `${answer.markdown}\n\n` : ""
  }
  if (text.length < length) throw new Error(`The pages have ${text.length} characters of text; ${length} are needed.`)
  return text.slice(0, length)
}

/** Headings of the text, as questions about it. */
const queriesOf = (text: string): ReadonlyArray<string> => {
  const headings = Array.from(text.matchAll(/^#{1,6} (\w.{20,100})$/gm), ([, heading = ""]) => heading)
  if (headings.length === 0) throw new Error("The pages have no heading.")
  return headings.slice(0, 10)
}

const readingsOf = (times: Rounds.Outcomes<Side | "plain", number>, pages: number): Readings => {
  const compared = (of: (times: ReadonlyArray<number>) => ReadonlyArray<number>): Rounds.Outcomes<Side, Reading> => {
    const plain = of(times.get("plain") ?? [])
    const readings = (own: ReadonlyArray<number>) =>
      own.map((time, at) => ({ time, toPlain: time / (plain[at] ?? Number.NaN) }))
    return new Map(sides.map((side) => [side, readings(of(times.get(side) ?? []))]))
  }
  const passes = (all: ReadonlyArray<number>) =>
    Array.from({ length: Math.floor(all.length / pages) }, (_, pass) =>
      quantile(all.slice(pass * pages, (pass + 1) * pages), 0.95),
    )
  return { pages: compared((all) => all), passes: compared(passes) }
}
