/** One page of the measures of records. */
import { parseHTML } from "linkedom"
import type { Read } from "../Candidate.ts"
import type { Entry, Page } from "../Corpus.ts"
import { textOf } from "../Rendered.ts"
import { wordsOf } from "../Scores.ts"
import { cardsIn } from "./Cards.ts"
import { type Located, locate } from "./Locate.ts"
import { threadIn } from "./Posts.ts"
import { type Rows, rowsIn } from "./Tables.ts"

/** The findings of one page. */
export interface Measured extends Entry {
  readonly lists: ReadonlyArray<{ readonly by: string; readonly located: Located }>
  readonly tables: Rows
}

/** Reads a page if it has records or tables; other pages of no forum are left out. */
export const measure = async (entry: Entry, { bytes, expected, url }: Page, read: Read) => {
  const html = new TextDecoder().decode(bytes)
  const { document } = parseHTML(html)
  const thread = entry.type === "forum" ? threadIn(document) : undefined
  const cards = withCards.has(entry.type) ? cardsIn(document, expected) : []
  const isWithout = thread === undefined && cards.length === 0
  if (isWithout && !html.includes("<table")) return entry.type === "forum" ? nothing(entry) : undefined
  const output = await read({ url, bytes, html, site: entry.site })
  const words = wordsOf(`${output.title ?? ""}\n${textOf(output)}`)
  const lists = [
    ...(thread === undefined ? [] : [{ by: thread.by, located: locate(thread.posts, words) }]),
    ...cards.map(({ by, records }) => ({ by, located: locate(records, words) })),
  ]
  return { ...entry, lists, tables: rowsIn(document, expected, "markdown" in output ? output.markdown : "") }
}

// --- private --------------------------------------------------------------------------

const withCards: ReadonlySet<string> = new Set(["listing", "collection", "product"])

const nothing = (entry: Entry): Measured => ({
  ...entry,
  lists: [],
  tables: { rows: 0, kept: 0, withFirst: 0, examples: [] },
})
