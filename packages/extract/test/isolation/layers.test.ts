import { afterAll, assert, describe, it } from "@effect/vitest"
import { Extractor, Settings } from "@porthole/core"
import { Effect, Layer, ManagedRuntime, Result } from "effect"
import { Reader } from "../../src/index.ts"
import { article, bytesOf, fetchedOf } from "../support.ts"

const page = () => fetchedOf(bytesOf(article("<p>Hello <a href=x>there</a>.</p>")))
/** Far more than can be read in a tenth of a second, or held in 36 MiB. */
const long = () => fetchedOf(bytesOf(article("<p>Words and <b>words</b> and <i class=a>words</i>.</p>".repeat(2_600))))

const layers = [
  ["threads", Reader.layerThreads({ size: 1 })],
  ["processes", Reader.layerProcesses({ size: 1 })],
  ["the caller's thread", Reader.layerInline],
] as const

const within = (extract_timeout: Settings.SettingsInput["extract_timeout"]) =>
  Effect.provide(Layer.orDie(Settings.layer({ extract_timeout })))

describe.each(layers)("reading in %s", { timeout: 60_000 }, (name, layer) => {
  const runtime = ManagedRuntime.make(layer)
  afterAll(() => runtime.dispose())
  const extract = (fetched: Extractor.Fetched) => Extractor.Extractor.use((extractor) => extractor.extract(fetched))

  it("tells its stages to who asks for them", async () => {
    const { result, traces } = await runtime.runPromise(Reader.explain(extract(page())))
    assert.isTrue(Result.isSuccess(result))
    assert.strictEqual(traces[0]?.stages[0]?.name, "parse")
    assert.strictEqual(traces[0]?.stages.at(-1)?.name, "render")
  })

  it(`takes bytes that it may take${name === "threads" ? ", without a copy," : ""} and leaves others alone`, async () => {
    const kept = page()
    await runtime.runPromise(extract(kept))
    assert.isAbove(kept.bytes.length, 0)
    const whole = page()
    const around = new Uint8Array(whole.bytes.length + 20)
    around.set(whole.bytes, 10)
    const view = around.subarray(10, 10 + whole.bytes.length)
    const { title } = await runtime.runPromise(extract({ ...whole, mayTake: true, bytes: view }))
    assert.strictEqual(title, "A title")
    assert.isAbove(around.length, 0)
    const given = { ...page(), mayTake: true }
    await runtime.runPromise(extract(given))
    if (name === "threads") assert.strictEqual(given.bytes.length, 0)
  })

  it("ends what takes too long and reads what comes next", async () => {
    const { error } = await runtime.runPromise(Effect.flip(extract(long()).pipe(within(100))))
    assert.strictEqual(error, "timeout")
    const { content } = await runtime.runPromise(extract(page()).pipe(within("60 s")))
    assert.strictEqual(content, "Hello [there](https://site.test/dir/x).")
  })
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
