import { assert, describe, it } from "@effect/vitest"
import { type SearchQuery, Settings, WebBackend, webSearch } from "@porthole/core"
import { Effect, Layer } from "effect"
import { searxng } from "../src/Searxng.ts"
import { asidesOf } from "../src/SearxngAsides.ts"
import * as Instance from "./support/instance.ts"

/** The kernel's search over an instance with this envelope. */
const searchOver = (parts: Record<string, unknown>, query: Partial<SearchQuery.SearchQuery> = {}) =>
  webSearch({ query: "whales", ...query }).pipe(
    Effect.provide(
      WebBackend.layer({
        search: searxng.makeSearch({ url: "http://searx.test" }),
        extract: WebBackend.unavailable,
      }).pipe(Layer.provide(Instance.answering(Instance.json(200, Instance.envelope(parts))).layer)),
    ),
  )

const infobox = {
  infobox: "Whale",
  id: "https://encyclopedia.example/Whale",
  content: "Whales are marine mammals.",
  urls: [{ title: "Official", url: "https://whales.example/" }],
}

describe("a search that SearXNG answers without results", () => {
  it.effect("returns its answers, of every version", () =>
    Effect.gen(function* () {
      const answers = [{ answer: "12 m", url: "https://whales.example/length" }, { answer: "12 m", url: null }, "12 m"]
      const found = yield* searchOver({ answers })
      assert.deepStrictEqual(found.answers, [
        { text: "12 m", url: "https://whales.example/length" },
        { text: "12 m" },
        { text: "12 m" },
      ])
      assert.strictEqual(found.message, "No results besides the answer of the search engine.")
    }),
  )

  it.effect("returns its infoboxes, by their text or their attributes", () =>
    Effect.gen(function* () {
      const attributes = [{ label: "Length", value: "12 m" }, { label: "Weight", value: "30 t" }, { label: "Odd" }]
      const sparse = { infobox: "Orca", id: "Q26843", urls: infobox.urls, attributes }
      assert.deepStrictEqual((yield* searchOver({ infoboxes: [infobox, sparse, { infobox: "Nothing" }] })).answers, [
        { title: "Whale", text: "Whales are marine mammals.", url: "https://encyclopedia.example/Whale" },
        { title: "Orca", text: "Length: 12 m; Weight: 30 t", url: "https://whales.example/" },
      ])
    }),
  )

  it.effect("returns its corrections", () =>
    Effect.gen(function* () {
      const found = yield* searchOver({ corrections: ["whales", { title: "wales", url: "?q=wales" }, "whales"] })
      assert.deepStrictEqual(found.corrections, ["whales", "wales"])
      assert.strictEqual(found.message, "No results. Try the corrected query.")
    }),
  )

  it.effect("has an answer, although an engine failed", () =>
    Effect.map(searchOver({ infoboxes: [infobox], unresponsive_engines: [["j", "timeout"]] }), ({ answers }) =>
      assert.lengthOf(answers ?? [], 1),
    ),
  )

  it.effect("limited to sites, keeps only what comes from them", () =>
    Effect.gen(function* () {
      const parts = { answers: ["12 m"], infoboxes: [infobox] }
      assert.notProperty(yield* searchOver(parts, { domains: ["whales.example"] }), "answers")
      const inside = yield* searchOver(parts, { domains: ["encyclopedia.example"] })
      assert.deepStrictEqual(
        inside.answers?.map(({ title }) => title),
        ["Whale"],
      )
      const denied = yield* searchOver(parts).pipe(
        Effect.provide(Settings.layer({ deny_domains: ["encyclopedia.example"] })),
      )
      assert.deepStrictEqual(denied.answers, [{ text: "12 m" }])
      const local = { ...infobox, id: "http://10.0.0.1/", urls: [] }
      assert.notProperty(yield* searchOver({ infoboxes: [local] }), "answers")
    }),
  )

  it("that isn't in SearXNG's form has none", () => {
    for (const json of [
      null,
      7,
      {},
      { answers: "12 m" },
      { answers: [7, {}, ""], infoboxes: [[]], corrections: [{}] },
    ]) {
      assert.deepStrictEqual(asidesOf(json), { answers: [], corrections: [] })
    }
  })
})
