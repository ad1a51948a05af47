/** What `docs_search` and `docs_fetch` are asked. */
import * as Schema from "effect/Schema"
import { ExtractMode } from "./FetchRequest.ts"
import * as Parameter from "./Parameter.ts"

/** How many hits a search within a site gives unless it is told. */
export const defaultResults = 5

/** A search within a site; `max_results` is clamped into 1–50. */
export const DocsSearchRequest = Schema.Struct({
  query: Parameter.Text.annotateKey({ description: "What to look for in the documentation, in a few words." }),
  max_results: Schema.optionalKey(Parameter.clamped(1, 50)).annotateKey({
    description: `How many hits to return at most (default ${defaultResults}).`,
  }),
})
export type DocsSearchRequest = typeof DocsSearchRequest.Type
export type DocsSearchInput = typeof DocsSearchRequest.Encoded

/** A page of a site: its slug, or its absolute URL. */
export const DocsFetchRequest = Schema.Struct({
  slug_or_url: Schema.String.annotateKey({
    description: "The page's slug, such as guide/start, or its absolute URL, such as that of a hit.",
  }),
  extract: Schema.optionalKey(ExtractMode).annotateKey({
    description: "What to return: the main content as markdown (default), as plain text, or as cleaned html.",
  }),
})
export type DocsFetchRequest = typeof DocsFetchRequest.Type
export type DocsFetchInput = typeof DocsFetchRequest.Encoded
