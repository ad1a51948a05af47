import { assert, describe, it } from "@effect/vitest"
import { Effect, Result } from "effect"
import type { WebError } from "@porthole/core"
import * as Instance from "./support/instance.ts"

/** The wire object of a failure, or `undefined`. */
const wireOf = (outcome: Result.Result<unknown, WebError.WebError>): WebError.Wire | undefined =>
  Result.isFailure(outcome) ? outcome.failure.wire : undefined

describe("a refusal", () => {
  for (const [what, answer, reason] of [
    ["an empty query", { error: "No query" }, "query"],
    ["pageno of searx", { error: 'Invalid value "0" for parameter pageno' }, "page"],
    ["pageno of SearXNG", { error: "Invalid value 0 for parameter pageno" }, "page"],
    ["language of searx", { error: 'Invalid value "xx-YY-zz" for parameter language' }, "language"],
    ["language of SearXNG", { error: "Invalid value xx-YY-zz for parameter language" }, "language"],
    ["time_range of searx", { error: 'Invalid value "bogus" for parameter time_range' }, "time_range"],
    ["time_range of SearXNG", { error: "Invalid value bogus for parameter time_range" }, "time_range"],
    ["safesearch of SearXNG", { error: "Invalid value 9 for parameter safesearch" }, "safesearch"],
    ["categories", { error: "Invalid value x for parameter categories" }, "category"],
    ["category, its other name", { error: "Invalid value x for parameter category" }, "category"],
    ["lang, the language's other name", { error: "Invalid value x for parameter lang" }, "language"],
    ["query, its other name", { error: "Invalid value x for parameter query" }, "query"],
    ["an empty q", { error: "Empty q parameter" }, "query"],
    [
      "a value with a parameter in it",
      { error: "Invalid value a for parameter language for parameter pageno" },
      "page",
    ],
    ["a value with a line break", { error: "Invalid value a\nb for parameter language" }, "language"],
  ] as const) {
    it.effect(`of ${what} is an invalid request that names ${reason}`, () =>
      Effect.gen(function* () {
        const wire = wireOf(yield* Instance.search(Instance.json(400, answer)))
        assert.deepStrictEqual([wire?.error, wire?.reason], ["invalid_request", reason])
        assert.isTrue(wire?.message?.startsWith(`${reason}: `))
      }),
    )
  }

  const html = "<!doctype html><title>searx.intranet.example</title>"
  for (const [what, answer, printed] of [
    [
      "400 of something unknown",
      Instance.json(400, { error: "Invalid value 1 for parameter timeout_limit" }),
      /malformed/,
    ],
    ["400 of HTML", Instance.text(400, html), /malformed/],
    ["400 of a number", Instance.json(400, { error: 7 }), /malformed/],
    ["401", Instance.text(401, html), /SEARXNG_URL/],
    ["403 for JSON switched off", Instance.text(403, html), /json.*search\.formats.*settings\.yml/],
    ["404", Instance.text(404, html), /path prefix/],
    ["408", Instance.text(408, html), /error/],
    ["500 for safesearch in searx", Instance.json(500, { error: "search error" }), /error/],
    ["502", Instance.text(502, html), /error/],
    ["503", Instance.text(503, html), /error/],
    ["301", Instance.text(301, ""), /redirect.*aren't followed/],
    ["302 for an external bang", Instance.text(302, html), /redirect.*aren't followed/],
    ["304", Effect.sync(() => new Response(null, { status: 304 })), /redirect/],
    ["204", Effect.sync(() => new Response(null, { status: 204 })), /isn't SearXNG/],
    ["200 of HTML, as for an unknown format", Instance.text(200, html), /isn't SearXNG/],
    ["200 of nothing", Instance.text(200, "", "application/json"), /isn't SearXNG/],
    ["200 of JSON cut short", Instance.text(200, '{"results": [', "application/json"), /isn't SearXNG/],
    ["200 of an array", Instance.json(200, []), /isn't SearXNG/],
    ["200 of null", Instance.json(200, null), /isn't SearXNG/],
    ["200 of a text", Instance.json(200, "results"), /isn't SearXNG/],
    ["200 without results", Instance.json(200, { query: "whales" }), /isn't SearXNG/],
    ["200 with results that are no list", Instance.json(200, { results: {} }), /isn't SearXNG/],
    ["200 too large", Instance.text(200, " ".repeat(5_000_000)), /too large/],
    [
      "200 in a coding that nobody asked for",
      Effect.sync(() => new Response("{}", { headers: { "content-encoding": "br" } })),
      /can't be decoded/,
    ],
    ["no connection", Effect.fail("broken" as const), /doesn't answer/],
  ] satisfies ReadonlyArray<readonly [string, Instance.Answer, RegExp]>) {
    it.effect(`is searxng_unreachable: ${what}`, () =>
      Effect.gen(function* () {
        const { message, ...rest } = wireOf(yield* Instance.search(answer)) ?? {}
        assert.deepStrictEqual(rest, { error: "web_search_unavailable", reason: "searxng_unreachable" })
        assert.match(message ?? "", printed)
      }),
    )
  }

  it.effect("is searxng_rate_limited: 429 of the limiter", () =>
    Effect.gen(function* () {
      const { message, ...rest } = wireOf(yield* Instance.search(Instance.text(429, "Too Many Requests"))) ?? {}
      assert.deepStrictEqual(rest, { error: "web_search_unavailable", reason: "searxng_rate_limited" })
      assert.match(message ?? "", /limiter refused.*limiter\.toml, or set server\.limiter.*settings\.yml/)
    }),
  )

  it.effect("is a timeout when the deadline has passed", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(wireOf(yield* Instance.search(Effect.never)), {
        error: "timeout",
        message: "The search took too long. Try once more.",
      })
    }),
  )
})
