/** An extractor's result: a document's text, and what was removed, simplified or unreadable. */
import * as Schema from "effect/Schema"
import { Offer } from "./Offer.ts"
import { Publication } from "./Publication.ts"

/**
 * Counts of what was removed: elements with text that the page hides (only the outermost of nested ones), and invisible
 * characters (zero-width, bidirectional controls, Unicode tag characters; not soft hyphens).
 */
export const Removed = Schema.Struct({
  /** Elements with text that the page hides; of nested ones only the outermost counts. */
  hidden_elements: Schema.Natural,
  /** Invisible characters: zero-width, bidirectional controls, Unicode tag characters. */
  invisible_characters: Schema.Natural,
})
export type Removed = typeof Removed.Type

/** The sum of several counts for one page; `undefined` if nothing was removed. */
export const sumRemoved = (...parts: ReadonlyArray<Partial<Removed> | undefined>): Removed | undefined => {
  const of = (name: keyof Removed): number => parts.reduce((total, part) => total + (part?.[name] ?? 0), 0)
  const removed = { hidden_elements: of("hidden_elements"), invisible_characters: of("invisible_characters") }
  return removed.hidden_elements + removed.invisible_characters === 0 ? undefined : removed
}

/**
 * `scripts`: scripts build the page, and they never run. `login`: it requires a login. `consent`: it requires consent,
 * mostly to cookies. `challenge`: it requires proof that a person visits it. `scanned`: it consists of images of text.
 * `membership`: all or the rest of it is for members or subscribers only.
 */
export const Obstacle = Schema.Literals(["scripts", "login", "consent", "challenge", "scanned", "membership"])
export type Obstacle = typeof Obstacle.Type

/** A sentence about an obstacle, for the model. */
export const obstacleSentence = (obstacle: Obstacle): string => obstacleSentences[obstacle]

/**
 * `structure`: the document has more or deeper elements than the extractor keeps, so parts have a simpler form.
 * `characters`, `pages`, `rows`, `entries`, `values`, `links`: only the first of them were read. `bytes`: the site sent
 * only some of them. `text`: parts within the main content read like clutter, and `read` of its `of` words are kept.
 * `scripts`: they should have run in a browser, and didn't. `rendering`: the page was still changing
 * when its time ended.
 */
export const ReducedPart = Schema.Literals([
  "structure",
  "characters",
  "pages",
  "rows",
  "entries",
  "values",
  "links",
  "bytes",
  "text",
  "scripts",
  "rendering",
])
export type ReducedPart = typeof ReducedPart.Type

/** One reduction. `read` is the number that was read, `of` the total; absent if not counted. */
export const Reduced = Schema.Struct({
  part: ReducedPart,
  read: Schema.optionalKey(Schema.Natural),
  of: Schema.optionalKey(Schema.Natural),
})
export type Reduced = typeof Reduced.Type

/** A sentence about a reduction, for the model. */
export const reducedSentence = ({ of, part, read }: Reduced): string => {
  const sentence = partSentences[part]
  if (sentence !== undefined) return sentence
  if (part === "text" && read !== undefined && of !== undefined)
    return `Parts within the main content are left out as clutter, ${of - read} of its ${of} words; ask with query.`
  if (read === undefined) return `Some ${part} of the document weren't read.`
  return of === undefined
    ? `Only the first ${read} ${part} of the document are read.`
    : `Only the first ${read} of ${of} ${part} of the document are read.`
}

/** The target of a document that is only a step on the way: a redirect in it, or a frame around another document. */
export const Onward = Schema.Struct({ url: Schema.String, by: Schema.Literals(["redirect", "frame"]) })
export type Onward = typeof Onward.Type

/** Maximum number of a page's links; the first ones count. */
export const maxLinks = 20_000

/**
 * A page's links. An array's schema runs a parser, which blocks other work, for each of tens of thousands of them; this
 * one looks at their types.
 */
export const Links: Schema.Codec<ReadonlyArray<string>> = Schema.declare((value): value is ReadonlyArray<string> => {
  if (!Array.isArray(value) || value.length > maxLinks) return false
  for (const link of value) if (typeof link !== "string") return false
  return true
})

/** The result of reading a document. */
export const Extracted = Schema.Struct({
  /** The title only: no byline, site or date. Empty if there is none. */
  title: Schema.String,
  /** The main content in the requested mode. Empty if there is none. */
  content: Schema.String,
  /** Absolute http(s) URLs of the content's links, without fragment, deduplicated, in order of appearance. */
  links: Links,
  /** Length of the readable text in characters, whatever the mode. */
  text_length: Schema.Natural,
  /**
   * Markdown of the text around the main content (navigation, related stories, comments), in document order. Bounded,
   * and never content. Absent unless `Fetched.withOutside` requests it and the extractor tells the two apart.
   */
  outside: Schema.optionalKey(Schema.String),
  /** Counts of removed invisible text; absent if there was none. */
  removed: Schema.optionalKey(Removed),
  /** The obstacle to reading the content; absent if there is none. */
  obstacle: Schema.optionalKey(Obstacle),
  /** Parts that were simplified or left out so that the document could be read; absent if there are none. */
  reduced: Schema.optionalKey(Schema.Array(Reduced)),
  /** The document's target, if it is only a step on the way to another one. Absent otherwise. */
  onward: Schema.optionalKey(Onward),
  /** `true` for a complete data document (a table, JSON, a feed), however short. Absent otherwise. */
  is_data: Schema.optionalKey(Schema.Literal(true)),
  /** `true` if all text of a small document is there, so that little text is no sign of missing text. */
  is_complete: Schema.optionalKey(Schema.Literal(true)),
  /** The offers that the metadata declares and the text lacks; absent if there are none. */
  offers: Schema.optionalKey(Schema.Array(Offer)),
  ...Publication.fields,
})
export type Extracted = typeof Extracted.Type

// --- private --------------------------------------------------------------------------

const obstacleSentences: Readonly<Record<Obstacle, string>> = {
  scripts: "JavaScript builds the page and didn't run here: parts may be missing.",
  login: "The page requires a login before it shows its content. Use another page.",
  consent: "The page requires consent, such as to cookies, before it shows its content. Use another page.",
  challenge: "The page requires a CAPTCHA or a similar check before it shows its content. Use another page.",
  scanned: "The document has images of its pages and no text, and images aren't read. Look for a text version.",
  membership: "All or the rest of the page is for its members or subscribers only. Use another page for that.",
}

const partSentences: Readonly<Partial<Record<ReducedPart, string>>> = {
  structure: "The document is very large or deeply nested, so parts of it are shown in a simpler form.",
  scripts: "No browser could run the page's scripts, so this is the page without them.",
  rendering: "The page was still changing when its time ended, so later parts may be missing.",
}
