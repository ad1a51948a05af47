/** Backends of literals. */
import type { PageRow, SearchHit, SearchQuery, WebBackend } from "@porthole/core"
import { Doubles } from "@porthole/testing"
import { Effect, type Layer } from "effect"

export const rows = (count: number): ReadonlyArray<SearchHit.SearchRow> =>
  Array.from({ length: count }, (_, index) => ({
    title: `Hit ${index}`,
    url: `https://example.com/${index}`,
    snippet: "About it.",
  }))

export const page = (content: string): PageRow.PageRow => ({
  title: "A page",
  url: "https://example.com/final",
  content,
  links: ["https://example.com/a#x", "https://example.com/a"],
  status_code: 200,
})

const paragraph = "The sea is seen through a round window. "

/** Finds 200 hits for everything; every page has the same long text. */
export const plenty: Layer.Layer<WebBackend.WebBackend> = Doubles.backend({
  search: () => Effect.succeed({ provider: "literal", rows: rows(200), ignored: ["language"] }),
  extract: () => Effect.succeed(page(paragraph.repeat(100))),
})

/** Like {@link plenty}, and records the queries without their deadlines. */
export const recording = (): {
  readonly layer: Layer.Layer<WebBackend.WebBackend>
  readonly queries: Array<SearchQuery.SearchQuery>
} => {
  const queries: Array<SearchQuery.SearchQuery> = []
  return {
    queries,
    layer: Doubles.backend({
      search: (query) =>
        Effect.sync(() => {
          queries.push(query)
          return rows(200)
        }),
      extract: () => Effect.succeed(page(paragraph.repeat(100))),
    }),
  }
}
