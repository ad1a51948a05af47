/** Tests passages with a `Reranker`: it may change which passages are taken, and nothing else. */
import { assert, describe, it } from "@effect/vitest"
import { Shortening, WebError, webFetch } from "@porthole/core"
import { Doubles } from "@porthole/testing"
import { Effect, Fiber, Layer } from "effect"
import { TestClock } from "effect/testing"

const url = "https://example.com/page"
const query = "When was the lighthouse lit?"

/** The ranking prefers the paragraphs with more of the question's words. */
const paragraphs = Array.from(
  { length: 60 },
  (_, at) => `Boat ${at} passed by with ropes, nets and twelve barrels of herring.`,
)
  .with(
    10,
    "The lighthouse was lit in 1887, when the lighthouse keeper lit the lamp above the harbour, which was small then.",
  )
  .with(
    40,
    "The lighthouse shone for the first time in spring, as old letters of the people who lived on the island tell us.",
  )
const content = `# Harbour\n\n${paragraphs.join("\n\n")}`

const read = (rerank?: Shortening.RerankerShape["rerank"]) => {
  const page = { title: "Page", url, content, links: [], status_code: 200 }
  const backend = Doubles.backend({ extract: () => Effect.succeed(page) })
  const reranker = rerank === undefined ? Layer.empty : Layer.succeed(Shortening.Reranker, { rerank })
  return Effect.provide(webFetch({ url, query, max_length: 200 }), Layer.merge(backend, reranker))
}

const prefersSpring = (_: string, documents: ReadonlyArray<string>) =>
  Effect.succeed(documents.map((document) => (document.includes("spring") ? 0.9 : 0.1)))

describe("a reranker", () => {
  it.effect("decides which passages are taken", () =>
    Effect.gen(function* () {
      const [without, reranked] = [yield* read(), yield* read(prefersSpring)]
      assert.include(without.content_md ?? "", "1887")
      assert.notInclude(without.content_md ?? "", "spring")
      assert.include(reranked.content_md ?? "", "spring")
      assert.notInclude(reranked.content_md ?? "", "1887")
      assert.strictEqual(reranked.message, without.message)
    }),
  )

  it.effect("reads the query, and at most 40 documents under their headings", () => {
    const seen: Array<readonly [string, ReadonlyArray<string>]> = []
    const rerank: Shortening.RerankerShape["rerank"] = (...call) => Effect.sync(() => (seen.push(call), undefined))
    return Effect.map(read(rerank), () => {
      const [requested, documents = []] = seen[0] ?? []
      assert.strictEqual(requested, query)
      assert.isAtMost(documents.length, 40)
      assert.include(documents, `Harbour\n${paragraphs[10]}`)
    })
  })

  it.effect("that is absent reports nothing and changes nothing", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* read(Shortening.noReranker.rerank), yield* read())
    }),
  )

  it.effect.each<{ name: string; rerank: Shortening.RerankerShape["rerank"] }>([
    { name: "fails", rerank: () => Effect.fail(WebError.make({ error: "http_error" })) },
    { name: "never answers", rerank: () => Effect.never },
    { name: "gives too few scores", rerank: () => Effect.succeed([1]) },
    { name: "gives no numbers", rerank: (_, documents) => Effect.succeed(documents.map(() => Number.NaN)) },
  ])("that $name is left out, and the message reports that", ({ rerank }) =>
    Effect.gen(function* () {
      const fiber = yield* Effect.forkChild(read(rerank))
      yield* TestClock.adjust("2 seconds")
      const { message, ...page } = yield* Fiber.join(fiber)
      const { message: usual, ...without } = yield* read()
      const { fetched_at } = page
      assert.deepStrictEqual(page, { ...without, ...(fetched_at && { fetched_at }) })
      assert.include(message ?? "", "The reranker returned no usable answer in time")
      assert.notInclude(usual ?? "", "reranker")
    }),
  )
})
