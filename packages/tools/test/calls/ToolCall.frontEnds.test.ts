import { assert, describe, it } from "@effect/vitest"
import { WebError } from "@porthole/core"
import { Doubles } from "@porthole/testing"
import { Effect, Layer, Logger, Predicate, References } from "effect"
import { sampleOf } from "../../../../test/tiers/Sample.ts"
import { ToolCalls } from "../../src/index.ts"
import { page, plenty, recording, rows } from "../support/backends.ts"
import {
  failing,
  frontEnds,
  mcpResult,
  textOf,
  type ToolName,
  viaFacade,
  viaMcp,
  viaToolkit,
} from "../support/frontEnds.ts"
import { timeless } from "../support/timeless.ts"
import * as ToolSettings from "../../src/settings/ToolSettings.ts"
import { wrong, wrongArgumentTests } from "./WrongArgumentTests.ts"

const get = (value: unknown, key: string): unknown => (Predicate.isObject(value) ? value[key] : undefined)
const items = (value: unknown, key: string): ReadonlyArray<unknown> => {
  const list = get(value, key)
  return Array.isArray(list) ? list : []
}

describe("one answer from every front end", () => {
  const calls: ReadonlyArray<readonly [ToolName, unknown]> = [
    ["web_search", { query: "portholes" }],
    ["web_search", { query: "portholes", max_results: 2, include_metadata: true, domains: ["example.com"] }],
    [
      "web_search",
      { query: "portholes", max_results: "2.0", site: "example.com, docs.rs", category: "News", language: "" },
    ],
    ["web_fetch", { url: "https://example.com/" }],
    ["web_fetch", { url: "https://example.com/", extract: "text", max_length: 300 }],
    ["web_fetch", { url: "http://169.254.169.254/latest/meta-data" }],
    ["web_search_and_fetch", { query: "portholes", max_results: 2 }],
    ["web_search_and_fetch", {}],
  ]
  for (const [name, args] of calls) {
    it.effect(`${name} ${JSON.stringify(args)}`, () =>
      Effect.gen(function* () {
        const toolkit = timeless(yield* viaToolkit(plenty, name, args))
        assert.deepStrictEqual(timeless(yield* viaMcp(plenty, name, args)), toolkit)
        assert.deepStrictEqual(timeless(yield* viaFacade(plenty, name, args)), toolkit)
      }),
    )
  }

  it.effect("has the shapes of the contract", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* viaToolkit(plenty, "web_search", { query: "x", max_results: 1 }), {
        isFailure: false,
        value: {
          hits: [{ title: "Hit 0", url: "https://example.com/0", snippet: "About it." }],
          count: 1,
          provider: "literal",
          ignored: ["language"],
        },
      })
      const short = Doubles.backend({ extract: () => Effect.succeed(page("Little.")) })
      assert.deepStrictEqual(yield* viaToolkit(short, "web_fetch", { url: "https://example.com/" }), {
        isFailure: false,
        value: {
          title: "A page",
          url: "https://example.com/final",
          content_md: "Little.",
          links: ["https://example.com/a"],
          links_total: 1,
          status_code: 200,
          truncated: false,
          cached: false,
          warning: "low_content",
          fetched_at: "1970-01-01T00:00:00.000Z",
        },
      })
    }),
  )
})

