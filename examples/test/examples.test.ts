/**
 * Runs every example; examples that readers copy stay under 40 lines. clock: real for the provider, since the suite
 * opens sockets.
 */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer, Stream } from "effect"
import { LanguageModel, type Response as ModelResponse } from "effect/ai"
import { patience } from "../../test/patience.ts"
import { ProviderSuite, ProviderTrial } from "@porthole/provider-kit/testing"
import { Doubles } from "@porthole/testing"
import { createWebTools, WebTools } from "@porthole/tools"
import { execFileSync } from "node:child_process"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { acme } from "../src/acme-search.ts"
import { answer } from "../src/agent.ts"
import * as DocsAgent from "../src/docs-agent.ts"
import * as FailOver from "../src/fail-over.ts"
import { offlineSite } from "../src/offline-site.ts"
import * as Quotes from "../src/quotes.ts"
import { type Model, run } from "../src/tool-loop.ts"

const folder = join(import.meta.dirname, "..")

it.each([
  "src/agent.ts",
  "src/docs-agent.ts",
  "src/acme-search.ts",
  "src/fail-over.ts",
  "src/own-stage.ts",
  "src/quotes.ts",
  "src/tool-loop.ts",
  "test/swapped-backend.test.ts",
])("%s is under 40 lines", (file) => {
  assert.isBelow(readFileSync(join(folder, file), "utf8").trimEnd().split("\n").length, 40)
})

describe("the agent", () => {
  it.effect("searches, reads a hit, and answers from it", () =>
    Effect.gen(function* () {
      const seen: Array<string> = []
      const turns: ReadonlyArray<ReadonlyArray<ModelResponse.PartEncoded>> = [
        [{ type: "tool-call", id: "1", name: "web_search", params: { query: "high water" } }],
        [{ type: "tool-call", id: "2", name: "web_fetch", params: { url: "https://tides.example/" } }],
        [{ type: "text", text: "At six." }],
      ]
      const model = LanguageModel.make({
        generateText: ({ prompt }) => {
          seen.push(JSON.stringify(prompt))
          return Effect.succeed([...(turns[seen.length - 1] ?? [])])
        },
        streamText: () => Stream.empty,
      })
      const backend = Doubles.backend({
        search: () => Effect.succeed([{ title: "Tides", url: "https://tides.example/", snippet: "" }]),
        extract: ({ url }) =>
          Effect.succeed({ title: "Tides", url, content: "High water at six.", links: [], status_code: 200 }),
      })
      const text = yield* answer("When is high water?").pipe(
        Effect.provide(
          Layer.merge(WebTools.layer.pipe(Layer.provide(backend)), Layer.effect(LanguageModel.LanguageModel, model)),
        ),
      )
      assert.strictEqual(text, "At six.")
      assert.include(seen[1], "https://tides.example/")
      assert.include(seen[2], "High water at six.")
    }),
  )
})

describe("the agent of a documentation site", () => {
  it.effect("finds a page, is kept from leaving, reads the page by its slug, and answers", () =>
    Effect.gen(function* () {
      const seen: Array<string> = []
      const turns: ReadonlyArray<ReadonlyArray<ModelResponse.PartEncoded>> = [
        [{ type: "tool-call", id: "1", name: "docs_search", params: { query: "tide tables" } }],
        [{ type: "tool-call", id: "2", name: "docs_fetch", params: { slug_or_url: "https://example.com/tides" } }],
        [{ type: "tool-call", id: "3", name: "docs_fetch", params: { slug_or_url: "tide-tables" } }],
        [{ type: "text", text: "At 06:12." }],
      ]
      const model = LanguageModel.make({
        generateText: ({ prompt }) => {
          seen.push(JSON.stringify(prompt))
          return Effect.succeed([...(turns[seen.length - 1] ?? [])])
        },
        streamText: () => Stream.empty,
      })
      const text = yield* DocsAgent.answer("When is high water?").pipe(
        Effect.provide(
          Layer.merge(
            DocsAgent.layer.pipe(Layer.provide(offlineSite)),
            Layer.effect(LanguageModel.LanguageModel, model),
          ),
        ),
      )
      assert.strictEqual(text, "At 06:12.")
      assert.include(seen[1], "https://tides.porthole.test/tide-tables")
      assert.include(seen[2], "outside_site")
      assert.include(seen[3], "High water today at 06:12")
    }),
  )
})

describe("the agent that quotes", () => {
  it.effect("reports the quotes that the page has, and those that it lacks", () =>
    Effect.gen(function* () {
      const seen: Array<string> = []
      const object = { answer: "At 06:12.", quotes: ["high  water today at 06:12", "High water never comes."] }
      const model = LanguageModel.make({
        generateText: ({ prompt }) => {
          seen.push(JSON.stringify(prompt))
          return Effect.succeed([{ type: "text", text: JSON.stringify(object) }])
        },
        streamText: () => Stream.empty,
      })
      const result = yield* Quotes.answer("When is high water?", "https://tides.porthole.test/tide-tables").pipe(
        Effect.provide(Layer.merge(offlineSite, Layer.effect(LanguageModel.LanguageModel, model))),
      )
      assert.include(seen[0], "untrusted-page-content")
      assert.deepStrictEqual(result, {
        answer: "At 06:12.",
        quotes: ["High water today at 06:12"],
        invented: ["High water never comes."],
      })
    }),
  )
})

