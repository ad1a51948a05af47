/**
 * A provider as one value with all of its parts: `{ ...searching(identity, …), ...extracting(identity, …) }`, the
 * latter only if it reads pages.
 */
import * as Effect from "effect/Effect"
import type { SearchQuery, WebError } from "@porthole/core"
import { pageReader, type ExtractMappings, type MakeExtract, type PageReader } from "./pageReader.ts"
import { type Identity, isConfigured, type Options, type Endpoint } from "./Identity.ts"
import {
  type Field,
  type MakeSearch,
  type ProviderQuery,
  searchBackend,
  type SearchBackend,
  type SearchMappings,
} from "./searchBackend.ts"
import { whenOf } from "./When.ts"

/** A provider that searches. */
export interface Provider<O extends Options = Options> {
  /** Its name, its address and the variable of its key. */
  readonly identity: Identity
  /** Makes a search with these options, else from the environment. */
  readonly makeSearch: MakeSearch<O>
  /** Search as the environment configures it. */
  readonly search: SearchBackend
  /** Whether a search has what it needs. */
  readonly isConfigured: (options?: O) => Effect.Effect<boolean>
  /** The fields of a query that it can express without options, in the order of the manual. */
  readonly supports: Effect.Effect<ReadonlyArray<Field>, WebError.WebError>
  /** The names of its own options, besides address and key. */
  readonly ownOptions: ReadonlyArray<string>
}

/** The part of a provider that reads pages. */
export interface PageExtraction<O extends Options = Options> {
  /** Makes a page reader with these options, else from the environment. */
  readonly makeExtract: MakeExtract<O>
  /** A page reader as the environment configures it. */
  readonly extract: PageReader
  /** What identifies the reader, if that isn't what identifies the search. */
  readonly readerIdentity?: Identity
}

/** A provider that also reads pages. */
export interface ExtractingProvider<O extends Options = Options> extends Provider<O>, PageExtraction<O> {}

/** Makes the searching part of a provider. */
export const searching = <O extends Options = Options>(
  identity: Identity,
  mappings: SearchMappings<O>,
  ownOptions: ReadonlyArray<Exclude<keyof O, keyof Options> & string> = [],
): Provider<O> => {
  const makeSearch = searchBackend(identity, mappings)
  return {
    identity,
    makeSearch,
    search: makeSearch(),
    isConfigured: (options) => isConfigured(identity, options),
    supports: Effect.suspend(() => supported(identity, mappings)),
    ownOptions,
  }
}

/** Makes the part of a provider that reads pages. */
export const extracting = <O extends Options = Options>(
  identity: Identity,
  mappings: ExtractMappings<O>,
): PageExtraction<O> => {
  const makeExtract = pageReader(identity, mappings)
  return { makeExtract, extract: makeExtract() }
}

// --- private --------------------------------------------------------------------------

/** The fields that it can express, alone or together with others, in the order of the query, without options. */
const supported = <O>(
  identity: Identity,
  mappings: SearchMappings<O>,
): Effect.Effect<ReadonlyArray<Field>, WebError.WebError> =>
  Effect.gen(function* () {
    const made = Effect.isEffect(mappings) ? yield* mappings : mappings
    const mapping = typeof made === "function" ? yield* made({}) : made
    const endpoint = placeOf(identity)
    const supportedFields = new Set(samples.flatMap((sample) => mapping.supports(questionOf(sample), endpoint)))
    return fields.filter((field) => supportedFields.has(field))
  })

const fields: ReadonlyArray<Field> = [
  "category",
  "language",
  "country",
  "time_range",
  "freshness_days",
  "start_date",
  "end_date",
  "safesearch",
  "domains",
  "exclude_domains",
  "page",
]

/** The last of January 2026, in ms since the epoch. */
const now = 1_769_817_600_000

/** Some fields need another one, such as a language its country, and exclude others. */
const samples: ReadonlyArray<Omit<SearchQuery.SearchQuery, "query">> = [
  { category: "general", language: "de", country: "DE", safesearch: "strict", page: 2 },
  { category: "news", language: "de", safesearch: "strict" },
  { time_range: "week" },
  { freshness_days: 7 },
  { freshness_days: 3 },
  { start_date: "2026-01-05" },
  { start_date: "2026-01-05", end_date: "2026-01-20" },
  { domains: ["example.com"] },
  { exclude_domains: ["example.com"] },
]

const questionOf = (sample: Omit<SearchQuery.SearchQuery, "query">): ProviderQuery => {
  const query = { query: "whales", ...sample }
  return { ...query, when: whenOf(query, now), original: query }
}

const placeOf = ({ url = "https://example.com" }: Identity): Endpoint => ({
  url,
  fullUrl: new URL(url),
  key: undefined,
})
