/** The arguments of `docs_search` and `docs_fetch`. */
import * as Schema from "effect/Schema"
import * as Parameters from "../call/Parameters.ts"
import * as HttpUrl from "../url/HttpUrl.ts"
import { viewFields } from "./FetchRequest.ts"

/** The default number of hits of a search within a site. */
export const defaultResults = 5

/** A search within a site; `max_results` is clamped into 1–50. */
export const DocsSearchRequest = Schema.Struct({
  /** What to search for: 1–2,000 characters, trimmed. */
  query: Parameters.Text.annotateKey({ description: "What to look for in the documentation, in a few words." }),
  /** Maximum number of hits, clamped into 1–50. Default: 5. */
  max_results: Schema.optionalKey(Parameters.clamped(1, 50)).annotateKey({
    description: `How many hits to return at most (default ${defaultResults}).`,
  }),
})
export type DocsSearchRequest = typeof DocsSearchRequest.Type
export type DocsSearchInput = typeof DocsSearchRequest.Encoded

/** A page of a site: its slug, or its absolute URL. */
export const DocsFetchRequest = Schema.Struct({
  /** The page's slug or its absolute URL; at most as long as a URL may be. */
  slug_or_url: Schema.String.check(
    Schema.makeFilter((text: string) => text.length <= HttpUrl.maxLength, {
      expected: `at most ${HttpUrl.maxLength} characters`,
    }),
  ).annotateKey({
    description: "The page's slug, such as guide/start, or its absolute URL, such as that of a hit.",
  }),
  ...viewFields,
})
export type DocsFetchRequest = typeof DocsFetchRequest.Type
export type DocsFetchInput = typeof DocsFetchRequest.Encoded