for (const [label, frontEnd] of frontEnds) {
  describe(`arguments through ${label}`, () => {
    wrongArgumentTests(frontEnd, label === "the toolkit" ? wrong : sampleOf(wrong, 5))

    it.effect("in a model's spellings are understood", () =>
      Effect.gen(function* () {
        const backend = recording()
        const args = { query: "x", max_results: " 2 ", site: "Example.com", category: "News", include_metadata: "true" }
        assert.isFalse((yield* frontEnd(backend.layer, "web_search", args)).isFailure)
        assert.deepInclude(backend.queries[0], {
          max_results: 2,
          domains: ["example.com"],
          category: "news",
          include_metadata: true,
        })
      }),
    )

    for (const [argument, expected] of [
      [9_999, 100],
      [0, 1],
      [-3, 1],
      [7, 7],
      [undefined, 10],
    ] as const) {
      it.effect(`max_results ${argument} requests ${expected}`, () =>
        Effect.gen(function* () {
          const backend = recording()
          const args = { query: "x", ...(argument === undefined ? {} : { max_results: argument }) }
          const { value } = yield* frontEnd(backend.layer, "web_search", args)
          assert.strictEqual(backend.queries[0]?.max_results, expected)
          assert.strictEqual(get(value, "count"), expected)
        }),
      )
    }

    it.effect("models' habits are read, and changes or ignored arguments are in message", () =>
      Effect.gen(function* () {
        const backend = recording()
        const habits = {
          q: "x",
          num_results: 300,
          domains: ["https://example.com/c"],
          start_date: "2026-01-02T00:00:00Z",
        }
        const { isFailure, value } = yield* frontEnd(backend.layer, "web_search", { ...habits, depth: 2 })
        assert.isFalse(isFailure)
        assert.deepInclude(backend.queries[0], { query: "x", domains: ["example.com"], start_date: "2026-01-02" })
        const message = String(get(value, "message"))
        for (const reported of [
          "max_results was out of its range: 100",
          "domains takes host names",
          "start_date",
          "depth",
        ]) {
          assert.include(message, reported)
        }
        const page = yield* frontEnd(plenty, "web_fetch", { url: "<https://example.com/>", max_length: 5 })
        assert.include(String(get(page.value, "message")), "max_length was out of its range: 200 was used.")
      }),
    )

    it.effect("unknown keys are ignored", () =>
      Effect.gen(function* () {
        const backend = recording()
        const { isFailure } = yield* frontEnd(backend.layer, "web_search", { query: "x", mood: "blue", urls: "x" })
        assert.isFalse(isFailure)
        assert.deepStrictEqual(backend.queries, [{ query: "x", max_results: 10 }])
      }),
    )

    it.effect("web_search_and_fetch reads three pages by default", () =>
      Effect.gen(function* () {
        const { value } = yield* frontEnd(plenty, "web_search_and_fetch", { query: "x" })
        const pages = get(value, "pages")
        assert.strictEqual(Array.isArray(pages) ? pages.length : 0, 3)
      }),
    )
  })

  describe(`answers through ${label}`, () => {
    it.effect("a failure is data", () =>
      Effect.gen(function* () {
        const wire: WebError.Wire = { error: "http_error", status_code: 429, retry_after: 3 }
        const backend = Doubles.backend({ extract: failing(wire, "secret") })
        assert.deepStrictEqual(yield* frontEnd(backend, "web_fetch", { url: "https://example.com/" }), {
          isFailure: true,
          value: wire,
        })
      }),
    )

    it.effect("a page that can't be read is an entry of its call", () =>
      Effect.gen(function* () {
        const backend = Doubles.backend({
          search: () => Effect.succeed(rows(2)),
          extract: ({ url }) =>
            url.endsWith("/0") ? WebError.fail({ error: "timeout" }) : Effect.succeed(page("Little.")),
        })
        const { isFailure, value } = yield* frontEnd(backend, "web_search_and_fetch", { query: "x" })
        assert.isFalse(isFailure)
        const pages = get(value, "pages")
        assert.isTrue(Array.isArray(pages))
        assert.deepStrictEqual(Array.isArray(pages) ? pages[0] : undefined, {
          url: "https://example.com/0",
          error: "timeout",
        })
      }),
    )

    it.effect("one bad row fails the call", () =>
      Effect.gen(function* () {
        const backend = Doubles.backend({ search: () => Effect.succeed([{ title: "x" }]) })
        const { isFailure, value } = yield* frontEnd(backend, "web_search", { query: "x" })
        assert.isTrue(isFailure)
        assert.strictEqual(get(value, "error"), "invalid_backend_response")
      }),
    )

    it.effect("several URLs are pages and errors, each once", () =>
      Effect.gen(function* () {
        const good = "https://example.com/"
        const { isFailure, value } = yield* frontEnd(plenty, "web_fetch", { urls: [good, "http://10.0.0.1/", good] })
        assert.isFalse(isFailure)
        assert.deepStrictEqual(
          items(value, "pages").map((page) => [get(page, "url"), get(page, "error")]),
          [
            ["https://example.com/final", undefined],
            ["http://10.0.0.1/", "blocked_url"],
          ],
        )
        assert.strictEqual(get(value, "count"), 2)
        assert.match(String(get(value, "message")), /\(1 here\)/)
        const failed = yield* frontEnd(plenty, "web_fetch", { urls: ["http://10.0.0.1/", "http://10.0.0.2/"] })
        assert.lengthOf(items(failed.value, "pages"), 2)
        // The toolkit and the facade return the errors of pages among the pages.
        assert.strictEqual(failed.isFailure, label === "MCP")
      }),
    )

    it.effect("a query of stop words, and a max_length smaller than one block, have text", () =>
      Effect.gen(function* () {
        const block = Array.from({ length: 300 }, (_, n) => `word${n}`).join(" ")
        const layer = Doubles.backend({ extract: () => Effect.succeed(page(block)) })
        for (const args of [{ query: "what is the" }, { query: "word150" }, {}]) {
          const { isFailure, value } = yield* frontEnd(layer, "web_fetch", {
            url: "https://example.com/",
            max_length: 1,
            ...args,
          })
          assert.isFalse(isFailure)
          assert.isAbove(String(get(value, "content_md")).length, 100)
          assert.strictEqual(get(value, "truncated"), true)
          assert.strictEqual(get(value, "total_length"), block.length)
        }
      }),
    )

    it.effect("no hits is a success with a message", () =>
      Effect.gen(function* () {
        const backend = Doubles.backend({ search: () => Effect.succeed([]) })
        assert.deepStrictEqual(yield* frontEnd(backend, "web_search", { query: "x" }), {
          isFailure: false,
          value: { hits: [], count: 0, provider: "custom", message: "No results. Try other words." },
        })
      }),
    )

    it.effect("removed text is reported, and the obstacle of a page", () =>
      Effect.gen(function* () {
        const removed = { hidden_elements: 2, invisible_characters: 30 }
        const backend = Doubles.backend({
          extract: () => Effect.succeed({ ...page("word ".repeat(100)), removed, obstacle: "consent" }),
        })
        const { value } = yield* frontEnd(backend, "web_fetch", { url: "https://example.com/" })
        assert.deepStrictEqual(get(value, "removed"), removed)
        assert.strictEqual(get(value, "warning"), "low_content")
        assert.include(String(get(value, "message")), "consent")
      }),
    )

    it.effect("a cut is reported", () =>
      Effect.gen(function* () {
        const { value } = yield* frontEnd(plenty, "web_fetch", { url: "https://example.com/", max_length: 300 })
        assert.strictEqual(get(value, "truncated"), true)
        assert.strictEqual(get(value, "total_length"), 4_000)
        assert.match(String(get(value, "message")), /^The text is cut: \d+ of 4000 characters are shown\.$/)
      }),
    )

    it.effect("a compressor that is provided shortens long pages", () =>
      Effect.gen(function* () {
        const backend = Doubles.backend({ extract: () => Effect.succeed(page("word ".repeat(1_000))) })
        const compressor = Doubles.compressor((_, { query }) => `short: ${query}`)
        const layer = Layer.merge(backend, compressor)
        const { value } = yield* frontEnd(layer, "web_fetch", { url: "https://example.com/", query: "depth" })
        assert.strictEqual(get(value, "content_md"), "short: depth")
        assert.strictEqual(get(value, "compressed"), true)
        assert.strictEqual(get(value, "original_length"), 5_000)
      }),
    )
  })
}

