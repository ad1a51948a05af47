/** Tests the extractor in threads, in processes and in the caller's thread: its contract, and those of its formats. */
import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import { DocumentFormat, Extractor, Settings } from "@porthole/core"
import { ExtractorSuite, FormatSuite } from "@porthole/testing"
import { Effect, Layer, ManagedRuntime, Result } from "effect"
import { spawnSync } from "node:child_process"
import { DocumentExtractor } from "../src/index.ts"
import { program } from "./Programs.ts"
import { article, bytesOf, fetchedOf } from "./support.ts"

const page = () => fetchedOf(bytesOf(article("<p>Hello <a href=x>there</a>.</p>")))
/** Far more than a tenth of a second can read; four times that is far more than 24 MiB can hold. */
const long = (times = 1) =>
  fetchedOf(bytesOf(article("<p>Words and <b>words</b> and <i class=a>words</i>.</p>".repeat(2_600 * times))))

const layers = [
  ["threads", DocumentExtractor.layer({ isolation: "thread", size: 1 })],
  ["processes", DocumentExtractor.layer({ isolation: "process", size: 1 })],
  ["the caller's thread", DocumentExtractor.layer({ isolation: "none" })],
] as const

const within = (extract_timeout: Settings.SettingsInput["extract_timeout"]) =>
  Effect.provide(Layer.orDie(Settings.layer({ extract_timeout })))

describe.each(layers)("reading in %s", (_, layer) => {
  const runtime = ManagedRuntime.make(layer)
  afterAll(() => runtime.dispose())
  const extract = (fetched: Extractor.Fetched) => Extractor.Extractor.use((extractor) => extractor.extract(fetched))

  it("sends its stages to a listener", async () => {
    const { result, traces } = await runtime.runPromise(DocumentExtractor.explain(extract(page())))
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
            DocumentExtractor.layer({ isolation: "process", size: 1, memory: 24 }),
            Layer.orDie(Settings.layer({ extract_timeout: "60 s" })),
          ),
        ),
      ),
    300_000,
  )
})

const slow: DocumentFormat.DocumentFormat = {
  name: "slow",
  mediaTypes: ["application/x-slow"],
  extensions: [],
  weight: 0.5,
  isBinary: false,
  module: DocumentFormat.moduleBeside(import.meta.url, "isolation/slowFormat"),
  isolation: "process",
}

describe("a third party's format", () => {
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
    }).pipe(Effect.provide(DocumentExtractor.layer({ formats: [slow], isolation: "none", size: 2 }))),
  )

  it.live("whose module can't be loaded fails", () =>
    Effect.gen(function* () {
      const { extract } = yield* Extractor.Extractor
      const { error } = yield* Effect.flip(extract(documents[0] ?? page()))
      assert.strictEqual(error, "extraction_failed")
    }).pipe(
      Effect.provide(
        DocumentExtractor.layer({ formats: [{ ...slow, module: new URL("./none.js", import.meta.url) }] }),
      ),
    ),
  )
})

describe("a program that disposes of nothing", () => {
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

describe.each([
  ["in threads", DocumentExtractor.layer({ isolation: "thread" })],
  ["in processes", DocumentExtractor.layer({ isolation: "process" })],
  ["inline", DocumentExtractor.layer({ isolation: "none" })],
] as const)("the contract of Extractor %s", (_, layer) => {
  // One pool for all cases: starting a thread for each would take minutes.
  const runtime = ManagedRuntime.make(layer)
  let shared: Layer.Layer<Extractor.Extractor> = layer
  beforeAll(async () => {
    shared = Layer.succeedContext(await runtime.context())
  }, 30_000)
  afterAll(() => runtime.dispose())

  for (const { name, run } of ExtractorSuite.cases(Layer.suspend(() => shared))) {
    it.live(name, () => run, 30_000)
  }
})

const link = "https://site.example/almanac"
const samples: Readonly<Record<string, Omit<FormatSuite.Fixture, "format">>> = {
  markdown: { document: "# Tides\n\nHigh water, see [almanac](/almanac).\n", expected: "High water", links: [link] },
  feed: {
    document: `<rss version="2.0"><channel><title>Tides</title><item><title>High water</title><link>/almanac</link></item></channel></rss>`,
    expected: "High water",
    links: [link],
  },
  xml: {
    document: `<?xml version="1.0"?><tides><high href="/almanac">High water</high></tides>`,
    expected: "High water",
  },
  html: { document: `<p>High water, see <a href="/almanac">almanac</a>.</p>`, expected: "High water", links: [link] },
  json: { document: `{"tide": "High water", "see": "${link}"}`, expected: "High water", links: [link] },
  table: { document: `Tide,See\nHigh water,${link}\n`, expected: "High water", links: [link] },
  text: { document: `High water, see ${link}.`, expected: "High water", links: [link] },
}

describe.each(DocumentExtractor.formats.map((format) => [format.name, format] as const))(
  "the contract of the format %s",
  (name, format) => {
    const sample = samples[name]
    if (sample === undefined) return it("has a document", () => assert.fail(`there is no document of ${name}`))
    for (const { name, run } of FormatSuite.cases({ format, ...sample })) it.live(name, () => run, 30_000)
    return undefined
  },
)
