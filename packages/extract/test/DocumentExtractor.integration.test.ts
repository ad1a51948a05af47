/**
 * Tests the extractor in threads, in processes and in the caller's thread: a sample of its contract, whose other cases
 * are in `DocumentExtractor.integration.long.test.ts`, and the contracts of its formats. clock: real, since threads and
 * processes are.
 */
import { afterAll, assert, describe, it } from "@effect/vitest"
import { DocumentFormat, Extractor, Settings } from "@porthole/core"
import { FormatSuite } from "@porthole/testing"
import { Effect, Layer, ManagedRuntime, Result } from "effect"
import { sampleOf } from "../../../test/tiers/Sample.ts"
import { DocumentExtractor } from "../src/index.ts"
import { contractTests, inline, processes, programs, programTests, threads } from "./Isolations.ts"
import { article, bytesOf, fetchedOf, unhurried } from "./support.ts"

const page = () => fetchedOf(bytesOf(article("<p>Hello <a href=x>there</a>.</p>")))
/** Far more than a tenth of a second can read. */
const long = fetchedOf(bytesOf(article("<p>Words and <b>words</b> and <i class=a>words</i>.</p>".repeat(2_600))))

const inATenth = Effect.provide(Layer.orDie(Settings.layer({ extract_timeout: 100 })))

describe.each([threads, processes, inline])("reading $name", ({ layer }) => {
  const runtime = ManagedRuntime.make(Layer.provideMerge(layer, unhurried))
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
    const { error } = await runtime.runPromise(Effect.flip(extract(long).pipe(inATenth)))
    assert.strictEqual(error, "timeout")
    const { content } = await runtime.runPromise(extract(page()))
    assert.strictEqual(content, "Hello [there](https://site.test/dir/x).")
  })
})

const slow: DocumentFormat.DocumentFormat = {
  name: "slow",
  mediaTypes: ["application/x-slow"],
  extensions: [],
  weight: 0.5,
  isBinary: false,
  module: DocumentFormat.moduleBeside(import.meta.url, "../../reader-pool/test/slowFormat"),
  isolation: "process",
}

describe("a document", () => {
  it.live("by default is read by another process", () =>
    Effect.gen(function* () {
      const { extract } = yield* Extractor.Extractor
      const { title } = yield* extract(fetchedOf(bytesOf("a document"), { contentType: "application/x-slow" }))
      assert.match(title, /^\d+$/)
      assert.notStrictEqual(title, String(process.pid))
    }).pipe(Effect.provide(DocumentExtractor.layer({ formats: [{ ...slow, isolation: "thread" }] }))),
  )
})

describe("a third party's format", () => {
  const documents = Array.from({ length: 100 }, (_, at) =>
    fetchedOf(bytesOf(`document ${at}`), { contentType: "application/x-slow" }),
  )

  it.live("is read by its module, and 100 parallel documents wait for their turn without a failure", () =>
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

programTests(sampleOf(programs, 2))

contractTests(inline, Infinity)
for (const isolation of [threads, processes]) contractTests(isolation, 4)

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
    for (const { name, run } of FormatSuite.cases({ format, ...sample })) it.live(name, () => run)
    return undefined
  },
)
