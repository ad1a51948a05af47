import { assert, describe, it } from "@effect/vitest"
import * as Charset from "../src/decode/Charset.ts"
import { bytesOf, readBytes } from "./support.ts"

const bytes = (...parts: ReadonlyArray<string | ReadonlyArray<number>>): Uint8Array =>
  Uint8Array.from(parts.flatMap((part) => (typeof part === "string" ? Array.from(bytesOf(part)) : Array.from(part))))

const japanese = [0x93, 0xfa, 0x96, 0x7b, 0x8c, 0xea]
const accented = [0x63, 0x61, 0x66, 0xe9]

const cases: ReadonlyArray<readonly [name: string, bytes: Uint8Array, contentType: string, expected: string]> = [
  ["the header's label", bytes(japanese), "text/html; charset=Shift_JIS", "日本語"],
  ["a quoted label", bytes(japanese), 'text/html; charset="shift_jis"', "日本語"],
  ["windows-1252 by its older name", bytes(accented, [0x80]), "text/html; charset=ISO-8859-1", "café€"],
  ["a UTF-8 mark over the header", bytes([0xef, 0xbb, 0xbf], "é"), "text/html; charset=windows-1252", "é"],
  ["a UTF-16LE mark", bytes([0xff, 0xfe, 0x41, 0x00, 0xe9, 0x00]), "text/html", "Aé"],
  ["a UTF-16BE mark", bytes([0xfe, 0xff, 0x00, 0x41, 0x00, 0xe9]), "text/html", "Aé"],
  [
    "the header over a meta",
    bytes("<meta charset=utf-8>", japanese),
    "text/html; charset=sjis",
    "<meta charset=utf-8>日本語",
  ],
  ["a meta charset", bytes("<meta charset='shift_jis'>", japanese), "text/html", "<meta charset='shift_jis'>日本語"],
  [
    "a meta http-equiv",
    bytes('<META content="text/html; charset=euc-kr" http-equiv=Content-Type>', [0xc7, 0xd1]),
    "text/html",
    '<META content="text/html; charset=euc-kr" http-equiv=Content-Type>한',
  ],
  ["UTF-16 in a meta as UTF-8", bytes('<meta charset="utf-16le">é'), "text/html", '<meta charset="utf-16le">é'],
  [
    "an XML prolog",
    bytes('<?xml version="1.0" encoding="gbk"?>', [0xd6, 0xd0]),
    "application/xhtml+xml",
    '<?xml version="1.0" encoding="gbk"?>中',
  ],
  ["UTF-8 when nothing is declared", bytes("naïve"), "text/html", "naïve"],
  ["windows-1252 when that isn't valid", bytes(accented), "text/html", "café"],
  ["a wrong label, as browsers do", bytes("é"), "text/html; charset=windows-1252", "Ã©"],
  ["past an unknown label", bytes("naïve"), "text/html; charset=klingon", "naïve"],
  ["past the replacement label", bytes("naïve"), "text/html; charset=replacement", "naïve"],
  [
    "past a meta within a comment",
    bytes("<!-- <meta charset=shift_jis> -->é"),
    "text/html",
    "<!-- <meta charset=shift_jis> -->é",
  ],
]

describe("Charset", () => {
  for (const [name, input, contentType, expected] of cases) {
    it(`follows ${name}`, () => {
      assert.strictEqual(Charset.decode(input, contentType, true), expected)
    })
  }

  it("looks for a meta in the first 1,024 bytes only", () => {
    assert.strictEqual(Charset.declaredIn(bytesOf(`${" ".repeat(1_024)}<meta charset=shift_jis>`)), undefined)
  })

  it("asks no meta of plain text", () => {
    const text = bytes("<meta charset=shift_jis>é")
    assert.strictEqual(Charset.decode(text, "text/plain", false), "<meta charset=shift_jis>é")
  })

  it("reads a whole page in a foreign encoding", () => {
    const page = bytes("<meta charset=shift_jis><title>", japanese, "</title><p>", japanese)
    const { content, title } = readBytes(page, { contentType: "text/html" })
    assert.deepStrictEqual({ content, title }, { content: "日本語", title: "日本語" })
  })
})
