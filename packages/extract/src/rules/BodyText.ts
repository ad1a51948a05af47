/** The part of a record with most of its text. */
import { type Cell, chanceOf } from "../records/Cells.ts"
import { areLong, otherColumns } from "../records/Parts.ts"
import type { ColumnRule } from "../phases/Rule.ts"

/** Makes the columns with most of the text the core. */
export const bodyText: ColumnRule = {
  name: "bodyText",
  case: "What a record says is its core, with a quotation that looks unlikely.",
  phase: "column",
  reads: { elements: ["blockquote", "li", "ol", "p", "ul"] },
  run: (parts) => {
    const { arePosts, authors, areDated, cells, clutter, core } = parts
    const isLong = areLong(parts)
    const body = isLong ? withoutParagraphs(bodyOf(cells.filter((cell) => !clutter.has(cell)))) : bodyOf(cells)
    const isPost = arePosts || (isLong && (areDated || authors.size > 0))
    const least = isPost ? minInBody.post : minInBody.card
    for (const [key, column] of otherColumns(parts)) if (isIn(body, column) && chanceOf(column) >= least) core.add(key)
  },
}

// --- private --------------------------------------------------------------------------

/** The chance below which a part of the body isn't the record's text: of a card, and of a post, whose quotes stay. */
const minInBody = { card: 0.25, post: 0.03 }
/** The share of a record's text that makes a position its body. */
const minBodyShare = 0.5

/** The longest path with most of the text below it, averaged over the records. */
const bodyOf = (cells: ReadonlyArray<Cell>): string => {
  const sums = new Map<string, number>()
  const known = new Map<string, ReadonlyArray<string>>()
  let records = 0
  for (const own of Map.groupBy(cells, ({ record }) => record).values()) {
    const all = own.reduce((sum, { likely }) => sum + likely, 0)
    if (all === 0) continue
    records++
    for (const { likely, path } of own) {
      const outer = known.get(path) ?? outerPathsOf(path)
      known.set(path, outer)
      for (const one of outer) sums.set(one, (sums.get(one) ?? 0) + likely / all)
    }
  }
  let body = ""
  for (const [path, sum] of sums) if (sum > records * minBodyShare && path.length > body.length) body = path
  return body
}

/** The paths around a path, and itself. */
const outerPathsOf = (path: string): ReadonlyArray<string> => {
  const found: Array<string> = []
  for (let end = path.indexOf("/", 1); end > 0; end = path.indexOf("/", end + 1)) found.push(path.slice(0, end + 1))
  return found
}

/** A path without the end that leads to a paragraph; a post's quotations are beside it. */
const withoutParagraphs = (path: string): string => {
  const parts = path.split("/")
  let end = parts.length - 1
  while (end > 1 && parts[end - 2] !== "" && /^(?:p|ul|ol|li|blockquote)\./.test(parts[end - 1] ?? "")) end--
  return parts.slice(0, end).concat("").join("/")
}

/** Whether most of a column is below a path. */
const isIn = (path: string, column: ReadonlyArray<Cell>): boolean =>
  path !== "" && column.filter((cell) => cell.path.startsWith(path)).length * 2 > column.length
