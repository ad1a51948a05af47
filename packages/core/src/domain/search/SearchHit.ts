/**
 * A hit as the model sees it, and the rule that turns a checked row into one. Texts are cleaned here for every backend;
 * invalid metadata only loses its key.
 */
import * as Predicate from "effect/Predicate"
import * as Schema from "effect/Schema"
import * as HttpUrl from "../url/HttpUrl.ts"
import * as UntrustedText from "../text/UntrustedText.ts"
import { publishedAt } from "../time/PublishedAt.ts"
import type { CheckedRow } from "./SearchAnswer.ts"

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
export const unitsOf = ({ snippet, title, url }: CheckedRow): number => 4 * (url.length + title.length + snippet.length)

/** Turns a row into a hit; `publishedAt` is set even if metadata isn't requested. */
export const fromRow = ({ metadata, snippet, title, url }: CheckedRow, includeMetadata: boolean): ReadHit => {
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
