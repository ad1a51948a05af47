/**
 * Finds the part of a JSON value that holds most of its prose: text or HTML written to be read, not addresses,
 * identifiers, code or single words. Keys have no meaning, except those of an interface's texts: from the whole down, the
 * part with most of the prose is followed.
 */
import { isObject } from "../metadata/StructuredData.ts"

/** Pieces of text or HTML, in order. */
export type Pieces = ReadonlyArray<string>

/** The prose of the part of a value that holds most of it. */
export const proseIn = (value: unknown): Pieces => {
  let part = weighed(value, { left: mostValues }, 0)
  if (part.weight === 0) return []
  for (;;) {
    const heaviest = part.parts.find(({ weight }) => weight >= part.weight * 0.7)
    if (heaviest === undefined || heaviest.parts.length === 0) return Array.from(new Set(textsIn(part)))
    part = heaviest
  }
}

/** Whether a text is HTML. */
export const isHtml = (text: string): boolean =>
  /<(?:p|div|h[1-6]|ul|ol|section|article|table|blockquote|figure|br)\b[^<>]*>/i.test(text)

/** The number of characters that are read, without tags and repeated white space. */
export const lengthOf = (text: string): number => withoutTags(text).replace(/\s+/g, " ").trim().length

// --- private --------------------------------------------------------------------------

/** A value with the characters of prose in it. */
interface Part {
  readonly weight: number
  readonly text?: string
  readonly parts: ReadonlyArray<Part>
}

const deepest = 60
const mostValues = 300_000
const longestPiece = 500_000

const weighed = (value: unknown, budget: { left: number }, depth: number): Part => {
  const run = Array.isArray(value) ? (joinedSpans(value) ?? value) : value
  if (depth > deepest || budget.left-- <= 0) return { weight: 0, parts: [] }
  if (typeof run === "string") return { weight: isProse(run) ? lengthOf(run) : 0, text: run, parts: [] }
  const parts = valuesOf(run)
    .map((inner) => weighed(inner, budget, depth + 1))
    .filter(({ text, weight }) => weight > 0 || isLine(text))
  return { weight: parts.reduce((sum, { weight }) => sum + weight, 0), parts }
}

const interfaceNames =
  /^(?:i18n|intl|messages?|translations?|locales?|dictionar(?:y|ies)|strings|labels|config|settings|features?|experiments?)$/i

/** What a value consists of; many short texts by name are an interface's. */
const valuesOf = (value: unknown): ReadonlyArray<unknown> => {
  if (Array.isArray(value)) return value
  if (!isObject(value)) return []
  const entries = Object.entries(value)
  const texts = entries.flatMap(([, inner]) => (typeof inner === "string" ? [inner] : []))
  if (texts.length >= 30 && texts.filter((text) => text.length < 120).length * 2 > texts.length) return []
  return entries.flatMap(([name, inner]) => (interfaceNames.test(name) ? [] : [inner]))
}

const textsIn = ({ parts, text }: Part): Pieces => (text === undefined ? parts.flatMap(textsIn) : [text])

/** The text of a run of spans, as editors save it. */
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

const isProse = (text: string): boolean => {
  if (text.length < 60 || text.length > longestPiece || looksLikeCode(text)) return false
  const read = isHtml(text) ? withoutTags(text) : text
  return isSentence(read) && read.trim().length >= 40
}

/** A shorter line, such as a heading, counts among prose. */
const isLine = (text: string | undefined): boolean =>
  text !== undefined && text.length >= 25 && text.length < longestPiece && !looksLikeCode(text) && isSentence(text)

const isSentence = (text: string): boolean => {
  const start = text.slice(0, 2_000)
  const count = (pattern: RegExp): number => start.match(pattern)?.length ?? 0
  // These scripts have no spaces between words.
  const unspaced = count(/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/gu)
  if (unspaced * 2 > start.length) return true
  return count(/\p{L}{2,}/gu) >= 4 && count(/[\p{L}\p{M}\s.,'’-]/gu) * 5 > start.length * 4 && /\s/.test(start)
}

const looksLikeCode = (text: string): boolean => {
  const start = text.slice(0, 500).trimStart()
  return (
    /^(?:https?:|data:|\/|[.#@][\w-]+\s*\{|[{[]|function\b|import\b|var\b|\(\(?)/.test(start) ||
    /[{};]\s*[\w-]+\s*:\s*[^;{}]{1,100};/.test(start)
  )
}

const withoutTags = (text: string): string => text.replace(/<[^<>]*>/g, " ")
