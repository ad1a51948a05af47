/**
 * What a chunk can't be read without: a label, a lead-in or a picture needs what follows it; a sentence that refers
 * back needs the one before it; a row, an item or a value needs what introduces it.
 */
import type { Chunk } from "./Chunks.ts"
import { wordsOf } from "./Words.ts"

/** A page in chunks. */
export interface Page {
  readonly text: string
  readonly chunks: ReadonlyArray<Chunk>
}

/** A chunk and its companions, in the page's order; `undefined` if what it leads to can't be shown with it. */
export const companionsOf = (page: Page, at: number): ReadonlyArray<number> | undefined => {
  const chunk = page.chunks[at]
  if (chunk === undefined || (chunk.kind === "heading" && chunk.isOutside)) return undefined
  const last = lastOf(page, at)
  if (last === undefined) return undefined
  const first = firstOf(page, at)
  const group = Array.from({ length: last - first + 1 }, (_, offset) => first + offset)
  const { lead } = chunk
  const isNear =
    lead !== undefined && (lead === first - 1 || lengthOf(chunk) <= maxLedLength || standsApart(page, lead))
  return lead !== undefined && lead < first && isNear ? [lead, ...group] : group
}

// --- private --------------------------------------------------------------------------

/** A chunk with fewer words is bare, unless they are an amount. */
const minWords = 3

/** Maximum characters of a chunk that is read as words to see whether it is bare. */
const maxBareLength = 400

/** The words of a picture. */
const pictures = /!\[[^[\]]*\]/g

/** Maximum characters of a body that a label or a lead-in brings, and of an answer that a question brings. */
const maxBodyLength = 500
const maxAnswerLength = 300

/** Maximum characters of a chunk that a later one brings, and of a label that a body brings. */
const maxBeforeLength = 200
const maxLabelLength = 60

/** Maximum characters of an item that brings its introduction although others stand between them. */
const maxLedLength = 60

/** Maximum number of chunks that follow, and that go before. */
const maxAfter = 3
const maxBefore = 2

/** Characters at the beginning of a chunk that hold its first word. */
const maxOpening = 40

/** English words at the beginning of a sentence that stand for something said before. */
const backwards = new Set(
  "then it its this these those they their he his she such also however therefore thus otherwise instead".split(" "),
)

/**
 * Whether an introduction can be read apart from what follows it. After a colon, a later item would seem to be the
 * first; so only a short one brings that. And a picture is seen beside its text only.
 */
const standsApart = (page: Page, at: number): boolean => endOf(page, at) === undefined && saidOf(page, at).length > 0

/** Whether a chunk says nothing alone: a term, a label, a number, or a picture. */
const isBare = (page: Page, at: number): boolean => {
  const chunk = page.chunks[at]
  if (chunk === undefined || chunk.kind === "heading" || chunk.kind === "code" || lengthOf(chunk) > maxBareLength)
    return false
  const words = saidOf(page, at)
  const isAmount = words.some((word) => /\p{N}/u.test(word)) && words.some((word) => /\p{L}{2}/u.test(word))
  return words.length < minWords && !isAmount
}

/** The words of a chunk beside those of pictures. */
const saidOf = ({ chunks, text }: Page, at: number): ReadonlyArray<string> =>
  wordsOf(text.slice(chunks[at]?.start, chunks[at]?.end).replace(pictures, ""))

/** The last chunk of what a chunk leads to; itself if it leads to nothing. */
const lastOf = (page: Page, at: number): number | undefined => {
  const chunk = page.chunks[at]
  for (let last = at; ; last++) {
    const end = endOf(page, last)
    const isValue = last === at && end === undefined && chunk?.lead !== undefined && !chunk.isOutside
    if (isValue || (end === undefined && !isBare(page, last))) return last
    // Beyond the main content, what follows a label is often another's.
    if (chunk?.isOutside === true && end === undefined) return undefined
    const next = page.chunks[last + 1]
    const maxLength = end === "?" ? maxAnswerLength : maxBodyLength
    const isBody = next?.isOutside === chunk?.isOutside && next?.kind !== "heading" && lengthOf(next) <= maxLength
    if (isBody && last - at < maxAfter) continue
    const isQuestion = end === "?" && !isBare(page, last)
    return isQuestion || (chunk?.lead !== undefined && !chunk.isOutside) ? last : undefined
  }
}

/** The first chunk of what a chunk refers to, and of the label above it. */
const firstOf = (page: Page, at: number): number => {
  let first = at
  while (at - first < maxBefore) {
    const before = page.chunks[first - 1]
    if (before === undefined || before.trail !== page.chunks[at]?.trail) return first
    const isLabel = lengthOf(before) < maxLabelLength && isBare(page, first - 1)
    const isNeeded = isLabel || (lengthOf(before) <= maxBeforeLength && refersBack(page, first))
    if (!isNeeded) return first
    first--
  }
  return first
}

/** Whether a chunk opens with a word for something said before. */
const refersBack = ({ chunks, text }: Page, at: number): boolean => {
  const start = chunks[at]?.start ?? 0
  return backwards.has(wordsOf(text.slice(start, start + maxOpening))[0] ?? "")
}

/** The mark at the end of a chunk that leads to the next one. */
const endOf = ({ chunks, text }: Page, at: number): ":" | "?" | undefined => {
  const chunk = chunks[at]
  if (chunk === undefined) return undefined
  const end = text.slice(Math.max(chunk.start, chunk.end - 8), chunk.end)
  if (/[:：]["”»)*_`]*$/.test(end)) return ":"
  return /[?？]["”»)*_]*$/.test(end) ? "?" : undefined
}

const lengthOf = (chunk: Chunk | undefined): number => (chunk === undefined ? 0 : chunk.end - chunk.start)
