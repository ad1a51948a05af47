import { assert, describe, it } from "@effect/vitest"
import * as Charset from "../../src/decode/Charset.ts"
import { inMarkup } from "../../src/decode/MarkupDeclaration.ts"
import * as fc from "fast-check"
import * as Guess from "../../src/decode/Guess.ts"
import { bytesOf, readBytes } from "../support.ts"
import * as Texts from "./texts.ts"

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
  ["what is UTF-8 over windows-1252", bytes("é"), "text/html; charset=windows-1252", "é"],
  ["a label over what may be UTF-8 by chance", bytes("é"), "text/html; charset=gbk", "\u8305"],
  ["UTF-8 through a stray byte", bytes("a", [0xe9], "b"), "text/html; charset=utf-8", "a\ufffdb"],
  ["UTF-8 through its cut end", bytes("日本", [0xe8, 0xaa]), "text/html", "日本\ufffd"],
  ["no charset called x-user-defined", bytes("naïve"), "text/html; charset=x-user-defined", "naïve"],
  ["UTF-16 in the header only where the text has zeros", bytes("a boat"), "text/html; charset=utf-16", "a boat"],
  ["UTF-16 in the header", bytes([0x3c, 0, 0x70, 0, 0x3e, 0]), "text/html; charset=utf-16le", "<p>"],
  ["an escape that switches nothing", bytes("a\u001b$Bb"), "text/html", "a\u001b$Bb"],
  ["ISO-2022-JP if declared", bytes("\u001b$BF|\u001b(B."), "text/html; charset=iso-2022-jp", "日."],
  [
    "ISO-2022-JP through a stray byte",
    bytes("\u001b$BF|\u001b(B", [0xe9]),
    "text/html; charset=iso-2022-jp",
    "日\ufffd",
  ],
  ["UTF-8 over ISO-2022-KR", bytes("naïve"), "text/html; charset=iso-2022-kr", "naïve"],
  ["UTF-8 over HZ", bytes("naïve"), "text/html; charset=hz-gb-2312", "naïve"],
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
      assert.strictEqual(Charset.decode(input, contentType, inMarkup), expected)
    })
  }

  it("reads no meta of plain text", () => {
    const text = bytes("<meta charset=shift_jis>é")
    assert.strictEqual(Charset.decode(text, "text/plain"), "<meta charset=shift_jis>é")
  })

  it("reads a whole page in a foreign encoding", () => {
    const page = bytes("<meta charset=shift_jis><title>", japanese, "</title><p>", japanese)
    const { content, title } = readBytes(page, { contentType: "text/html" })
    assert.deepStrictEqual({ content, title }, { content: "日本語", title: "日本語" })
  })
})

const head = "<!doctype html><html><head><title>Boats</title>"
const page = (text: Uint8Array, meta?: string): Uint8Array =>
  Uint8Array.from([
    ...bytesOf(`${head}${meta === undefined ? "" : `<meta charset="${meta}">`}</head><body class="main"><p>`),
    ...text,
    ...bytesOf("</p></body></html>"),
  ])
const read = (document: Uint8Array, contentType: string): string | undefined =>
  /<p>(.*)<\/p>/s.exec(Charset.decode(document, contentType, inMarkup))?.[1]

describe.each(Texts.all)("a page in $language, in $encoding", ({ bytes: written, encoding, text }) => {
  const inUtf8 = bytesOf(text)

  it("is read by its header's declaration", () => {
    assert.strictEqual(read(page(written), `text/html; charset=${encoding}`), text)
  })

  it("is read by its meta's declaration, even if the header declares UTF-8", () => {
    assert.strictEqual(read(page(written, encoding), "text/html"), text)
    assert.strictEqual(read(page(written, encoding), "text/html; charset=utf-8"), text)
  })

  it("is read without a declaration, or with UTF-8 declared", () => {
    // Its bytes are ASCII.
    if (encoding === "iso-2022-jp") return
    assert.strictEqual(read(page(written), "text/html"), text)
    assert.strictEqual(read(page(written, "utf-8"), "text/html"), text)
  })

  it("is read if the server declares ISO-8859-1 for everything", () => {
    // Its ASCII bytes don't contradict ISO-8859-1.
    if (encoding === "iso-2022-jp") return
    assert.strictEqual(read(page(written), "text/html; charset=ISO-8859-1"), text)
    assert.strictEqual(read(page(written, encoding), "text/html; charset=ISO-8859-1"), text)
  })

  it("in UTF-8 is read as UTF-8, with any declaration", () => {
    assert.strictEqual(read(page(inUtf8), `text/html; charset=${encoding}`), text)
    assert.strictEqual(read(page(inUtf8, encoding), "text/html"), text)
  })

  it("is read in UTF-16 without a mark, with any declaration", () => {
    const little = Buffer.from(`${head}</head><body><p>${text}</p>`, "utf16le")
    const big = Buffer.from(little).swap16()
    for (const type of ["text/html", "text/html; charset=utf-8", `text/html; charset=${encoding}`]) {
      assert.deepStrictEqual([read(little, type), read(big, type)], [text, text])
    }
  })
})

