/**
 * A page as it is stored: whole, before anything is cut, compressed or paged. It is a reader's result (its text, and
 * what was removed, simplified or unreadable) and its source. A backend's row becomes one when it enters the kernel.
 *
 * As with hits, the kernel trusts no row: title, links and text are cleaned here for every backend, and a row without
 * its final URL, its status or its content is bad. A row is validated once: a chain validates its providers' answers,
 * and the use-case accepts a {@link Delivery} as it is.
 */
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Predicate from "effect/Predicate"
import * as Schema from "effect/Schema"
import * as HttpUrl from "../url/HttpUrl.ts"
import * as TimeSlice from "../time/TimeSlice.ts"
import * as UntrustedText from "../text/UntrustedText.ts"

// --- a reader's result -----------------------------------------------------------------

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
 */
export const Obstacle = Schema.Literals(["scripts", "login", "consent", "challenge", "scanned"])
export type Obstacle = typeof Obstacle.Type

/** A sentence about an obstacle, for the model. */
export const obstacleSentence = (obstacle: Obstacle): string => obstacleSentences[obstacle]

/**
 * `structure`: the document has more or deeper elements than the reader keeps, so parts have a simpler form.
 * `characters`, `pages`, `rows`, `entries`, `values`, `links`: only the first of them were read.
 */
export const ReducedPart = Schema.Literals(["structure", "characters", "pages", "rows", "entries", "values", "links"])
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
  if (part === "structure") return structureSentence
  if (read === undefined) return `Some ${part} of the document weren't read.`
  return of === undefined
    ? `Only the first ${read} ${part} of the document are read.`
    : `Only the first ${read} of ${of} ${part} of the document are read.`
}

/** The result of reading a document. */
export const Extracted = Schema.Struct({
  /** The title only: no byline, site or date. Empty if there is none. */
  title: Schema.String,
  /** The main content in the requested mode. Empty if there is none. */
  content: Schema.String,
  /** Absolute http(s) URLs of the content's links, without fragment, deduplicated, in order of appearance. */
  links: Schema.Array(Schema.String),
  /** Length of the readable text in characters, whatever the mode. */
  text_length: Schema.Natural,
  /**
   * Markdown of the text around the main content (navigation, related stories, comments), in document order. Bounded,
   * and never content. Absent unless `Fetched.withOutside` requests it and the reader tells the two apart.
   */
  outside: Schema.optionalKey(Schema.String),
  /** Counts of removed invisible text; absent if there was none. */
  removed: Schema.optionalKey(Removed),
  /** The obstacle to reading the content; absent if there is none. */
  obstacle: Schema.optionalKey(Obstacle),
  /** Parts that were simplified or left out so that the document could be read; absent if there are none. */
  reduced: Schema.optionalKey(Schema.Array(Reduced)),
  /** `true` for a complete data document (a table, JSON, a feed), however short. Absent otherwise. */
  is_data: Schema.optionalKey(Schema.Literal(true)),
})
export type Extracted = typeof Extracted.Type

// --- the page --------------------------------------------------------------------------

/** A site's validators for revalidating a page (RFC 9110 section 8.8); `url` is the one that sent them. */
export const Validators = Schema.Struct({
  url: HttpUrl.HttpUrl,
  etag: Schema.optionalKey(Schema.String.check(Schema.isPattern(/^(?:W\/)?"[\x21\x23-\x7e\x80-\xff]{0,512}"$/))),
  last_modified: Schema.optionalKey(Schema.String.check(Schema.isPattern(/^[A-Za-z0-9 ,:+-]{1,64}$/))),
})
export type Validators = typeof Validators.Type

/**
 * A reader's cleaned result, and its source. `url` is the final one, `redirected_from` lists those before it, in order.
 */
export const StoredPage = Schema.Struct({
  ...Extracted.fields,
  url: HttpUrl.HttpUrl,
  status_code: Schema.Int,
  redirected_from: Schema.Array(HttpUrl.HttpUrl),
  validators: Schema.optionalKey(Validators),
})
export type StoredPage = typeof StoredPage.Type

/** Facts about a page that was read. */
interface Origin {
  /** Whether the backend itself had cached the page. */
  readonly cached: boolean
  /** `false` if the site forbids storing the page (RFC 9111 section 5.2.2.5). */
  readonly storable: boolean
}

/** The required part of a backend's row for a page; all other fields are optional. */
export type PageRow = Pick<StoredPage, "title" | "url" | "content" | "links" | "status_code"> &
  Partial<StoredPage & Origin>

/** A validated row. */
export interface Delivery extends Origin {
  readonly page: StoredPage
}

/** The row of a page that hasn't changed since the request's validators were issued. */
export const Unchanged = Schema.Struct({ unchanged: Schema.Literal(true) })
export type Unchanged = typeof Unchanged.Type

/** Whether a row reports that the page is {@link Unchanged}. */
export const isUnchanged = Schema.is(Unchanged)

/**
 * Validates a backend's row; `None` is a bad row. A long text is cleaned in parts, so that other work can run in
 * between.
 */
