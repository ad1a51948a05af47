/** The arguments of `docs_search` and `docs_fetch` over indexed libraries. */
import * as Schema from "effect/Schema"
import * as Parameters from "../call/Parameters.ts"
import * as HttpUrl from "../url/HttpUrl.ts"
import { viewFields } from "../page/FetchRequest.ts"

/** The default number of hits, and of characters of all hits together. */
export const defaultResults = 5
export const defaultLength = 8_000

const Short = Schema.String.check(
  Schema.makeFilter((text: string) => text.length <= 300 && text.trim() !== "", {
    expected: "a text of 1 to 300 characters",
  }),
)

/** A question about one library or all of them; `max_results` is clamped into 1–50. */
export const LibrarySearch = Schema.Struct({
  /** What to search for: 1–2,000 characters, trimmed. */
  query: Parameters.Text.annotateKey({ description: "A question, or the name of a function, type or option." }),
  /** The library's name, or `name@version`. Default: all that are indexed. */
  library: Schema.optionalKey(Short).annotateKey({
    description: "The library, such as effect. Default: all of them.",
  }),
  /** A version, or its first numbers. Default: the one that the project has installed, else the newest. */
  version: Schema.optionalKey(Short).annotateKey({
    description: "Its version, such as 4.1.0 or 4 (default: the installed one).",
  }),
  /** Maximum number of hits, clamped into 1–50. Default: 5. */
  max_results: Schema.optionalKey(Parameters.clamped(1, 50)).annotateKey({
    description: `How many hits to return at most (default ${defaultResults}).`,
  }),
  /** Maximum number of characters of all hits together, clamped into 500–100,000. Default: 8,000. */
  max_length: Schema.optionalKey(Parameters.clamped(500, 100_000)).annotateKey({
    description: `How many characters all hits have together at most (default ${defaultLength}).`,
  }),
})
export type LibrarySearch = typeof LibrarySearch.Type
export type LibrarySearchInput = typeof LibrarySearch.Encoded

/** A page of an indexed library, by the URL of a hit. */
export const LibraryFetch = Schema.Struct({
  /** The URL of a hit: `docs://name@version/path`, or its web address. */
  url: Schema.String.check(
    Schema.makeFilter((text: string) => text.length <= HttpUrl.maxLength && text.trim() !== "", {
      expected: `the URL of a hit, at most ${HttpUrl.maxLength} characters`,
    }),
  ).annotateKey({ description: "The url of a hit." }),
  ...viewFields,
})
export type LibraryFetch = typeof LibraryFetch.Type
export type LibraryFetchInput = typeof LibraryFetch.Encoded