const textOf = (language: string, encoding: string): Texts.Written => {
  const found = Texts.all.find((written) => written.language === language && written.encoding === encoding)
  if (found === undefined) throw new Error(`no text in ${language}, ${encoding}`)
  return found
}

describe("a declaration that is wrong", () => {
  it.each([
    ["ru", "koi8-r", "shift_jis", "koi8-r"],
    ["ja", "euc-jp", "big5", "euc-jp"],
    ["cs", "windows-1250", "iso-8859-2", "windows-1250"],
  ])("in the header gives way to the meta: %s in %s, not %s", (language, encoding, header, meta) => {
    const { bytes: written, text } = textOf(language, encoding)
    assert.strictEqual(read(page(written, meta), `text/html; charset=${header}`), text)
  })

  it.each([
    ["cs", "windows-1250", "iso-8859-2"],
    ["ja", "euc-jp", "shift_jis"],
    ["ja", "shift_jis", "euc-jp"],
    ["ru", "windows-1251", "iso-8859-7"],
    ["fr", "windows-1252", "gbk"],
  ])("without other evidence gives way to a guess: %s in %s, not %s", (language, encoding, header) => {
    const { bytes: written, text } = textOf(language, encoding)
    assert.strictEqual(read(page(written), `text/html; charset=${header}`), text)
  })

  it("is kept if it decodes to text, though another language would be likelier", () => {
    const { bytes: written } = textOf("ru", "windows-1251")
    assert.strictEqual(read(page(written), "text/html; charset=koi8-r"), new TextDecoder("koi8-r").decode(written))
  })

  it("is distinguished from damaged UTF-8 by the larger part of the page", () => {
    const { bytes: cyrillic, text } = textOf("ru", "windows-1251")
    const mixed = Uint8Array.from([...bytesOf(text.repeat(4)), ...bytesOf("<p>"), ...cyrillic.subarray(0, 20)])
    assert.isTrue(Charset.decode(mixed, "text/html; charset=utf-8", inMarkup).startsWith(text.repeat(4)))
    assert.strictEqual(read(page(cyrillic), "text/html; charset=utf-8"), text)
  })
})

describe("a page without a declaration", () => {
  it("keeps its typographic marks if they are its only characters outside ASCII", () => {
    const marks = Uint8Array.of(0x93, 0x61, 0x94, 0x20, 0x96, 0x20, 0x85, 0xa0, 0xa9, 0x99)
    assert.strictEqual(read(page(marks), "text/html"), "\u201ca\u201d \u2013 \u2026\u00a0©™")
  })

  it("is guessed from a limited sample", () => {
    const long = new Uint8Array(5_000_000).fill(0xe9)
    assert.strictEqual(Guess.sampleOf(long).length, Guess.maxBytes)
    assert.strictEqual(Guess.sampleOf(bytes("a".repeat(50), [0xe9], "abc")).length, 3)
  })
})

it("any bytes under any labels are decoded without an exception", () => {
  const label = fc.oneof(
    fc.string(),
    fc.constantFrom(
      ...Texts.all.map(({ encoding }) => encoding),
      "utf-16",
      "x-user-defined",
      "replacement",
      "hz",
      "utf-8",
    ),
  )
  const meta = label.map((name) => bytesOf(`<meta charset="${name}">`))
  const piece = fc.oneof(
    fc.uint8Array({ maxLength: 60 }),
    fc.constantFrom(...Texts.all.map((written) => written.bytes)),
    meta,
    fc.constantFrom(
      ...["<meta ", "<!--", "http-equiv=content-type content='charset=", "\u001b$B", "<?xml "].map(bytesOf),
    ),
  )
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 5 }), label, fc.boolean(), (pieces, header, isMarkup) => {
      const document = Uint8Array.from(pieces.flatMap((part) => Array.from(part)))
      const text = Charset.decode(document, `text/html; charset=${header}`, isMarkup ? inMarkup : undefined)
      assert.isAtMost(text.length, document.length * 2)
    }),
    { numRuns: 500 },
  )
})
