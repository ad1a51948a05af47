/** One page of the measures of records. */
import { parseHTML } from "linkedom"
import type { Read } from "../Candidates.ts"
import { type Corpus, Rendered } from "../Corpora.ts"
import { cardsIn } from "../../../../packages/extract/train/records/Cards.ts"
import { type Located, locate } from "./Locate.ts"
import { threadIn } from "../../../../packages/extract/train/records/Posts.ts"
import { type Record, wordsOf } from "../../../../packages/extract/train/records/Record.ts"
import { type Rows, rowsIn } from "../../../../packages/extract/train/records/Tables.ts"

/** The findings of one page. */
export interface Measured extends Corpus.Entry {
  readonly lists: ReadonlyArray<{ readonly by: string; readonly located: Located }>
  /** The number of records that the page hides until a script or a click shows them; they don't count. */
  readonly hidden: number
  readonly tables: Rows
}

/** Reads a page if it has records or tables; of other pages only those of forums. */
export const measure = async (entry: Corpus.Entry, { bytes, expected, url }: Corpus.Page, read: Read) => {
  const html = new TextDecoder().decode(bytes)
  const { document } = parseHTML(html)
  const thread = entry.type === "forum" ? threadIn(document) : undefined
  const cards = withCards.has(entry.type) ? cardsIn(document, expected) : []
  const isWithout = thread === undefined && cards.length === 0
  if (isWithout && !html.includes("<table")) return entry.type === "forum" ? nothing(entry) : undefined
  const output = await read({ url, bytes, html, site: entry.site })
  // Links separate words, as they do in the page's text. A thread's first post may begin with its title.
  const apart = "markdown" in output ? { markdown: output.markdown.replace(/(\]\([^\s()]*\))(?=\S)/g, "$1 ") } : output
  const words = wordsOf(`${thread === undefined ? (output.title ?? "") : ""}\n${Rendered.textOf(apart)}`)
  const lists = [...(thread === undefined ? [] : [{ by: thread.by, records: thread.posts }]), ...cards]
    .filter(({ records }) => records.length > 0)
    .map(({ by, records }) => ({ by, records, located: locate(records, words) }))
  return {
    ...entry,
    lists: withoutCopies(lists),
    hidden: cards.reduce((sum, { hidden }) => sum + hidden, 0),
    tables: rowsIn(document, expected, "markdown" in output ? output.markdown : ""),
  }
}

// --- private --------------------------------------------------------------------------

const withCards: ReadonlySet<string> = new Set(["listing", "collection", "product"])

interface List {
  readonly by: string
  readonly records: ReadonlyArray<Record>
  readonly located: Located
}

/** Pages write a list twice, for wide and for narrow windows: one copy is enough, so the better one counts. */
const withoutCopies = (lists: ReadonlyArray<List>): ReadonlyArray<List> =>
  lists.filter((list, at) => {
    const titles = new Set(titlesOf(list))
    const lost = list.records.length - list.located.whole
    return !lists.some((other, place) => {
      const otherLost = other.records.length - other.located.whole
      const others = new Set(titlesOf(other))
      const shared = [...others].filter((title) => titles.has(title)).length
      if (place === at || shared < Math.max(titles.size, others.size) * same) return false
      return otherLost < lost || (otherLost === lost && place < at)
    })
  })

const titlesOf = ({ records }: List): ReadonlyArray<string> => records.map(({ anchor }) => anchor.join(" "))

/** The share of common titles from which two lists count as one. */
const same = 0.8

const nothing = (entry: Corpus.Entry): Measured => ({
  ...entry,
  lists: [],
  hidden: 0,
  tables: { rows: 0, hidden: 0, kept: 0, withFirst: 0, examples: [] },
})
