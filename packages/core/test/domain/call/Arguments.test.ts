/** Tests what a use-case's decoder makes of arguments; `UseCaseSuite` tests it through every use-case. */
import { assert, describe, it } from "@effect/vitest"
import { Arguments, FetchRequest, RankRequest, SearchQuery, webFetch, webSearch } from "@porthole/core"
import { Effect } from "effect"

const decodeSearch = Arguments.decoder(SearchQuery.SearchQuery)
const decodePage = Arguments.decoder(FetchRequest.FetchRequest)
const url = "https://example.com/"

/** Type-checked, never run. */
export const typed = () => {
  const next: number | undefined = undefined
  void webFetch({ url, start_index: next })
  void webSearch({ query: "x", max_results: 3 })
  const json: unknown = {}
  void webSearch(Arguments.untyped(json))
  // @ts-expect-error the name is misspelt
  void webSearch({ query: "x", maxResults: 3 })
  // @ts-expect-error a URL is a text
  void webFetch({ url: 5 })
  // @ts-expect-error the compiler knows nothing of it
  void webSearch(json)
  // @ts-expect-error only Arguments.untyped makes untyped arguments
  void webSearch({ args: json })
}

/** The decoded request and its notes, or the wire error. */
const outcome = <A>(decoded: Effect.Effect<Arguments.Decoded<A>, { readonly wire: unknown }>): unknown =>
  Effect.runSync(Effect.match(decoded, { onFailure: ({ wire }) => wire, onSuccess: (done) => done }))

describe("a decoder", () => {
  it("clamps numbers, and says so", () => {
    assert.deepStrictEqual(outcome(decodePage({ url, max_length: 5, max_bytes: 1, start_index: -1 })), {
      request: { url, max_length: 200, max_bytes: 1_024, start_index: 0 },
      notes: [
        "start_index was out of its range: 0 was used.",
        "max_length was out of its range: 200 was used.",
        "max_bytes was out of its range: 1024 was used.",
      ],
    })
    assert.deepStrictEqual(outcome(decodePage({ url, max_length: 200 })), {
      request: { url, max_length: 200 },
      notes: [],
    })
  })

  it("takes an undefined parameter as absent, and arguments that are missing as empty", () => {
    assert.deepStrictEqual(outcome(decodeSearch({ query: "x", max_results: undefined })), {
      request: { query: "x" },
      notes: [],
    })
    for (const nothing of [undefined, null, {}, { query: undefined }]) {
      assert.deepStrictEqual(outcome(decodeSearch(nothing)), {
        error: "invalid_request",
        reason: "query",
        message: "query is required.",
      })
    }
  })

  it.each(["tides", 5, true, [{ query: "x" }], () => "x"])("refuses %j as arguments", (args) => {
    assert.deepStrictEqual(outcome(decodeSearch(args)), Arguments.unreadable)
    assert.deepStrictEqual(outcome(decodeSearch(Arguments.untyped(args))), Arguments.unreadable)
  })

  it("reads untyped arguments like typed ones", () => {
    assert.deepStrictEqual(
      outcome(decodeSearch(Arguments.untyped({ query: " x ", max_results: 9_999 }))),
      outcome(decodeSearch({ query: " x ", max_results: 9_999 })),
    )
  })

  it("reads each parameter once, and nothing else", () => {
    let reads = 0
    const reading = (): never => assert.fail("what isn't a parameter was read")
    const args = Object.defineProperties(
      {
        get query() {
          return reads++ === 0 ? "x" : 5
        },
      },
      { other: { get: reading, enumerable: true }, toJSON: { get: reading, enumerable: true } },
    )
    assert.deepStrictEqual(outcome(decodeSearch(args)), { request: { query: "x" }, notes: [] })
    assert.strictEqual(reads, 1)
    const inherited: unknown = Object.assign(Object.create({ domains: ["a.com"] }), { query: "x" })
    assert.deepStrictEqual(outcome(decodeSearch(inherited)), { request: { query: "x" }, notes: [] })
  })

  it("reads one entry more of a list than the list may have", () => {
    const texts = (length: number) => Array.from({ length }, () => "x")
    const decodeRank = Arguments.decoder(RankRequest.RankRequest, RankRequest.maxDocuments)
    assert.deepStrictEqual(outcome(decodeRank({ query: "x", documents: texts(1_000) })), {
      request: { query: "x", documents: texts(1_000) },
      notes: [],
    })
    for (const length of [1_001, 5_000]) {
      assert.deepInclude(outcome(decodeRank({ query: "x", documents: texts(length) })), { reason: "documents" })
    }
  })
})
