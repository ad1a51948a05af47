/**
 * SearXNG's search API (https://docs.searxng.org/dev/search_api.html), as far as clients use it: `q`, `format=json`,
 * `pageno`, `categories`, `language`, `time_range` and `safesearch`. Other fields are ignored. There are no HTML pages.
 *
 * Fields that clients read and that Porthole doesn't support (suggestions, infoboxes) are empty lists; what an infobox
 * says is an answer.
 */
import * as Effect from "effect/Effect"
import type { HttpServerResponse } from "effect/http/HttpServerResponse"
import type { SearchResult } from "@porthole/core"
import type { Calls } from "../Calls.ts"
import * as Reply from "../Reply.ts"
import * as Fields from "./Fields.ts"

/** Answers a search with SearXNG's fields. */
export const search = (calls: Calls["Service"], fields: Fields.Fields): Effect.Effect<HttpServerResponse> => {
  if (fields["format"] !== "json") return Effect.succeed(onlyJsonRefusal)
  return Effect.match(calls.search(toQuery(fields)), {
    onFailure: Reply.failure,
    onSuccess: (result) =>
      Reply.json(toBody(text(fields, "q") ?? "", result), {
        ignored: [...Fields.unknownOf(fields, knownFields), ...namesOf(result.ignored)],
      }),
  })
}

// --- private --------------------------------------------------------------------------

const knownFields: ReadonlySet<string> = new Set([
  "q",
  "format",
  "pageno",
  "categories",
  "language",
  "time_range",
  "safesearch",
])

const onlyJsonRefusal = Reply.refusal(400, "Only format=json is supported.")

/** SearXNG's names of those of our fields that have another name there. */
const searxngNames: ReadonlyMap<string, string> = new Map([
  ["page", "pageno"],
  ["category", "categories"],
])

const namesOf = (ignored: ReadonlyArray<string> = []): ReadonlyArray<string> =>
  ignored.map((name) => searxngNames.get(name) ?? name)

const text = (fields: Fields.Fields, name: string): string | undefined => {
  const value = fields[name]
  return typeof value === "string" && value !== "" ? value : undefined
}

const safesearch: ReadonlyMap<string | undefined, string> = new Map([
  ["0", "off"],
  ["1", "moderate"],
  ["2", "strict"],
])

const toQuery = (fields: Fields.Fields): object => {
  const level = safesearch.get(text(fields, "safesearch"))
  const isNews =
    text(fields, "categories")
      ?.split(",")
      .some((category) => category.trim() === "news") === true
  const page = text(fields, "pageno")
  const language = text(fields, "language")
  const range = text(fields, "time_range")
  return {
    query: text(fields, "q"),
    include_metadata: true,
    ...(isNews ? { category: "news" } : {}),
    ...(page === undefined ? {} : { page: Number(page) }),
    ...(language === undefined ? {} : { language }),
    ...(range === undefined ? {} : { time_range: range }),
    ...(level === undefined ? {} : { safesearch: level }),
  }
}

const toBody = (
  query: string,
  { answers = [], corrections = [], hits, provider }: SearchResult.SearchResult,
): object => ({
  query,
  number_of_results: hits.length,
  results: hits.map(({ metadata = {}, snippet, title, url }, index) => ({
    url,
    title,
    content: snippet,
    engine: metadata.engine ?? provider,
    engines: [metadata.engine ?? provider],
    positions: [index + 1],
    category: metadata.category ?? "general",
    score: metadata.score ?? 1 / (index + 1),
    publishedDate: metadata.published_at ?? null,
    ...(metadata.thumbnail === undefined ? {} : { thumbnail: metadata.thumbnail }),
  })),
  answers: answers.map(({ text, title, url = null }) => ({
    answer: title === undefined ? text : `${title}: ${text}`,
    url,
    engine: provider,
  })),
  corrections,
  infoboxes: [],
  suggestions: [],
  unresponsive_engines: [],
})
