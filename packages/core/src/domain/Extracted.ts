/** What a reader makes of a document, with what it took out, simplified or could not get at. */
import * as Schema from "effect/Schema"

/**
 * How much was taken out: elements with text that the page hides, of those within one another the outermost, and
 * characters without a shape (zero-width, bidirectional controls, tags; soft hyphens aren't counted).
 */
export const Removed = Schema.Struct({
  /** Elements with text that the page hides; of those within one another the outermost. */
  hidden_elements: Schema.Natural,
  /** Characters without a shape: zero-width, bidirectional controls, tags. */
  invisible_characters: Schema.Natural,
})
export type Removed = typeof Removed.Type

/** What of one page was taken out by several; none where nothing was. */
export const sumRemoved = (...parts: ReadonlyArray<Partial<Removed> | undefined>): Removed | undefined => {
  const of = (name: keyof Removed): number => parts.reduce((total, part) => total + (part?.[name] ?? 0), 0)
  const removed = { hidden_elements: of("hidden_elements"), invisible_characters: of("invisible_characters") }
  return removed.hidden_elements + removed.invisible_characters === 0 ? undefined : removed
}

/**
 * `scripts`: the page is put together by scripts, which are never run. `login`: it asks who one is. `consent`: it asks
 * for consent, mostly to cookies. `challenge`: it wants proof that a person visits it. `scanned`: it is made of
 * pictures of text.
 */
export const Obstacle = Schema.Literals(["scripts", "login", "consent", "challenge", "scanned"])
export type Obstacle = typeof Obstacle.Type

/** A sentence about an obstacle, for the model that asked for the page. */
export const obstacleSentence = (obstacle: Obstacle): string => obstacleSentences[obstacle]

/**
 * `structure`: parts are told in a simpler form, for it has more elements, or deeper ones, than are kept.
 * `characters`, `pages`, `rows`, `entries`, `values`, `links`: only the first of them are read.
 */
export const ReducedPart = Schema.Literals(["structure", "characters", "pages", "rows", "entries", "values", "links"])
export type ReducedPart = typeof ReducedPart.Type

/** One thing that was reduced. `read` is how many were read, `of` how many there are; absent where nobody counted. */
export const Reduced = Schema.Struct({
  part: ReducedPart,
  read: Schema.optionalKey(Schema.Natural),
  of: Schema.optionalKey(Schema.Natural),
})
export type Reduced = typeof Reduced.Type

/** A sentence about a reduction, for the model that asked for the page. */
export const reducedSentence = ({ of, part, read }: Reduced): string => {
  if (part === "structure") return structure
  if (read === undefined) return `Some ${part} of the document weren't read.`
  return of === undefined
    ? `Only the first ${read} ${part} of the document are read.`
    : `Only the first ${read} of ${of} ${part} of the document are read.`
}

/** The result of reading a document. */
export const Extracted = Schema.Struct({
  /** The title only: no byline, site or date. Empty when there is none. */
  title: Schema.String,
  /** The main content in the requested mode. Empty when there is none. */
  content: Schema.String,
  /** Absolute http(s) URLs of the content's links, without fragment, deduplicated, in order of appearance. */
  links: Schema.Array(Schema.String),
  /** Length of the readable text in characters, whatever the mode. */
  text_length: Schema.Natural,
  /**
   * Markdown of what the page shows around its main content (navigation, related stories, comments), in document order.
   * Bounded, and never content. Absent unless `Fetched.withOutside` asks for it and the reader tells the two apart.
   */
  outside: Schema.optionalKey(Schema.String),
  /** Counts of what was removed because readers can't see it; absent if nothing was. */
  removed: Schema.optionalKey(Removed),
  /** What keeps the content from being read; absent if nothing does. */
  obstacle: Schema.optionalKey(Obstacle),
  /** What was simplified or left out so that the document could be read; absent if nothing was. */
  reduced: Schema.optionalKey(Schema.Array(Reduced)),
  /** `true` for a data document (a table, JSON, a feed) that is there as a whole, however short. Absent otherwise. */
  is_data: Schema.optionalKey(Schema.Literal(true)),
})
export type Extracted = typeof Extracted.Type

// --- private --------------------------------------------------------------------------

const obstacleSentences: Readonly<Record<Obstacle, string>> = {
  scripts: "JavaScript builds the page and doesn't run here: parts may be missing.",
  login: "The page requires a login before it shows its content. Use another page.",
  consent: "The page requires consent, such as to cookies, before it shows its content. Use another page.",
  challenge: "The page requires a CAPTCHA or a similar check before it shows its content. Use another page.",
  scanned: "The document has images of its pages and no text, and images aren't read. Look for a text version.",
}

const structure = "The document is very large or deeply nested, so parts of it are shown in a simpler form."
