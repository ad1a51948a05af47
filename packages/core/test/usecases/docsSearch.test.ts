import { assert, describe, it } from "@effect/vitest"
import { docsSearch, type SearchHit, type SearchQuery, Settings, Site, WebError } from "@porthole/core"
import { Doubles } from "@porthole/testing"
import { Effect, Layer, Result } from "effect"

const site = (baseUrl: string): Site.Site => {
  const [read] = Result.getOrThrow(Site.readAll([{ name: "boats", baseUrl }], Effect.runSync(Settings.make())))
  return read ?? assert.fail("no site")
}

const guide = site("https://docs.test/guide")

const row = (url: string): SearchHit.SearchRow => ({ title: "T", url, snippet: "S" })

/** A backend that returns these rows for any query, and the requests that it received. */
const finding = (...urls: ReadonlyArray<string>) => {
  const queries: Array<SearchQuery.SearchQuery> = []
  const layer = Doubles.backend({
    search: (query) =>
      Effect.sync(() => {
        queries.push(query)
        return { provider: "literal", rows: urls.map(row), ignored: ["domains", "language"] }
      }),
  })
  return { layer, queries }
}

const inside = (count: number) => Array.from({ length: count }, (_, at) => `https://docs.test/guide/${at}`)

describe("the request to the backend", () => {
  it.effect.each([
    [{ query: "x" }, 20],
    [{ query: "x", max_results: 1 }, 4],
    [{ query: "x", max_results: 0 }, 4],
    [{ query: "x", max_results: 13 }, 50],
    [{ query: "x", max_results: 9_999 }, 50],
  ] as const)("%j: has the host, and more hits than are requested", ([input, requested]) =>
    Effect.gen(function* () {
      const backend = finding()
      yield* Effect.provide(docsSearch(guide, input), backend.layer)
      assert.deepStrictEqual(backend.queries, [{ query: "x", max_results: requested, domains: ["docs.test"] }])
    }),
  )

  it.effect("has no host if the site's host is an address", () =>
    Effect.gen(function* () {
      const backend = finding("http://93.184.216.34/guide/a", "http://93.184.216.35/guide/a")
      const found = yield* Effect.provide(docsSearch(site("http://93.184.216.34/guide"), { query: "x" }), backend.layer)
      assert.deepStrictEqual(backend.queries, [{ query: "x", max_results: 20 }])
      assert.deepStrictEqual(
        found.hits.map(({ url }) => url),
        ["http://93.184.216.34/guide/a"],
      )
    }),
  )

  it.effect.each([{}, { query: " " }, { query: 7 }, { query: "x", max_results: 1.5 }])(
    "isn't made for invalid arguments: %j",
    (input) =>
      Effect.gen(function* () {
        const backend = finding()
        const sloppy: { readonly query: string } = Object.assign({ query: "x" }, { query: undefined }, input)
        const { error } = yield* Effect.flip(Effect.provide(docsSearch(guide, sloppy), backend.layer))
        assert.strictEqual(error, "invalid_request")
        assert.deepStrictEqual(backend.queries, [])
      }),
  )
})

describe("hits", () => {
  it.effect("outside of the site are dropped, and reported", () =>
    Effect.gen(function* () {
      const backend = finding(
        "https://docs.test/",
        "https://docs.test/guide/a",
        "https://docs.test/guidebook/a",
        "https://sub.docs.test/guide/a",
        "https://docs.test/guide/../secret",
        "https://docs.test/guide/..%2fsecret",
        "https://docs.test:8443/guide/a",
        "https://user@docs.test/guide/a",
        "https://evil.test/guide/a",
        "http://docs.test/guide/b",
      )
      assert.deepStrictEqual(yield* Effect.provide(docsSearch(guide, { query: "x" }), backend.layer), {
        hits: [
          { title: "T", url: "https://docs.test/guide/a", snippet: "S" },
          { title: "T", url: "http://docs.test/guide/b", snippet: "S" },
        ],
        count: 2,
        provider: "literal",
        message: "Hits outside the site are left out (8 here).",
        ignored: ["language"],
      })
    }),
  )

  it.effect("all inside cause no message, and are as many as requested", () =>
    Effect.gen(function* () {
      const backend = finding(...inside(20))
      const found = yield* Effect.provide(docsSearch(guide, { query: "x" }), backend.layer)
      assert.deepStrictEqual([found.count, found.message], [5, undefined])
      const more = yield* Effect.provide(docsSearch(guide, { query: "x", max_results: 7 }), backend.layer)
      assert.strictEqual(more.count, 7)
    }),
  )

  it.effect("that are dropped cost the others nothing of the output budget", () =>
    Effect.gen(function* () {
      const outside = Array.from({ length: 40 }, (_, at) => `https://docs.test/${at}`)
      const backend = finding(...outside, ...inside(5))
      const found = yield* Effect.provide(
        docsSearch(guide, { query: "x" }),
        Layer.merge(backend.layer, Settings.layer({ max_length: 400 })),
      )
      assert.strictEqual(found.count, 5)
    }),
  )

  it.effect.each([
    [[], "No results. Try other words."],
    [["https://docs.test/a", "https://evil.test/a"], "No results within the site (2 outside it). Try other words."],
  ] as const)("may be empty, which is a success: %j", ([urls, message]) =>
    Effect.gen(function* () {
      const found = yield* Effect.provide(docsSearch(guide, { query: "x" }), finding(...urls).layer)
      assert.deepStrictEqual([found.count, found.message], [0, message])
    }),
  )

  it.effect("of a wrong form fail the call, and so does an outage", () =>
    Effect.gen(function* () {
      const bad = Doubles.backend({ search: () => Effect.succeed([{ title: "x" }]) })
      const { error } = yield* Effect.flip(Effect.provide(docsSearch(guide, { query: "x" }), bad))
      assert.strictEqual(error, "invalid_backend_response")
      const down = Doubles.backend({ search: () => WebError.fail({ error: "timeout" }) })
      assert.deepStrictEqual((yield* Effect.flip(Effect.provide(docsSearch(guide, { query: "x" }), down))).wire, {
        error: "timeout",
      })
    }),
  )
})