describe("over MCP", () => {
  it.effect(
    "a failure is returned on every revision, as an object only with the setting and a revision that supports it",
    () =>
      Effect.gen(function* () {
        const versions = ["2026-07-28", "2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05"] as const
        const call = Effect.forEach(versions, (version) => mcpResult(plenty, "web_search", {}, version))
        const plain = yield* call
        const structured = yield* Effect.provide(call, Layer.orDie(ToolSettings.layer({ mcp_structured: true })))
        for (const result of [...plain, ...structured]) {
          assert.strictEqual(result.isError, true)
          assert.match(textOf(result), /^Error: invalid_request \/ query\n/)
        }
        for (const { structuredContent } of plain) assert.isUndefined(structuredContent)
        assert.deepStrictEqual(
          structured.map(({ structuredContent }) => structuredContent !== undefined),
          [true, true, true, false, false],
        )
      }),
  )
})

describe("the details of a failure that the model doesn't get", () => {
  it.effect("is logged at debug level, once", () =>
    Effect.gen(function* () {
      const reported: Array<unknown> = []
      const logger = Logger.make(({ logLevel, message }) => reported.push([logLevel, message]))
      const backend = Doubles.backend({ extract: failing({ error: "timeout" }, "secret") })
      yield* Effect.ignore(ToolCalls.fetch({ url: "https://example.com/" })).pipe(
        Effect.provide(
          Layer.mergeAll(backend, Logger.layer([logger]), Layer.succeed(References.MinimumLogLevel, "Debug")),
        ),
      )
      assert.strictEqual(reported.length, 1)
      assert.include(JSON.stringify(reported), "secret")
    }),
  )
})
