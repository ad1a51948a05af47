/**
 * A backend's row for a page, and its check: a valid row becomes a {@link StoredPage} when it enters the kernel.
 *
 * As with hits, the kernel trusts no row: title, links and text are cleaned here for every backend, and a row without
 * its final URL, its status or its content is bad. A row is validated once: a chain validates its providers' answers,
 * and the use-case accepts a {@link Delivery} as it is.
 */
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Predicate from "effect/Predicate"
import * as Schema from "effect/Schema"
import * as AddressRules from "../url/AddressRules.ts"
import * as HttpUrl from "../url/HttpUrl.ts"
import { make } from "../WebError.ts"
import * as TimeSlice from "../time/TimeSlice.ts"
import * as UntrustedText from "../text/UntrustedText.ts"
import * as Usage from "./Usage.ts"
import * as Offer from "./Offer.ts"
import * as Publication from "./Publication.ts"
import { maxLinks, Obstacle, Reduced, Removed, sumRemoved } from "./Extracted.ts"
import type { StoredPage } from "./StoredPage.ts"
import { Validators } from "./StoredPage.ts"

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

/** The failure of a row that isn't a valid page. */
export const badPageError = make({
  error: "invalid_backend_response",
  message: "The page reader returned no valid page. Try once more, or use another page.",
})

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
  const offers = Offer.read(fields.offers)
  const usage = Usage.combined(Option.toArray(decodeUsage(fields.usage)))
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
    ...(fields.is_complete === undefined ? {} : { is_complete: fields.is_complete }),
    ...(offers.length === 0 ? {} : { offers }),
    ...Publication.read(fields),
    ...(usage === undefined ? {} : { usage }),
    ...(validators === undefined ? {} : { validators }),
    ...(fields.rendered === undefined ? {} : { rendered: fields.rendered }),
    ...(fields.address_rule === undefined ? {} : { address_rule: fields.address_rule }),
  }
  return Option.some(new ValidatedRow(page, { cached, storable }))
})

// --- private --------------------------------------------------------------------------

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
    is_complete: Schema.optionalKey(Schema.Literal(true)),
    offers: Schema.optionalKey(Schema.Unknown),
    ...Publication.rowFields,
    usage: Schema.optionalKey(Schema.Unknown),
    cached: Schema.optionalKey(Schema.Boolean),
    redirected_from: Schema.optionalKey(Schema.Array(HttpUrl.HttpUrl).check(Schema.isMaxLength(maxRedirects))),
    validators: Schema.optionalKey(Schema.Unknown),
    rendered: Schema.optionalKey(Schema.Literal(true)),
    address_rule: Schema.optionalKey(Schema.Literal(AddressRules.markdownLink)),
    storable: Schema.optionalKey(Schema.Boolean),
  }),
)

/** Invalid validators cost only a later download, so they don't fail the page. */
const decodeValidators = Schema.decodeUnknownOption(Validators)

const decodeUsage = Schema.decodeUnknownOption(Usage.Usage)

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
