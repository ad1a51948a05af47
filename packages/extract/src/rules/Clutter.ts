/**
 * Parts of a thread's posts that don't belong to what a post says: signatures, buttons, and details of the author,
 * which are the same in all of an author's posts.
 */
import { first, isElement } from "@porthole/visibility/dom"
import { patternOf } from "../classes/ClassNames.ts"
import { type Cell, recordsOf, wordsOf } from "../records/Cells.ts"
import { holdsTime } from "../records/Fields.ts"
import { areLong } from "../records/Parts.ts"
import type { ColumnRule } from "../phases/Rule.ts"

/** Drops such parts of the posts of a thread. */
export const clutter: ColumnRule = {
  name: "clutter",
  case: "A signature, a button or a rank stands in each post of a thread, and says nothing.",
  phase: "column",
  reads: { elements: ["blockquote", "button", "code", "li", "pre"], classes: ["signature"] },
  run: (parts) => {
    const { areDated, arePosts, areSigned, authors, columns, identity, records } = parts
    if (!arePosts && !(areDated && areSigned)) return
    parts.clutter = clutterIn(columns, authors, identity, areLong(parts) ? records : undefined)
  },
}

// --- private --------------------------------------------------------------------------

/** The cells of such parts. The columns of the identity never are; of short posts only signatures are. */
const clutterIn = (
  columns: ReadonlyMap<string, ReadonlyArray<Cell>>,
  authors: ReadonlySet<Cell>,
  identity: ReadonlySet<string>,
  posts: number | undefined,
): ReadonlySet<Cell> => {
  const postsOf = Map.groupBy(authors, ({ piece }) => piece.text)
  const all = [...columns.values()].flat()
  const quoted = new Set(all.filter(isQuoted).map(({ at }) => at))
  const cellAt = new Map(all.map((cell) => [cell.at, cell]))
  const found = new Set<Cell>()
  for (const [key, cells] of columns) {
    // Posts of one day have the same date, and they may quote the same author.
    if (identity.has(key) || cells.some((cell) => authors.has(cell) || holdsTime(cell.piece) || isCode(cell))) continue
    if (cells.filter(({ at }) => quoted.has(at) && quoted.has(at + 1)).length * 2 > cells.length) continue
    const isWhole = isSignature(cells) || (posts !== undefined && areButtons(cells, posts, cellAt))
    const clutter = isWhole ? cells : posts === undefined ? [] : detailsIn(cells, [...postsOf.values()])
    for (const cell of clutter) found.add(cell)
  }
  return found
}

const isQuoted = ({ path }: Cell): boolean => path.includes("/blockquote.")

const isCode = ({ path, piece }: Cell): boolean =>
  /\/(?:pre|code)\./.test(path) ||
  piece.nodes.some((node) => isElement(node) && (/^(?:pre|code)$/.test(node.localName) || first(node, code) !== null))

const code = "pre, code"

/** Whether most cells are in an element that is named a signature and doesn't say when the post was written. */
const isSignature = (cells: ReadonlyArray<Cell>): boolean =>
  cells.filter(({ path, piece }) => signature.test(path) && !hour.test(piece.text)).length * 2 > cells.length

const signature = patternOf("signature")
const hour = /\d:\d\d/

/** The maximum mean number of words of a button. */
const maxButtonWords = 5

/** Whether most posts have the same link or button here, after what they say: before it, it may be a label. */
const areButtons = (cells: ReadonlyArray<Cell>, posts: number, cellAt: ReadonlyMap<number, Cell>): boolean => {
  const text = cells[0]?.piece.text ?? ""
  return (
    recordsOf(cells) * 2 > posts &&
    wordsOf(cells) <= cells.length * maxButtonWords &&
    /\p{L}{2}/u.test(text) &&
    !/\d/.test(text) &&
    cells.every((cell) => cell.piece.text === text && isControl(cell) && !isBeforeText(cell, cellAt.get(cell.at + 1)))
  )
}

const isControl = ({ path, piece: { linked, nodes, words } }: Cell): boolean =>
  linked * 2 > words ||
  path.includes("/button.") ||
  nodes.some((node) => isElement(node) && (node.localName === "button" || first(node, "button") !== null))

const isBeforeText = ({ record }: Cell, next: Cell | undefined): boolean =>
  next !== undefined &&
  next.record === record &&
  (next.piece.words > maxButtonWords || /\/li\.[^/]*\/$/.test(next.path))

/** The maximum words of a detail, and the minimum number of authors with several posts. */
const maxDetailWords = 15
const minAuthors = 2

/** The cells of authors with several posts, if each of these authors has one text here, and their texts differ. */
const detailsIn = (cells: ReadonlyArray<Cell>, postsOf: ReadonlyArray<ReadonlyArray<Cell>>): ReadonlyArray<Cell> => {
  const own = Map.groupBy(cells, ({ record }) => record)
  const found = postsOf
    .filter((posts) => posts.length > 1)
    .map((posts) => posts.map(({ record }) => own.get(record) ?? []))
    .filter((posts) => posts.some((texts) => texts.length > 0))
  const textsOf = found.map((posts) => posts.map((texts) => texts.map(({ piece }) => piece.text).join("\n")))
  const areSame = textsOf.every((texts) => texts.every((text) => text === texts[0])) && new Set(textsOf.flat()).size > 1
  const details = found.flat(2)
  const areShort = details.every(({ piece }) => piece.words <= maxDetailWords)
  return found.length >= minAuthors && areSame && areShort ? details : []
}
