import { assert, describe, it } from "@effect/vitest"
import { KnownUrls, Shortening, ShownPages, type WebBackend, webFetch } from "@porthole/core"
import { Doubles } from "@porthole/testing"
import { Effect, Layer, Option, Stream } from "effect"
import { WebToolkit, WebTools } from "../../src/index.ts"

const url = "https://tides.test/"
const content = Array.from({ length: 40 }, (_, at) => `## Part ${at}\n\nHigh water number ${at} comes at noon.`).join(
  "\n\n",
)

const web = Doubles.backend({
  extract: () => Effect.succeed({ title: "Tides", url, content, links: [], status_code: 200 }),
})

/** Services of a program, each recording its uses. */
const recording = () => {
  const used: Array<string> = []
  const use = <A>(name: string, answer: A) => Effect.sync(() => (used.push(name), answer))
  const services = Layer.mergeAll(
    Layer.succeed(Shortening.Compressor, { compress: () => use("Compressor", undefined) }),
    Layer.succeed(Shortening.Reranker, { rerank: () => use("Reranker", undefined) }),
    Layer.succeed(KnownUrls.KnownUrls, { add: () => use("KnownUrls", undefined), has: () => use("KnownUrls", true) }),
    Layer.succeed(ShownPages.ShownPages, {
      find: () => use("ShownPages", undefined),
      keep: () => use("ShownPages", false),
    }),
  )
  return { used, services }
}

const input = { url, query: "high water number 7", max_length: 400 }

const throughTheTool = Effect.gen(function* () {
  const tools = yield* WebToolkit.toolkit
  const last = yield* Effect.flatMap(tools.handle("web_fetch", input), Stream.runLast)
  return Option.isSome(last)
})

describe("a program's own services", () => {
  /** The services that a call over layerNode uses. */
  const usedBy = (call: Effect.Effect<unknown, unknown, WebBackend.WebBackend | WebToolkit.Handlers>) =>
    Effect.gen(function* () {
      const { services, used } = recording()
      yield* call.pipe(
        Effect.provide(
          WebTools.layerNode({ compress_min_length: 0, known_urls_only: true }).pipe(
            Layer.provide(Layer.merge(services, web)),
          ),
        ),
      )
      return new Set(used)
    })
  const all = ["Compressor", "Reranker", "KnownUrls", "ShownPages"]

  it.effect("under layerNode are used by a use-case", () =>
    Effect.map(usedBy(webFetch(input)), (used) => assert.hasAllKeys(used, all)),
  )

  it.effect("under layerNode are used by a tool", () =>
    Effect.map(usedBy(throughTheTool), (used) => assert.hasAllKeys(used, all)),
  )

  it.effect("shorten a page that a use-case reads, as the guide shows", () =>
    Effect.gen(function* () {
      const shorter = Doubles.compressor(() => "High water at noon.")
      const page = yield* webFetch({ url }).pipe(
        Effect.provide(
          WebTools.layerNode({ compress_min_length: 0, max_length: 400 }).pipe(
            Layer.provide(Layer.merge(shorter, web)),
          ),
        ),
      )
      assert.strictEqual(page.content_md, "High water at noon.")
    }),
  )
})
