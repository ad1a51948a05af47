import { afterAll, assert, describe, it } from "@effect/vitest"
import { DocumentFormat, Extractor, Settings } from "@porthole/core"
import { Effect, Layer, ManagedRuntime, Result } from "effect"
import { spawnSync } from "node:child_process"
import { Reader } from "../../src/index.ts"
import { program } from "../Programs.ts"
import { article, bytesOf, fetchedOf } from "../support.ts"

const page = () => fetchedOf(bytesOf(article("<p>Hello <a href=x>there</a>.</p>")))
/** Far more than a tenth of a second can read; four times that is far more than 24 MiB can hold. */
const long = (times = 1) =>
  fetchedOf(bytesOf(article("<p>Words and <b>words</b> and <i class=a>words</i>.</p>".repeat(2_600 * times))))

const layers = [
  ["threads", Reader.layer({ isolation: "thread", size: 1 })],
  ["processes", Reader.layer({ isolation: "process", size: 1 })],
  ["the caller's thread", Reader.layer({ isolation: "none" })],
] as const

const within = (extract_timeout: Settings.SettingsInput["extract_timeout"]) =>
  Effect.provide(Layer.orDie(Settings.layer({ extract_timeout })))

describe.each(layers)("reading in %s", { timeout: 60_000 }, (_, layer) => {
  const runtime = ManagedRuntime.make(layer)
  afterAll(() => runtime.dispose())
  const extract = (fetched: Extractor.Fetched) => Extractor.Extractor.use((extractor) => extractor.extract(fetched))

  it("sends its stages to a listener", async () => {
    const { result, traces } = await runtime.runPromise(Reader.explain(extract(page())))
    assert.isTrue(Result.isSuccess(result))
    assert.strictEqual(traces[0]?.stages[0]?.name, "parse")
    assert.strictEqual(traces[0]?.stages.at(-1)?.name, "render")
  })

  it("leaves a document's bytes unchanged", async () => {
    const whole = page()
    const around = new Uint8Array(whole.bytes.length + 20)
    around.set(whole.bytes, 10)
    const view = around.subarray(10, 10 + whole.bytes.length)
    const { title } = await runtime.runPromise(extract({ ...whole, bytes: view }))
    assert.strictEqual(title, "A title")
    assert.deepStrictEqual(Array.from(view), Array.from(whole.bytes))
    // A Node buffer is a view of shared memory.
    const shared = Buffer.from(whole.bytes)
    assert.strictEqual((await runtime.runPromise(extract({ ...whole, bytes: shared }))).title, "A title")
    assert.deepStrictEqual(Array.from(shared), Array.from(whole.bytes))
  })

  it("ends a reading that exceeds its time and reads the next one", async () => {
    const { error } = await runtime.runPromise(Effect.flip(extract(long()).pipe(within(100))))
    assert.strictEqual(error, "timeout")
    const { content } = await runtime.runPromise(extract(page()).pipe(within("60 s")))
    assert.strictEqual(content, "Hello [there](https://site.test/dir/x).")
  })
})

describe("reading in processes", () => {
  it.live(
    "bounds their memory: a document that needs more ends its own process and nothing else",
    () =>
      Effect.gen(function* () {
        const { extract } = yield* Extractor.Extractor
        assert.strictEqual((yield* Effect.flip(extract(long(4)))).error, "extraction_failed")
        assert.strictEqual((yield* extract(page())).title, "A title")
      }).pipe(
        Effect.provide(
          Layer.provideMerge(
            Reader.layer({ isolation: "process", size: 1, memory: 24 }),
            Layer.orDie(Settings.layer({ extract_timeout: "60 s" })),
          ),
        ),
      ),
    60_000,
  )
})

const slow: DocumentFormat.DocumentFormat = {
  name: "slow",
  mediaTypes: ["application/x-slow"],
  extensions: [],
  weight: 0.5,
  isBinary: false,
  reader: DocumentFormat.moduleBeside(import.meta.url, "slowReader"),
  isolation: "process",
}

describe("a third party's format", { timeout: 60_000 }, () => {
  const documents = Array.from({ length: 200 }, (_, at) =>
    fetchedOf(bytesOf(`document ${at}`), { contentType: "application/x-slow" }),
  )

  it.live("is read by its module, and 200 parallel documents wait for their turn without a failure", () =>
    Effect.gen(function* () {
      const { extract } = yield* Extractor.Extractor
      const read = yield* Effect.forEach(documents, extract, { concurrency: "unbounded" })
      assert.deepStrictEqual(
        read.map(({ content }) => content),
        documents.map((_, at) => `document ${at}`),
      )
      assert.notStrictEqual(read[0]?.title, String(process.pid))
    }).pipe(Effect.provide(Reader.layer({ formats: [slow], isolation: "none", size: 2 }))),
  )

  it.live("whose reader can't be loaded fails", () =>
    Effect.gen(function* () {
      const { extract } = yield* Extractor.Extractor
      const { error } = yield* Effect.flip(extract(documents[0] ?? page()))
      assert.strictEqual(error, "extraction_failed")
    }).pipe(Effect.provide(Reader.layer({ formats: [{ ...slow, reader: new URL("./none.js", import.meta.url) }] }))),
  )
})

describe("a program that disposes of nothing", { timeout: 60_000 }, () => {
  const run = async (...args: ReadonlyArray<string>) =>
    spawnSync(process.execPath, [await program("readOnce"), ...args], {
      encoding: "utf8",
      timeout: 50_000,
    })

  it.each(["thread", "process", "none"])("ends by itself when it has read a page: %s", async (isolation) => {
    const { status, stdout } = await run(isolation)
    assert.deepStrictEqual([status, stdout.trim()], [0, "A title"])
  })

  it.each(["thread", "process", "none"])("ends by itself when it has read nothing: %s", async (isolation) => {
    const { status, stdout } = await run(isolation, "nothing")
    assert.deepStrictEqual([status, stdout.trim()], [0, "Nothing"])
  })
})
