/**
 * The records of a page of a corpus, which a reader should keep whole: posts with their author, cards with their price,
 * place and date, rows of tables with their first cell.
 */
import * as Scores from "../scores/Scores.ts"

/** A part of a record: its kind, such as `price`, and its words. */
export interface Part {
  readonly kind: string
  readonly words: ReadonlyArray<string>
  /** Whether the part precedes the record's anchor in the page. */
  readonly isBefore: boolean
}

/** A repeated item: a post whose anchor is its text, or a card whose anchor is its title. */
export interface Record {
  readonly anchor: ReadonlyArray<string>
  readonly parts: ReadonlyArray<Part>
  /** All words of the record in the page. */
  readonly source: ReadonlyArray<string>
}

/** The text of a node on one line. */
export const lineOf = (node: Node | null | undefined): string => (node?.textContent ?? "").replace(/\s+/g, " ").trim()

/** Elements for screen readers only. */
export const spoken = ".sr-only,.visually-hidden,.visuallyhidden,.screen-reader-text"

/** Elements that the page hides until a script or a click shows them. */
export const unseenBy = "[hidden],[style*='display:none'],[style*='display: none']"

/** The words of an element; block elements, links and cells separate words, scripts and styles have none. */
export const wordsIn = (element: Element): ReadonlyArray<string> => wordsOf(textIn(element))

/**
 * Words of a text; superscript digits count as digits, grouped digits as one number, and letters next to a number as a
 * separate word.
 */
export const wordsOf = (text: string): ReadonlyArray<string> =>
  Scores.wordsOf(
    text
      .normalize("NFKC")
      .replace(/(?<=\d)[.,](?=\d{3}(?!\d))/g, "")
      .replace(/(?<=\d)(?=\p{L})|(?<=\p{L})(?=\d)/gu, " "),
  )

/** The text of an element, as a reader sees it. */
export const textIn = (element: Element): string => {
  const pieces: Array<string> = []
  const visit = (node: Node): void => {
    if (node.nodeType === 3) pieces.push(node.nodeValue ?? "")
    const name = node.nodeName.toLowerCase()
    if (unseen.has(name) || isSpoken(node)) return
    if (!inline.has(name)) pieces.push(" ")
    for (let child = node.firstChild; child !== null; child = child.nextSibling) visit(child)
    if (!inline.has(name)) pieces.push(" ")
  }
  visit(element)
  return pieces.join("").replace(/\s+/g, " ").trim()
}

/** Elements by their position in the document. */
export type Order = ReadonlyMap<Element, number>

/** Numbers the elements of a document in its order; the parser's own comparison isn't reliable. */
export const orderOf = (document: Document): Order =>
  new Map(Array.from(document.querySelectorAll("*"), (element, at) => [element, at]))

/** Whether one element starts before another. */
export const isBefore = (order: Order, first: Element, second: Element): boolean =>
  (order.get(first) ?? 0) < (order.get(second) ?? 0)

/** Whether words occur in others, in this order without a gap. */
export const holds = (words: ReadonlyArray<string>, sought: ReadonlyArray<string>): boolean =>
  indexOf(words, sought, 0) >= 0

/** The first position of words in others from an index on, -1 if there is none. */
export const indexOf = (words: ReadonlyArray<string>, sought: ReadonlyArray<string>, from: number): number => {
  for (let at = words.indexOf(sought[0] ?? "", from); at >= 0; at = words.indexOf(sought[0] ?? "", at + 1))
    if (sought.every((word, offset) => words[at + offset] === word)) return at
  return -1
}

// --- private --------------------------------------------------------------------------

const unseen: ReadonlySet<string> = new Set(["script", "style", "template", "noscript", "svg"])

/** Whether a node is for screen readers only. */
const isSpoken = (node: Node): boolean =>
  "className" in node && /\b(?:sr-only|visually-?hidden|screen-reader-text)\b/.test(String(node.className))

const inline: ReadonlySet<string> = new Set(
  "#text abbr b bdi bdo cite code em font i kbd mark q s small span strong sub sup time u var wbr".split(" "),
)
