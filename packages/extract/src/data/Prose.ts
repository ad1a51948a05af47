/**
 * Which strings of some data are written to be read: prose, or a piece of HTML with prose in it; not addresses,
 * identifiers, code, styles or single words. {@link proseIn} finds the part of a JSON value that holds most of it.
 *
 * Nobody knows the keys, so the shape alone counts: from the whole down, the part that still holds most of the
 * prose of the part before. Dictionaries of an interface's sentences are passed over.
 */
import { isObject } from "../metadata/StructuredData.ts"

/** Pieces of prose or of HTML, in their order. */
export type Pieces = ReadonlyArray<string>

/** The prose of that part of a value that holds most of it; none when there is hardly any. */
export const proseIn = (value: unknown): Pieces => {
  let part = weighed(value, { left: mostValues }, 0)
  if (part.weight === 0) return []
  for (;;) {
    const heaviest = part.parts.find(({ weight }) => weight >= part.weight * chief)
    if (heaviest === undefined || heaviest.parts.length === 0) break
    part = heaviest
  }
  const pieces: Array<string> = []
  gather(part, pieces)
  return Array.from(new Set(pieces))
}

/** Whether a text is a piece of HTML. */
export const isHtml = (text: string): boolean =>
  /<(?:p|div|h[1-6]|ul|ol|section|article|table|blockquote|figure|br)\b[^<>]*>/i.test(text)

/** How many characters of a text are read, tags and white space not counted. */
export const lengthOf = (text: string): number => withoutTags(text).replace(/\s+/g, " ").trim().length

// --- private --------------------------------------------------------------------------

/** A value, how much prose it holds, and what it is made of. */
interface Part {
  readonly weight: number
  readonly text: string | undefined
  readonly parts: ReadonlyArray<Part>
}

/** The share of a part's prose that a part of it must hold to be taken for all that counts. */
const chief = 0.7
const deepest = 60
const mostValues = 300_000
const longestPiece = 500_000

const nothing: Part = { weight: 0, text: undefined, parts: [] }

const weighed = (value: unknown, budget: { left: number }, depth: number): Part => {
  if (depth > deepest || budget.left-- <= 0) return nothing
  if (typeof value === "string") return { weight: isProse(value) ? lengthOf(value) : 0, text: value, parts: [] }
  if (Array.isArray(value)) {
    const run = joinedSpans(value)
    return run === undefined ? joined(value, budget, depth) : weighed(run, budget, depth + 1)
  }
  if (!isObject(value)) return nothing
  const entries = Object.entries(value)
  return isDictionary(entries)
    ? nothing
    : joined(
        entries.flatMap(([name, inner]) => (interfaceNames.test(name) ? [] : [inner])),
        budget,
        depth,
      )
}

const joined = (values: ReadonlyArray<unknown>, budget: { left: number }, depth: number): Part => {
  const parts = values
    .map((inner) => weighed(inner, budget, depth + 1))
    .filter((part) => part.weight > 0 || isLine(part.text))
  return { weight: parts.reduce((sum, part) => sum + part.weight, 0), text: undefined, parts }
}

const gather = (part: Part, pieces: Array<string>): void => {
  if (part.text !== undefined) pieces.push(part.text)
  for (const inner of part.parts) gather(inner, pieces)
}

/** The text of a run of differently marked words, as the formats of editors have it. */
const joinedSpans = (values: ReadonlyArray<unknown>): string | undefined => {
  let text = ""
  for (const value of values) {
    if (!isObject(value)) return undefined
    const type = value.type ?? value._type ?? value.nodeType
    const own = value.text ?? value.value
    if (typeof own !== "string" || (type !== "text" && type !== "span" && type !== undefined)) return undefined
    text += own
  }
  return text === "" ? undefined : text
}

const interfaceNames =
  /^(?:i18n|intl|messages?|translations?|locales?|dictionar(?:y|ies)|strings|labels|config|settings|features?|experiments?)$/i

/** Many short texts by name are what an interface says, not what a page does. */
const isDictionary = (entries: ReadonlyArray<readonly [string, unknown]>): boolean => {
  const texts = entries.filter(([, value]) => typeof value === "string")
  const short = texts.filter(([, value]) => typeof value === "string" && value.length < 120)
  return texts.length >= 30 && short.length * 2 > texts.length
}

const isProse = (text: string): boolean => {
  if (text.length < 60 || text.length > longestPiece || looksLikeCode(text)) return false
  const read = isHtml(text) ? withoutTags(text) : text
  return isSentence(read) && read.trim().length >= 40
}

/** A shorter line, such as a heading, that belongs to prose where it stands among it. */
const isLine = (text: string | undefined): boolean =>
  text !== undefined && text.length >= 25 && text.length < longestPiece && !looksLikeCode(text) && isSentence(text)

const isSentence = (text: string): boolean => {
  const start = text.slice(0, 2_000)
  const ideographs = (start.match(/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/gu) ?? [])
    .length
  if (ideographs * 2 > start.length) return true
  const letters = (start.match(/[\p{L}\p{M}\s.,'’-]/gu) ?? []).length
  const words = (start.match(/\p{L}{2,}/gu) ?? []).length
  return words >= 4 && letters * 5 > start.length * 4 && /\s/.test(start)
}

const looksLikeCode = (text: string): boolean => {
  const start = text.slice(0, 500).trimStart()
  return (
    /^(?:https?:|data:|\/|[.#@][\w-]+\s*\{|[{[]|function\b|import\b|var\b|\(\(?)/.test(start) ||
    /[{};]\s*[\w-]+\s*:\s*[^;{}]{1,100};/.test(start)
  )
}

const withoutTags = (text: string): string => text.replace(/<[^<>]*>/g, " ")
