import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import * as fc from "fast-check"
import { rowsOf } from "../../src/formats/TableFormat.ts"
import { type DocumentOptions, bytesOf, readAny } from "../support.ts"

const read = (text: string, requested: DocumentOptions = {}) =>
  readAny(bytesOf(text), { contentType: "text/csv", ...requested })

const source = '\ufeffname,note,at\r\nAnn,"says ""hi"", <b>",https://a.test/1#x\r\n\r\nBo | Cy,"two\nlines"\r\n'

describe("a table as text", () => {
  it.effect("is a table, its first row the head, its rows filled up", () =>
    Effect.gen(function* () {
      const text = 'name\tnote\tat\nAnn\tsays "hi", <b>\thttps://a.test/1#x\nBo | Cy\ttwo lines\t'
      assert.deepStrictEqual(yield* read(source), {
        title: "",
        content: [
          "| name | note | at |",
          "| --- | --- | --- |",
          '| Ann | says "hi", \\<b> | https://a.test/1#x |',
          "| Bo \\| Cy | two lines |  |",
        ].join("\n"),
        links: ["https://a.test/1"],
        text_length: text.length,
        is_data: true,
      })
      assert.strictEqual((yield* read(source, { mode: "text" })).content, text)
      assert.include(
        (yield* read(source, { mode: "html" })).content,
        "<tr><td>Ann</td><td>says &quot;hi&quot;, &lt;b&gt;</td>",
      )
    }),
  )

  it.effect.each<readonly [string, string]>([
    [";", "text/csv"],
    ["|", "application/csv"],
    ["\t", "text/csv"],
    [",", "text/csv"],
  ])("may have %j between its fields", ([separator, contentType]) =>
    Effect.gen(function* () {
      const rows = [
        ["a", "b", "c"],
        ["1,5", "x y", "z"],
        ["2,5", '"q|r"', "s t"],
      ].map((row) => row.map((cell) => (separator === "," ? `"${cell.replaceAll('"', "")}"` : cell)).join(separator))
      const { content } = yield* read(rows.join("\n"), { contentType, mode: "text" })
      assert.strictEqual(content, "a\tb\tc\n1,5\tx y\tz\n2,5\tq|r\ts t")
    }),
  )

  it.effect.each<readonly [string, string]>([
    ["Tides, as told\n\nport;high;low\nLeith;5,6;0,8\nDover;6,8;0,9\n", ";"],
    ["Tides of the year\nport,high,low\nLeith,5.6,0.8\n", ","],
    ["port;high;low\nLeith;5,6;0,8\nDover;6,8;0,9", ";"],
  ])("may have a title before it: %j", ([source, separator]) =>
    Effect.gen(function* () {
      const { content } = yield* read(source, { mode: "text" })
      const rows = source.split("\n").filter((row) => row.includes(separator))
      assert.isTrue(content.endsWith(rows.map((row) => row.replaceAll(separator, "\t")).join("\n")), content)
    }),
  )

  it.effect("with tabs has no other separator", () =>
    Effect.gen(function* () {
      const { content } = yield* read("a,b\n1,2", { contentType: "text/tab-separated-values", mode: "text" })
      assert.strictEqual(content, "a,b\n1,2")
    }),
  )

  it.effect("keeps an unclosed quote, or one within a field", () =>
    Effect.gen(function* () {
      const { content } = yield* read('a,b\n5" pipe,x "y" z\n"z,3', { mode: "text" })
      assert.strictEqual(content, 'a\tb\n5" pipe\tx "y" z\n"z\t3')
    }),
  )

  it.effect("may have spaces before its quotes", () =>
    Effect.gen(function* () {
      const { content } = yield* read('"a", "b"\n"1",   "2, ""3"""\n 4, x "y" \n', { mode: "text" })
      assert.strictEqual(content, 'a\tb\n1\t2, "3"\n4\tx "y"')
    }),
  )

  it.effect("of 5,000 or 20,000 records has all of them below its head", () =>
    Effect.gen(function* () {
      for (const count of [5_000, 20_000]) {
        const records = Array.from({ length: count }, (_, at) => `${at + 1},lamp`).join("\n")
        const { content, is_data, reduced } = yield* read(`id,name\n${records}\n`)
        assert.deepStrictEqual([is_data, reduced], [true, undefined])
        assert.isTrue(content.endsWith(`| ${count} | lamp |`))
      }
    }),
  )

  it.effect("of very many rows, fields or characters is read up to a limit", () =>
    Effect.gen(function* () {
      const tall = yield* read("a,b\n".repeat(25_000))
      assert.deepStrictEqual(tall.reduced, [{ part: "rows", read: 20_001, of: 25_000 }])
      const wide = yield* read(`${"a,".repeat(300)}b\n1`)
      assert.deepStrictEqual(wide.reduced, [{ part: "values" }])
      const long = yield* read(`a,b\n${"x".repeat(3_000)},1`)
      assert.deepStrictEqual(long.reduced, [{ part: "values" }])
    }),
  )

  it("by RFC 4180 round-trips", () => {
    const cell = fc.string({ unit: fc.constantFrom("a", '"', ",", "\n", "\r", " ", ";") })
    fc.assert(
      fc.property(fc.array(fc.array(cell, { minLength: 2, maxLength: 4 }), { maxLength: 6 }), (rows) => {
        const text = rows.map((row) => row.map((field) => `"${field.replaceAll('"', '""')}"`).join(",")).join("\r\n")
        const kept = rows.filter((row) => row.some((field) => field !== ""))
        assert.deepStrictEqual(rowsOf(text, ",", 100, 100), { rows: kept, of: kept.length })
      }),
      { numRuns: 500 },
    )
  })
})
