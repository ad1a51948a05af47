import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import type { Extractor } from "@porthole/core"
import { ExtractorSuite, FormatSuite } from "@porthole/testing"
import { Layer, ManagedRuntime } from "effect"
import { Reader } from "../src/index.ts"

describe.each([
  ["in threads", Reader.layer({ isolation: "thread" })],
  ["in processes", Reader.layer({ isolation: "process" })],
  ["inline", Reader.layer({ isolation: "none" })],
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

describe.each(Reader.formats.map((format) => [format.name, format] as const))(
  "the contract of the format %s",
  (name, format) => {
    const sample = samples[name]
    if (sample === undefined) return it("has a document", () => assert.fail(`there is no document of ${name}`))
    for (const { name, run } of FormatSuite.cases({ format, ...sample })) it.live(name, () => run, 30_000)
    return undefined
  },
)
