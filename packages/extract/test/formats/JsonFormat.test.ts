import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import * as fc from "fast-check"
import { layOut } from "../../src/formats/JsonFormat.ts"
import { json } from "../../src/formats/Formats.ts"
import { type DocumentOptions, bytesOf, readAny } from "../support.ts"

const read = (text: string, requested: DocumentOptions = {}) =>
  readAny(bytesOf(text), { contentType: "application/json", ...requested })

const order =
  '{"id":12345678901234567890.10,"z":1,"a":[1,2,-3e5],"place":"\\u0442\\u0435\\u0445 \\"A\\"","at":"https:\\/\\/shop.test\\/o\\/1#x",' +
  '"lines":[{"sku":"A-1","count":2},{"sku":"B-2","notes":[["x"]]}],"none":[],"empty":{}}'

const laidOut = `{
  "id": 12345678901234567890.10,
  "z": 1,
  "a": [1, 2, -3e5],
  "place": "тех \\"A\\"",
  "at": "https://shop.test/o/1#x",
  "lines": [
    {"sku": "A-1", "count": 2},
    {
      "sku": "B-2",
      "notes": [
        ["x"]
      ]
    }
  ],
  "none": [],
  "empty": {}
}`

describe("JSON", () => {
  it.effect("is laid out with all digits and keys unchanged, and its links are listed", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* read(order), {
        title: "",
        content: `\`\`\`json\n${laidOut}\n\`\`\``,
        links: ["https://shop.test/o/1"],
        text_length: laidOut.length,
        is_data: true,
      })
      const text = yield* read(order, { mode: "text", contentType: "application/vnd.api+json; charset=utf-8" })
      assert.deepStrictEqual([text.content, text.text_length], [laidOut, laidOut.length])
      const html = yield* read('["<b>&"]', { mode: "html" })
      assert.strictEqual(html.content, '<pre><code class="language-json">[&quot;&lt;b&gt;&amp;&quot;]</code></pre>')
    }),
  )

  it.effect("has no unnecessary escapes, so that addresses stay whole", () =>
    Effect.gen(function* () {
      const { content, links } = yield* read(
        '["https://a.test/?x=1\\u0026y=2","\\u003cb\\u003e\\u0027\\u0022\\u005c\\u001b"]',
        {
          mode: "text",
        },
      )
      assert.strictEqual(content, '["https://a.test/?x=1&y=2", "<b>\'\\"\\\\\\u001b"]')
      assert.deepStrictEqual(links, ["https://a.test/?x=1&y=2"])
    }),
  )

  it.effect("is in a fence that its content can't end", () =>
    Effect.gen(function* () {
      const { content } = yield* read(JSON.stringify(["a", "````\n# b"]))
      assert.isTrue(content.startsWith("`````json\n") && content.endsWith("\n`````"), content)
    }),
  )

  it.effect("with one value a line stays unchanged", () =>
    Effect.gen(function* () {
      const { content } = yield* read('{"a":1}\r\n{"a":[{"b":2}]}\n', {
        contentType: "application/x-ndjson",
        mode: "text",
      })
      assert.strictEqual(content, '{"a":1}\n{"a":[{"b":2}]}')
    }),
  )

  it.effect.each([
    '{"a":1,}',
    "{'a':1}",
    '{"a" 1}',
    "[1 2",
    "[01]",
    "nul",
    '"open',
    "[1]]",
    ")]}',\n[1]",
    '["\\x"]',
    "{1:2}",
    "[,]",
  ])("that isn't valid is plain text: %s", (text) =>
    Effect.gen(function* () {
      assert.strictEqual((yield* read(text)).content, text)
    }),
  )

  it.effect("is without invisible characters, escaped or not", () =>
    Effect.gen(function* () {
      const { content, removed } = yield* read('["a\u200bb\\u200bc\\ud83d\\ude00\\u0007\\ud800"]', { mode: "text" })
      assert.deepStrictEqual(
        [content, removed],
        ['["abc😀\\u0007\\ud800"]', { hidden_elements: 0, invisible_characters: 2 }],
      )
    }),
  )

  it.effect("that is nested too deeply stays unchanged", () =>
    Effect.gen(function* () {
      const source = `["a",${"[".repeat(100_000)}${"]".repeat(100_000)}]`
      assert.strictEqual((yield* read(source, { mode: "text" })).content, source)
    }),
  )

  it.effect.each([
    { one: "has more characters than are parsed", source: `[${"[],".repeat(2_200_000)}1]` },
    {
      one: "would become very long with its indents",
      source: `${"[".repeat(90)}${"[],".repeat(200_000)}1${"]".repeat(90)}`,
    },
  ])("that $one stays as it is written", ({ source }) =>
    Effect.gen(function* () {
      const { content } = yield* read(source, { mode: "text" })
      assert.strictEqual(content.length, Math.min(source.length, 2_000_000))
      assert.isTrue(source.startsWith(content))
    }),
  )

  it.effect("of one very long value is read up to two million characters", () =>
    Effect.gen(function* () {
      const { reduced, text_length } = yield* read(JSON.stringify("x".repeat(3_000_000)), { mode: "text" })
      assert.deepStrictEqual(reduced, [{ part: "characters", read: 2_000_000, of: 3_000_002 }])
      assert.strictEqual(text_length, 2_000_000)
    }),
  )

  it("keeps its meaning, for any spelling", () => {
    fc.assert(
      fc.property(fc.json({ stringUnit: "grapheme" }), fc.constantFrom(undefined, 1, "\t"), (text, space) => {
        const value: unknown = JSON.parse(text)
        const source = JSON.stringify(value, null, space)
        assert.deepStrictEqual(JSON.parse(layOut(source, value)), value)
        assert.isTrue(
          typeof value !== "object" || value === null || json.sniff?.(source.slice(0, 40)),
          source.slice(0, 40),
        )
      }),
      { numRuns: 500 },
    )
  })
})

it.effect("a page that is declared as JSON is read as a page", () =>
  Effect.gen(function* () {
    const { content, title } = yield* read("<!doctype html><title>Error</title><h1>Not found</h1><p>No such tide.")
    assert.strictEqual(title, "Error")
    assert.notInclude(content, "<")
    assert.include(content, "No such tide.")
    assert.include((yield* read("<p>Words that are no page")).content, "<p>")
  }),
)
