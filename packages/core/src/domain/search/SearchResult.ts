/**
 * The answer of `web_search`, which every front end returns or turns into text, and the rule that turns a backend's row
 * into a hit.
 *
 * A backend maps its provider's answer to rows; the kernel trusts none of them. A row without an absolute http(s)
 * `url`, or with something other than text as a text, is a bad row and fails the call. Invalid metadata only loses its
 * key.
 *
 * A backend may be plain JavaScript, so its answer is validated, once. A chain validates its providers' answers, so
 * that it calls the next provider after a bad one; the use-case accepts validated rows as they are.
 */
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Predicate from "effect/Predicate"
import * as Schema from "effect/Schema"
import * as HttpUrl from "../url/HttpUrl.ts"
import { publishedAt } from "../time/PublishedAt.ts"
import * as TimeSlice from "../time/TimeSlice.ts"
import * as UntrustedText from "../text/UntrustedText.ts"
import { Attempt, isParameterName, make, type WebError } from "../WebError.ts"

// --- rows ------------------------------------------------------------------------------

/**
 * A backend's answer and its provider. `rows` are `SearchRow`s. `ignored` names the query's fields that it couldn't
 * express; the kernel then filters by domain and date itself, as far as the rows' dates are known.
 */
export interface SearchAnswer {
  readonly provider: string
  readonly rows: ReadonlyArray<unknown>
  readonly ignored?: ReadonlyArray<string>
  /** The number of the provider's rows that the backend dropped, because they can't be hits. */
  readonly unusable?: number
  readonly attempts?: ReadonlyArray<Attempt>
}

/** A validated row: its URL is absolute, http or https. Its texts aren't clean, and its metadata may be anything. */
export const ReadRow = Schema.Struct({
  title: Schema.String,
  url: HttpUrl.HttpUrl,
  snippet: Schema.String,
  metadata: Schema.optionalKey(Schema.Unknown),
})
export type ReadRow = typeof ReadRow.Type

/** A validated answer, as it is stored. */
export const ReadAnswer = Schema.Struct({
  provider: Schema.String,
  rows: Schema.Array(ReadRow),
  ignored: Schema.optionalKey(Schema.Array(Schema.String)),
  unusable: Schema.optionalKey(Schema.Finite),
  attempts: Schema.optionalKey(Schema.Array(Attempt)),
})
export type ReadAnswer = typeof ReadAnswer.Type

/** The failure of an answer that isn't a list of hits, or has a bad row. */
export const badAnswerError = make({
  error: "invalid_backend_response",
  message: "The search backend returned no valid list of hits. Try once more.",
})

/** Maximum number of rows that are read: twice the maximum of a call. Later ones are dropped unread. */
export const maxRows = 200

/**
 * Validates an answer and its first {@link maxRows} rows; fails with {@link badAnswerError}. A bare array is the answer
 * of `provider`.
 */
export const read = Effect.fnUntraced(function* (
  answer: unknown,
  provider = "custom",
): Effect.fn.Return<ReadAnswer, WebError> {
  const parts = Array.isArray(answer) ? { provider, rows: answer } : answer
  if (!Predicate.isObject(parts)) return yield* Effect.fail(badAnswerError)
  const { provider: named, rows: unread, ignored, attempts, unusable } = parts
  const rows = Array.isArray(unread) ? yield* readRows(unread) : undefined
  if (typeof named !== "string" || rows === undefined) return yield* Effect.fail(badAnswerError)
  return {
    provider: named,
    rows,
    ...(Array.isArray(ignored) ? { ignored: parametersOf(ignored) } : {}),
    ...(typeof unusable === "number" && unusable > 0 ? { unusable } : {}),
    ...(Array.isArray(attempts)
      ? { attempts: attempts.flatMap((attempt) => Option.toArray(decodeAttempt(attempt))) }
      : {}),
  }
})

/** Marks a list of validated rows: {@link read} accepts it as it is. */
export const ofReadRows = (rows: ReadonlyArray<ReadRow>): ReadonlyArray<ReadRow> => {
  const list = Object.freeze(rows.slice(0, maxRows))
  lists.add(list)
  return list
}

// --- answers ---------------------------------------------------------------------------

/** Maximum length of title and snippet, in characters. */
export const maxTitleLength = 300
export const maxSnippetLength = 500

/** What a provider knows of a hit besides its text; an unknown value has no key. `published_at` is ISO 8601 in UTC. */
export const HitMetadata = Schema.Struct({
  /** Engine behind the provider that found the hit; at most 100 characters. */
  engine: Schema.optionalKey(Schema.String),
  /** The provider's own score; comparable within one result only. */
  score: Schema.optionalKey(Schema.Finite),
  /** Category that the provider states; at most 100 characters. */
  category: Schema.optionalKey(Schema.String),
  /** Time of publication, ISO 8601 in UTC. */
  published_at: Schema.optionalKey(Schema.String),
  /** Absolute http(s) URL of an image. */
  thumbnail: Schema.optionalKey(Schema.String),
})
export type HitMetadata = typeof HitMetadata.Type