describe("the new provider", () => {
  const items = [0, 1, 2].map((at) => ({ name: `N${at}`, link: `https://example.com/${at}`, text: "t" }))
  const cases = ProviderSuite.searchCases(acme, {
    found: { body: { items } },
    empty: { body: { items: [] } },
    badRow: { body: { items: [...items.slice(0, 1), { name: "no link" }] } },
    refusals: [
      { name: "401", answer: { status: 401, body: {} }, expected: { reason: "acme_unauthorized" } },
      {
        name: "200 without credits",
        answer: { body: { error: "out_of_credits" } },
        expected: { reason: "acme_quota_exceeded" },
      },
    ],
  })
  for (const { name, run } of cases) it.live(name, () => run)

  it.effect("sends the request and maps the answer by the manual", () =>
    Effect.gen(function* () {
      const query = { query: "tides", max_results: 99, language: "de", time_range: "week", country: "AT" } as const
      const item = { name: "Tides", link: "https://tides.example/", text: "At six.", date: "2026-03-01" }
      const backend = acme.makeSearch({ key: "k" })
      const { answer, sent } = yield* ProviderTrial.search(backend, query, { body: { items: [item, {}] } })
      assert.deepStrictEqual(sent, [
        {
          method: "GET",
          url: "https://api.acme.example/search",
          query: { q: "tides", n: "50", language: "de", since: "week" },
          headers: { "x-acme-key": "k" },
        },
      ])
      assert.deepStrictEqual(answer, {
        provider: "acme",
        rows: [
          {
            title: "Tides",
            url: "https://tides.example/",
            snippet: "At six.",
            metadata: { published_at: "2026-03-01" },
          },
        ],
        unusable: 1,
        ignored: ["country"],
      })
    }),
  )

  it("is the code of docs/write-a-provider.md, in fewer than 60 lines", () => {
    const page = readFileSync(join(folder, "../docs/write-a-provider.md"), "utf8")
    const [, code = ""] = /```ts\n(.*?)```/s.exec(page) ?? []
    assert.strictEqual(code, readFileSync(join(folder, "src/acme-search.ts"), "utf8"))
    assert.isBelow(code.trimEnd().split("\n").length, 60)
  })
})

describe("the chain of two providers", () => {
  it.effect("falls over to the second, and skips the first for a while", () =>
    Effect.gen(function* () {
      const [first, second] = yield* FailOver.attempts
      const reason = "paid_quota_exceeded"
      const answered = { provider: "open", outcome: "answered" } as const
      assert.deepStrictEqual(first, [{ provider: "paid", outcome: "failed", reason }, answered])
      assert.deepStrictEqual(second, [{ provider: "paid", outcome: "skipped", reason }, answered])
    }),
  )
})

describe("the tool loop", () => {
  it("lets a model call tools, see failures as data, and answer", async () => {
    const backend = Doubles.backend({
      search: () => Effect.succeed([{ title: "T", url: "https://a.example/", snippet: "six" }]),
    })
    await using tools = createWebTools({ layers: backend })
    const model: Model = async (history, definitions) => {
      assert.deepStrictEqual(
        definitions.map(({ name }) => name),
        ["web_search", "web_fetch", "web_search_and_fetch"],
      )
      if (history.length === 1) return { tool: "web_fetch", args: { url: "http://10.0.0.1/" } }
      if (history.length === 2) return { tool: "web_search", args: { query: "high water" } }
      return { answer: JSON.stringify(history) }
    }
    const reported = await run("When?", model, tools)
    assert.include(reported, '"reason":"private_or_metadata_target"')
    assert.include(reported, '"snippet":"six"')
  })
})

describe("the demo", () => {
  it("on a machine without network reports its attempts, and shows a search and a page offline", () => {
    const env = { ...process.env, ...patience, SEARXNG_URL: "" }
    const output = execFileSync(process.execPath, [join(folder, "src/demo.ts")], { encoding: "utf8", env })
    assert.include(output, "wikipedia_unreachable")
    assert.include(output, "Asked: duckduckgo, wikipedia.")
    assert.include(output, "Nothing could be read over this machine's network. Now offline")
    assert.notInclude(output, "SEARXNG_URL and")
    assert.include(output, "## Springs and neaps")
    assert.include(output, "| new, full | springs | 5.1 m |")
    assert.include(output, "```js")
    assert.include(output, "private_or_metadata_target")
  })
})
