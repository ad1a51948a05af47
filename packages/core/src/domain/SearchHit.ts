/**
 * One hit of a search, and the rule by which a backend's row becomes one.
 *
 * A backend maps its provider's answer to rows; the kernel trusts none of them. A row without an
 * absolute http(s) `url`, or without text where text belongs, is a bad row and fails the call.
 * Metadata that can't be used drops its key, no more.
 */
import * as Option from "effect/Option"
import * as Predicate from "effect/Predicate"
import * as Schema from "effect/Schema"
import * as UntrustedText from "./UntrustedText.ts"
import * as HttpUrl from "./HttpUrl.ts"
import * as PublishedAt from "./PublishedAt.ts"

/** Longest title and snippet, in characters. */
export const maxTitleLength = 300
export const maxSnippetLength = 500

/** What is known of a hit beside its text; an unknown value has no key. `published_at` is ISO 8601 in UTC. */
export const HitMetadata = Schema.Struct({
  engine: Schema.optionalKey(Schema.String),
  score: Schema.optionalKey(Schema.Finite),
  category: Schema.optionalKey(Schema.String),
  published_at: Schema.optionalKey(Schema.String),
  thumbnail: Schema.optionalKey(Schema.String),
})
export type HitMetadata = typeof HitMetadata.Type

/** A hit as the model sees it. */
export const SearchHit = Schema.Struct({
  title: Schema.String,
  url: HttpUrl.HttpUrl,
  snippet: Schema.String,
  metadata: Schema.optionalKey(HitMetadata),
})
export type SearchHit = typeof SearchHit.Type

/** What a backend hands to the kernel for each hit. */
export interface SearchRow {
  readonly title: string
  readonly url: string
  readonly snippet: string
  readonly metadata?: { readonly [K in keyof HitMetadata]?: unknown } | undefined
}

/** Reads a row's text as it is, and its metadata unseen; `None` is a bad row. */
export const readRow = Schema.decodeUnknownOption(
  Schema.Struct({
    title: Schema.String,
    url: Schema.String,
    snippet: Schema.String,
    metadata: Schema.optionalKey(Schema.Unknown),
  }),
)

/** A hit made of a row, whether its snippet was cut, and when it was published (ISO 8601 in UTC), if that is known. */
export interface ReadHit {
  readonly hit: SearchHit
  readonly cut: boolean
  readonly publishedAt: string | undefined
}

/** Reads one row; `None` is a bad row. */
export const fromRow = (row: unknown, includeMetadata: boolean): Option.Option<ReadHit> =>
  Option.flatMap(readRow(row), ({ title, url, snippet, metadata }) => {
    const address = HttpUrl.normalise(url)
    if (address === undefined) return Option.none()
    const text = UntrustedText.clean(snippet, maxSnippetLength)
    const known = includeMetadata ? readMetadata(metadata) : {}
    return Option.some({
      hit: {
        title: UntrustedText.clean(title, maxTitleLength).text,
        url: address,
        snippet: text.text,
        ...(Object.keys(known).length > 0 ? { metadata: known } : {}),
      },
      cut: text.cut,
      publishedAt: Predicate.isObject(metadata) ? readDate(metadata["published_at"]) : undefined,
    })
  })

/** Whether {@link fromRow} reads a row; its text isn't cleaned for that. */
export const isRow = (row: unknown): boolean =>
  Option.exists(readRow(row), ({ url }) => HttpUrl.normalise(url) !== undefined)

// --- private --------------------------------------------------------------------------

const readMetadata = (metadata: unknown): HitMetadata => {
  if (!Predicate.isObject(metadata)) return {}
  const engine = word(metadata["engine"])
  const score = metadata["score"]
  const category = word(metadata["category"])
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

const readDate = (value: unknown): string | undefined =>
  typeof value === "string" ? PublishedAt.toIso(value) : undefined

const word = (value: unknown): string | undefined => {
  const text = typeof value === "string" ? UntrustedText.clean(value, 100).text : ""
  return text === "" ? undefined : text
}
