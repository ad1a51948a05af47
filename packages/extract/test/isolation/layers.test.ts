import { assert, describe, it } from "@effect/vitest"
import { Extractor, Settings } from "@porthole/core"
import { Effect, Layer, Result } from "effect"
import { Reader } from "../../src/index.ts"
import { article, bytesOf, fetchedOf } from "../support.ts"

const page = () => fetchedOf(bytesOf(article("<p>Hello <a href=x>there</a>.</p>")))
/** Far more than can be read in a tenth of a second, or held in 36 MiB. */
const long = () => fetchedOf(bytesOf(article("<p>Words and <b>words</b> and <i>words</i>.</p>".repeat(6_000))))

const layers = [
  ["threads", Reader.layerThreads({ size: 1 })],
  ["processes", Reader.layerProcesses({ size: 1 })],
  ["the caller's thread", Reader.layerInline],
] as const

describe.each(layers)("reading in %s", (name, layer) => {
  const hasty = Layer.provideMerge(layer, Layer.orDie(Settings.layer({ extract_timeout: 100 })))

  it.live(
    "ends what takes too long and reads what comes next",
    () =>
      Effect.gen(function* () {
        const { extract } = yield* Extractor.Extractor
        const settings = yield* Settings.Settings
        assert.strictEqual((yield* Effect.flip(extract(long()))).error, "timeout")
        const next = yield* extract(page()).pipe(
          Effect.provide(Layer.orDie(Settings.layer({ extract_timeout: "60 s" }))),
        )
        assert.strictEqual(next.content, "Hello [there](https://site.test/dir/x).")
        assert.strictEqual(settings.extract_isolation, "thread")
      }).pipe(Effect.provide(hasty)),
    60_000,
  )

  it.live(
    "tells its stages to who asks for them",
    () =>
      Effect.gen(function* () {
        const { extract } = yield* Extractor.Extractor
        const { result, traces } = yield* Reader.explain(extract(page()))
        assert.isTrue(Result.isSuccess(result))
        assert.strictEqual(traces[0]?.stages[0]?.name, "parse")
        assert.strictEqual(traces[0]?.stages.at(-1)?.name, "render")
      }).pipe(Effect.provide(layer)),
    60_000,
  )

  it.live(
    `takes bytes that it may take${name === "threads" ? ", without a copy," : ""} and leaves others alone`,
    () =>
      Effect.gen(function* () {
        const { extract } = yield* Extractor.Extractor
        const kept = page()
        yield* extract(kept)
        assert.isAbove(kept.bytes.length, 0)
        const within = { ...page(), mayTake: true }
        const around = new Uint8Array(within.bytes.length + 20)
        around.set(within.bytes, 10)
        const view = around.subarray(10, 10 + within.bytes.length)
        assert.strictEqual((yield* extract({ ...within, bytes: view })).title, "A title")
        assert.isAbove(around.length, 0)
        const given = { ...page(), mayTake: true }
        yield* extract(given)
        if (name === "threads") assert.strictEqual(given.bytes.length, 0)
      }).pipe(Effect.provide(layer)),
    60_000,
  )
})

describe("reading in processes", () => {
  it.live(
    "bounds their memory: what needs more takes its own process down and nothing else",
    () =>
      Effect.gen(function* () {
        const { extract } = yield* Extractor.Extractor
        assert.strictEqual((yield* Effect.flip(extract(long()))).error, "extraction_failed")
        assert.strictEqual((yield* extract(page())).title, "A title")
      }).pipe(
        Effect.provide(
          Layer.provideMerge(
            Reader.layerProcesses({ size: 1, heap: 36 }),
            Layer.orDie(Settings.layer({ extract_timeout: "60 s" })),
          ),
        ),
      ),
    60_000,
  )
})