/** A hit as the model sees it. */
export const SearchHit = Schema.Struct({
  /** Plain text, at most 300 characters. Untrusted. */
  title: Schema.String,
  /** Absolute http(s) URL. */
  url: HttpUrl.HttpUrl,
  /** Plain text, at most 500 characters. Untrusted. */
  snippet: Schema.String,
  /** Metadata; only under `include_metadata`. */
  metadata: Schema.optionalKey(HitMetadata),
})
export type SearchHit = typeof SearchHit.Type

/** A backend's row for a hit. */
export interface SearchRow {
  readonly title: string
  readonly url: string
  readonly snippet: string
  readonly metadata?: { readonly [K in keyof HitMetadata]?: unknown } | undefined
}

/** A hit made of a row, whether its snippet was cut, and its time of publication (ISO 8601 in UTC), if known. */
export interface ReadHit {
  readonly hit: SearchHit
  readonly cut: boolean
  readonly publishedAt: string | undefined
}

/** The cost of reading a row: each of its texts is searched a few times. */
export const unitsOf = ({ snippet, title, url }: ReadRow): number => 4 * (url.length + title.length + snippet.length)

/** Turns a row into a hit; `publishedAt` is set even if metadata isn't requested. */
export const fromRow = ({ metadata, snippet, title, url }: ReadRow, includeMetadata: boolean): ReadHit => {
  const text = UntrustedText.clean(snippet, maxSnippetLength)
  const known = includeMetadata ? readMetadata(metadata) : {}
  return {
    hit: {
      title: UntrustedText.clean(title, maxTitleLength).text,
      url,
      snippet: text.text,
      ...(Object.keys(known).length > 0 ? { metadata: known } : {}),
    },
    cut: text.cut,
    publishedAt: Predicate.isObject(metadata) ? readDate(metadata["published_at"]) : undefined,
  }
}

/** The fields of a search's answer; `count` is `hits.length`. */
export const resultFields = {
  /** Hits in the provider's order. */
  hits: Schema.Array(SearchHit),
  /** Number of `hits`. */
  count: Schema.Natural,
  /** Name of the provider that answered, such as `searxng`. */
  provider: Schema.String,
  /** Sentences for the model, for example that nothing was found or that hits were left out. */
  message: Schema.optionalKey(Schema.String),
  /** Fields of the query that the provider can't express. */
  ignored: Schema.optionalKey(Schema.Array(Schema.String)),
  /** Providers that were called, in order; only under `include_metadata`. */
  attempts: Schema.optionalKey(Schema.Array(Attempt)),
}

/**
 * The hits in the backend's order, and the provider. `message` holds sentences for the model, `ignored` names query
 * fields that the provider can't express, and `attempts` comes with `include_metadata`.
 */
export const SearchResult = Schema.Struct(resultFields).annotate({ identifier: "SearchResult" })
export type SearchResult = typeof SearchResult.Type

// --- private --------------------------------------------------------------------------

const readMetadata = (metadata: unknown): HitMetadata => {
  if (!Predicate.isObject(metadata)) return {}
  const engine = shortText(metadata["engine"])
  const score = metadata["score"]
  const category = shortText(metadata["category"])
  const published_at = readDate(metadata["published_at"])
  const thumbnail = typeof metadata["thumbnail"] === "string" ? HttpUrl.normalise(metadata["thumbnail"]) : undefined
  return {
    ...(engine === undefined ? {} : { engine }),
    ...(typeof score === "number" && Number.isFinite(score) && score !== 0 ? { score } : {}),
    ...(category === undefined ? {} : { category }),
    ...(published_at === undefined ? {} : { published_at }),
    ...(thumbnail === undefined || thumbnail.length > 2_048 ? {} : { thumbnail }),
  }
}

const readDate = (value: unknown): string | undefined => (typeof value === "string" ? publishedAt(value) : undefined)

/** A clean text of at most 100 characters; `undefined` if there is none. */
const shortText = (value: unknown): string | undefined => {
  const text = typeof value === "string" ? UntrustedText.clean(value, 100).text : ""
  return text === "" ? undefined : text
}

/** The names of parameters, each once; a backend's other words are dropped. */
const parametersOf = (names: ReadonlyArray<unknown>): ReadonlyArray<string> =>
  Array.from(new Set(names.filter(Predicate.isString).filter(isParameterName)))

const decodeAttempt = Schema.decodeUnknownOption(Attempt)

const decodeRow = Schema.decodeUnknownOption(ReadRow)

/** The lists that hold only validated rows. */
const lists = new WeakSet<ReadonlyArray<unknown>>()

const isRead = (rows: ReadonlyArray<unknown>): rows is ReadonlyArray<ReadRow> => lists.has(rows)

const readRows = Effect.fnUntraced(function* (
  rows: ReadonlyArray<unknown>,
): Effect.fn.Return<ReadonlyArray<ReadRow> | undefined> {
  if (isRead(rows)) return rows
  const read: Array<ReadRow> = []
  const slice = TimeSlice.begin()
  for (const row of rows.slice(0, maxRows)) {
    const decoded = decodeRow(row)
    if (Option.isNone(decoded)) return undefined
    const { url } = decoded.value
    read.push({ ...decoded.value, url: HttpUrl.normalise(url) ?? url })
    if (slice.spend(4 * url.length)) yield* TimeSlice.next
  }
  return ofReadRows(read)
})
