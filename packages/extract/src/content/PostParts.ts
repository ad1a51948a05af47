/**
 * Parts of a thread's posts that don't belong to what a post says: signatures, buttons, and details of the author,
 * which are the same in all of an author's posts.
 */
import { type Cell, wordsOf } from "./Cells.ts"
import { holdsDate, holdsTime } from "./RecordFields.ts"

/** The keys of the columns of such parts. */
export const clutterIn = (
  columns: ReadonlyMap<string, ReadonlyArray<Cell>>,
  authors: ReadonlySet<Cell>,
): ReadonlySet<string> => {
  const authorOf = new Map(Array.from(authors, ({ piece, record }) => [record, piece.text]))
  const quoted = new Set([...columns.values()].flatMap((cells) => cells.filter(isQuoted).map(({ at }) => at)))
  const found = new Set<string>()
  for (const [key, cells] of columns) {
    // Posts of one day have the same date, and they may quote the same author.
    if (cells.some((cell) => authors.has(cell) || holdsTime(cell.piece))) continue
    if (cells.filter(({ at }) => quoted.has(at) && quoted.has(at + 1)).length * 2 > cells.length) continue
    if (isSignature(cells) || areButtons(cells) || areOfAuthors(cells, authorOf)) found.add(key)
  }
  return found
}

// --- private --------------------------------------------------------------------------

const isQuoted = ({ path }: Cell): boolean => path.includes("/blockquote.")

/** Whether most cells are in an element that is named a signature and doesn't say when the post was written. */
const isSignature = (cells: ReadonlyArray<Cell>): boolean =>
  cells.filter(({ path, piece }) => signature.test(path) && !hour.test(piece.text)).length * 2 > cells.length

const signature = /(?<![a-z])signature(?:container)?(?![a-z])/i
const hour = /\d:\d\d/

/** The mean number of equal buttons, and the maximum mean number of words of one. */
const minButtons = 3
const maxButtonWords = 5

const areButtons = (cells: ReadonlyArray<Cell>): boolean =>
  wordsOf(cells) <= cells.length * maxButtonWords &&
  new Set(cells.map(({ piece }) => piece.text)).size * minButtons <= cells.length &&
  cells.some(({ piece: { text } }) => /\p{L}{2}/u.test(text) && !holdsDate.test(text))

/** The minimum number of posts after their author's first one. */
const minRepeated = 2

/** Whether all posts of an author have the same text here; those of different authors don't. */
const areOfAuthors = (cells: ReadonlyArray<Cell>, authorOf: ReadonlyMap<Element, string>): boolean => {
  const texts = new Map<Element, string>()
  for (const { piece, record } of cells) texts.set(record, `${texts.get(record) ?? ""}\n${piece.text}`)
  const textOf = new Map<string, string>()
  let repeated = 0
  for (const [record, text] of texts) {
    const author = authorOf.get(record)
    if (author === undefined) continue
    const known = textOf.get(author)
    if (known !== undefined && known !== text) return false
    if (known !== undefined) repeated++
    textOf.set(author, text)
  }
  return repeated >= minRepeated && new Set(textOf.values()).size > 1
}
