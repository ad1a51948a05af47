/** Tests the requests to a `/rerank` endpoint of each shape, and reading its answers. */
import { assert, describe, it } from "@effect/vitest"
import { Shortening } from "@porthole/core"
import { ProviderDouble } from "@porthole/provider-kit/testing"
import { RerankerSuite } from "@porthole/testing"
import { ConfigProvider, Effect, Fiber, Layer } from "effect"
import { TestClock } from "effect/testing"
import { layer, type RerankOptions } from "../../src/rerankers/endpoint.ts"

const url = "https://rerank.test/v1/rerank"
const results = [
  { index: 2, relevance_score: 0.9 },
  { index: 0, relevance_score: 0.5 },
  { index: 1, relevance_score: -1.5 },
]
const jina: RerankOptions = { shape: "jina", url, key: "secret", model: "m" }

const rerank = (options: RerankOptions, outcome: ProviderDouble.Outcome, env: Record<string, string> = {}) => {
  const double = ProviderDouble.make(outcome)
  const reranker = layer(options).pipe(Layer.provide(double.layer))
  const scores = Shortening.Reranker.use((port) => port.rerank("tide?", ["a", "b", "c"])).pipe(
    Effect.provide(Layer.merge(reranker, ConfigProvider.layer(ConfigProvider.fromUnknown(env)))),
  )
  return { scores, seen: double.seen }
}

/** A server that prefers the document with a year. */
const wellServer = ({ body }: ProviderDouble.Seen): ProviderDouble.Recorded => {
  const { documents }: { readonly documents: ReadonlyArray<string> } = JSON.parse(body)
  const scored = documents.map((text, index) => ({ index, relevance_score: /\d{4}/.test(text) ? 0.9 : 0.1 }))
  return { body: { results: scored.toSorted((a, b) => b.relevance_score - a.relevance_score) } }
}

describe("a rerank endpoint", () => {
  const served = (answer: Parameters<typeof ProviderDouble.make>[0]) =>
    layer(jina).pipe(Layer.provide(ProviderDouble.make(answer).layer))
  const cases = RerankerSuite.cases({ layer: served(wellServer), broken: served("broken") })
  for (const { name, run } of cases) it.effect(name, () => run)

  it.effect.each<{ options: RerankOptions; answer: unknown; sent: object }>([
    {
      options: jina,
      answer: { model: "m", results },
      sent: { model: "m", query: "tide?", documents: ["a", "b", "c"], return_documents: false },
    },
    {
      options: { ...jina, shape: "cohere" },
      answer: { id: "1", results },
      sent: { model: "m", query: "tide?", documents: ["a", "b", "c"] },
    },
    {
      options: { shape: "tei", url, key: "secret" },
      answer: results.map(({ index, relevance_score }) => ({ index, score: relevance_score })),
      sent: { query: "tide?", texts: ["a", "b", "c"], truncate: true },
    },
  ])("of the shape $options.shape gets one request, and its scores come in the documents' order", (example) => {
    const { scores, seen } = rerank(example.options, { body: example.answer })
    return Effect.map(scores, (found) => {
      assert.deepStrictEqual(found, [0.5, -1.5, 0.9])
      const sent = seen.map(({ body, headers, method, url }) => [
        method,
        url.href,
        headers["authorization"],
        JSON.parse(body),
      ])
      assert.deepStrictEqual(sent, [["POST", url, "Bearer secret", example.sent]])
    })
  })

  it.effect("may have its address and key from the environment", () => {
    const env = { PORTHOLE_RERANK_URL: url, RERANK_API_KEY: "other" }
    const { scores, seen } = rerank({ shape: "jina", model: "m" }, { body: { results } }, env)
    return Effect.map(scores, () =>
      assert.deepStrictEqual([seen[0]?.url.href, seen[0]?.headers["authorization"]], [url, "Bearer other"]),
    )
  })

  it.effect("needs no key", () => {
    const { scores, seen } = rerank({ shape: "jina", url, model: "m" }, { body: { results } })
    return Effect.map(scores, () => assert.isUndefined(seen[0]?.headers["authorization"]))
  })

  it.effect.each<{ name: string; outcome: ProviderDouble.Outcome; reason: string }>([
    { name: "is broken", outcome: "broken", reason: "rerank_unreachable" },
    { name: "refuses the key", outcome: { status: 401, body: {} }, reason: "rerank_unauthorized" },
    { name: "is asked too often", outcome: { status: 429, body: {} }, reason: "rerank_rate_limited" },
    { name: "fails", outcome: { status: 500, body: "no" }, reason: "rerank_unreachable" },
    { name: "sends no JSON", outcome: { body: "<html>" }, reason: "rerank_unreachable" },
    { name: "leaves one out", outcome: { body: { results: results.slice(1) } }, reason: "rerank_unreachable" },
    { name: "sends no scores", outcome: { body: { results: [{ index: 0 }, {}, {}] } }, reason: "rerank_unreachable" },
    {
      name: "scores one more",
      outcome: { body: { results: [...results, { index: 3, relevance_score: 1 }] } },
      reason: "rerank_unreachable",
    },
    {
      name: "scores one twice",
      outcome: { body: { results: [...results.slice(1), results[1]] } },
      reason: "rerank_unreachable",
    },
    {
      name: "scores one of none",
      outcome: { body: { results: [...results.slice(1), { index: 7, relevance_score: 1 }] } },
      reason: "rerank_unreachable",
    },
  ])("that $name is an error, after one request", ({ outcome, reason }) => {
    const { scores, seen } = rerank(jina, outcome)
    return Effect.map(Effect.flip(scores), (error) => {
      assert.strictEqual(error.wire.reason, reason)
      assert.lengthOf(seen, 1)
    })
  })

  it.effect("without an address gets no request", () => {
    const { scores, seen } = rerank({ shape: "tei" }, { body: [] })
    return Effect.map(Effect.flip(scores), (error) => {
      assert.strictEqual(error.wire.reason, "rerank_not_configured")
      assert.lengthOf(seen, 0)
    })
  })

  it.effect("that hangs is a timeout after 2 s", () =>
    Effect.gen(function* () {
      const fiber = yield* Effect.forkChild(Effect.flip(rerank(jina, "hang").scores))
      yield* TestClock.adjust("2 seconds")
      assert.strictEqual((yield* Fiber.join(fiber)).error, "timeout")
    }),
  )
})