export const read = Effect.fnUntraced(function* (row: unknown): Effect.fn.Return<Option.Option<Delivery>> {
  if (ValidatedRow.is(row)) return Option.some(row)
  const decoded = decodeRow(row)
  if (Option.isNone(decoded)) return Option.none()
  const { cached = false, links, storable = true, outside, ...fields } = decoded.value
  if (!Array.isArray(links)) return Option.none()
  const content = yield* UntrustedText.cleanPage(fields.content)
  const around = outside === undefined ? undefined : yield* UntrustedText.cleanPage(outside)
  const removed = sumRemoved(fields.removed, {
    invisible_characters: (yield* UntrustedText.cleanPage(fields.title)).invisible + content.invisible,
  })
  const validators = Option.getOrUndefined(decodeValidators(fields.validators))
  const page: StoredPage = {
    title: UntrustedText.clean(fields.title, maxTitleLength).text,
    url: HttpUrl.normalise(fields.url) ?? fields.url,
    content: content.text,
    links: yield* cleanLinks(links),
    status_code: fields.status_code,
    text_length: fields.text_length ?? content.text.length,
    redirected_from: fields.redirected_from ?? [],
    ...(around === undefined ? {} : { outside: around.text }),
    ...(removed === undefined ? {} : { removed }),
    ...(fields.obstacle === undefined ? {} : { obstacle: fields.obstacle }),
    ...(fields.reduced === undefined || fields.reduced.length === 0 ? {} : { reduced: fields.reduced }),
    ...(fields.is_data === undefined ? {} : { is_data: fields.is_data }),
    ...(validators === undefined ? {} : { validators }),
  }
  return Option.some(new ValidatedRow(page, { cached, storable }))
})

// --- private --------------------------------------------------------------------------

const obstacleSentences: Readonly<Record<Obstacle, string>> = {
  scripts: "JavaScript builds the page and doesn't run here: parts may be missing.",
  login: "The page requires a login before it shows its content. Use another page.",
  consent: "The page requires consent, such as to cookies, before it shows its content. Use another page.",
  challenge: "The page requires a CAPTCHA or a similar check before it shows its content. Use another page.",
  scanned: "The document has images of its pages and no text, and images aren't read. Look for a text version.",
}

const structureSentence = "The document is very large or deeply nested, so parts of it are shown in a simpler form."

const maxTitleLength = 300

/** A delivery that {@link read} made: no row from elsewhere has the private field. */
class ValidatedRow implements Delivery {
  readonly #isValid = true
  readonly page: StoredPage
  readonly cached: boolean
  readonly storable: boolean

  constructor(page: StoredPage, { cached, storable }: Origin) {
    this.page = page
    this.cached = cached
    this.storable = storable
    Object.freeze(this)
  }

  static is(row: unknown): row is ValidatedRow {
    return Predicate.isObject(row) && #isValid in row && row.#isValid
  }
}

/** Maximum number of redirects that a backend may have followed. */
const maxRedirects = 100

const decodeRow = Schema.decodeUnknownOption(
  Schema.Struct({
    title: Schema.String,
    url: HttpUrl.HttpUrl,
    content: Schema.String,
    // Its entries are checked one by one, in slices of time.
    links: Schema.Unknown,
    status_code: Schema.Int.check(Schema.isBetween({ minimum: 100, maximum: 599 })),
    text_length: Schema.optionalKey(Schema.Natural),
    outside: Schema.optionalKey(Schema.String),
    removed: Schema.optionalKey(Removed),
    obstacle: Schema.optionalKey(Obstacle),
    reduced: Schema.optionalKey(Schema.Array(Reduced)),
    is_data: Schema.optionalKey(Schema.Literal(true)),
    cached: Schema.optionalKey(Schema.Boolean),
    redirected_from: Schema.optionalKey(Schema.Array(HttpUrl.HttpUrl).check(Schema.isMaxLength(maxRedirects))),
    validators: Schema.optionalKey(Schema.Unknown),
    storable: Schema.optionalKey(Schema.Boolean),
  }),
)

/** Invalid validators cost only a later download, so they don't fail the page. */
const decodeValidators = Schema.decodeUnknownOption(Validators)

/** Maximum number of links that are read; our reader keeps fewer. */
const maxLinks = 20_000

/** The cost of checking a link, beside that of its characters. */
const unitsOfLink = 256

const cleanLinks = Effect.fnUntraced(function* (
  links: ReadonlyArray<unknown>,
): Effect.fn.Return<ReadonlyArray<string>> {
  const seen = new Set<string>()
  const slice = TimeSlice.begin()
  for (const link of links.slice(0, maxLinks)) {
    if (typeof link !== "string") continue
    const clean = HttpUrl.withoutFragment(link)
    if (clean !== undefined) seen.add(clean)
    if (slice.spend(unitsOfLink + Math.min(link.length, HttpUrl.maxLength))) yield* TimeSlice.next
  }
  return Array.from(seen)
})
