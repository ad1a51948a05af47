/**
 * Reciprocal rank fusion: a page's score is the sum of 1 / (60 + rank) over the lists that contain it (Cormack, Clarke,
 * Büttcher: Reciprocal Rank Fusion outperforms Condorcet and individual Rank Learning Methods, SIGIR 2009). The
 * providers' scores are ignored, because scores of different providers aren't comparable.
 */
import { HttpUrl, type SearchAnswer } from "@porthole/core"

/** The paper's constant: the higher it is, the less the first ranks outweigh later ones. */
export const k = 60

/**
 * The pages of all lists, each once, the best first. Ties keep the order of the lists. A page has the title of the
 * first list that contains it, the longest snippet, and the metadata of its best rank. Invalid rows are left out.
 */
export const fuse = (
  lists: ReadonlyArray<ReadonlyArray<SearchAnswer.CheckedRow>>,
): ReadonlyArray<SearchAnswer.CheckedRow> => {
  const pages = new Map<string, Page>()
  for (const list of lists) {
    const seen = new Set<string>()
    for (const [at, row] of list.entries()) {
      const key = identityOf(row.url)
      if (key === undefined) continue
      const page = pages.get(key)
      // A page that occurs twice in a list counts once, at its best rank; its texts all count.
      const rank = seen.has(key) ? undefined : at + 1
      seen.add(key)
      pages.set(key, page === undefined ? { row, ranks: [at + 1], best: at + 1 } : joined(page, row, rank))
    }
  }
  return Array.from(pages.values(), ({ ranks, row }) => ({ row, score: scoreOf(ranks) }))
    .toSorted((a, b) => b.score - a.score)
    .map(({ row }) => row)
}

/**
 * The identity of a page: its address without scheme, fragment and default port; `undefined` for an invalid address.
 */
export const identityOf = (address: string): string | undefined => {
  const url = URL.parse(address)
  if (url === null || !HttpUrl.isHttp(url)) return undefined
  url.hash = ""
  return url.href.slice(url.protocol.length)
}

// --- private --------------------------------------------------------------------------

interface Page {
  readonly row: SearchAnswer.CheckedRow
  /** Its ranks, counted from 1. */
  readonly ranks: ReadonlyArray<number>
  readonly best: number
}

const joined = ({ best, ranks, row }: Page, other: SearchAnswer.CheckedRow, rank: number | undefined): Page => {
  const { metadata: _, ...text } = row
  const isBetter = rank !== undefined && rank < best
  const metadata = isBetter ? other.metadata : row.metadata
  return {
    row: {
      ...text,
      url: !isSecure(row.url) && isSecure(other.url) ? other.url : row.url,
      snippet: other.snippet.length > row.snippet.length ? other.snippet : row.snippet,
      ...(metadata === undefined ? {} : { metadata }),
    },
    ranks: rank === undefined ? ranks : [...ranks, rank],
    best: isBetter ? rank : best,
  }
}

const isSecure = (address: string): boolean => URL.parse(address)?.protocol === "https:"

/** The sum has a fixed order, because a sum of fractions depends on it, and ties must be exact. */
const scoreOf = (ranks: ReadonlyArray<number>): number =>
  ranks.toSorted((a, b) => a - b).reduce((score, rank) => score + 1 / (k + rank), 0)
