import { assert, describe, it } from "@effect/vitest"
import * as fc from "fast-check"
import { MediaType } from "@porthole/core"
import * as ContentType from "../../src/body/ContentType.ts"

const bytes = (text: string) => new TextEncoder().encode(text)
const sourceOf = (header: string | undefined, more: Readonly<Record<string, string>> = {}, url = "http://a.test/") => ({
  headers: { ...(header === undefined ? {} : { "content-type": header }), ...more },
  url,
})
const sniffed = (header: string | undefined, body: Uint8Array) =>
  ContentType.sniffedType(sourceOf(header), body, MediaType.basicFormats)
const wide = (text: string) => Uint8Array.from(Array.from(text).flatMap((character) => [character.charCodeAt(0), 0]))

describe("a body without a declared type", () => {
  it.each([
    "<!-- a comment --><p>x",
    "<?xml version='1.0'?><html>",
    "\ufeff <html>",
    "\n\t<P>x",
    "<article>",
    "<p id=x>",
    "<!DOCTYPE  html>",
  ])("that begins with %j is HTML", (text) => assert.strictEqual(sniffed(undefined, bytes(text)), "text/html"))

  it.each(["< p>", "<3", "1 <b>", "<>", "&lt;p>"])("that begins with %j is text", (text) =>
    assert.strictEqual(sniffed(";charset=x", bytes(text)), "text/plain"),
  )
})

describe("a body with bytes that don't occur in text", () => {
  it("is binary, unless they come after the first 1,445 bytes", () => {
    const at = (position: number) => bytes("x".repeat(2_000)).fill(0, position, position + 1)
    assert.isUndefined(sniffed("text/plain", at(1_444)))
    assert.strictEqual(sniffed("text/plain", at(1_445)), "text/plain")
  })

  it("is HTML with a few NULs anywhere, which its parser drops", () => {
    const page = bytes(`<p>${"A boat is steered from the stern. ".repeat(3)}`)
    page[4] = 0
    assert.strictEqual(sniffed("text/html", page), "text/html")
    assert.isUndefined(sniffed("text/plain", page))
    page[5] = 1
    assert.isUndefined(sniffed("text/html", page))
  })

  it("is text in UTF-16 if a byte order mark or its charset declares it", () => {
    const html = "text/html"
    assert.strictEqual(sniffed(html, Uint8Array.of(0xff, 0xfe, ...wide("<p>"))), html)
    assert.strictEqual(sniffed(html, Uint8Array.of(0xfe, 0xff, 0, 0x3c)), html)
    const declared = 'Text/HTML; Charset="UTF-16LE"'
    assert.strictEqual(sniffed(declared, wide("<p>")), declared)
    assert.isUndefined(sniffed(html, wide("<p>")))
  })

  it("is HTML with a tenth of NULs, and no more", () => {
    assert.strictEqual(sniffed("text/html", bytes("<p>abcdef\0")), "text/html")
    assert.isUndefined(sniffed("text/html", bytes("<p>abcde\0")))
  })

  it.each([
    "charset=utf-16",
    "charset = utf16",
    'charset=" utf-16le"',
    "charset='UCS-2'",
    "charset=ucs2",
    "charset=unicode",
  ])("is text in UTF-16 under %s", (charset) =>
    assert.strictEqual(sniffed(`text/html; ${charset}`, wide("<p>")), `text/html; ${charset}`),
  )

  it("is text in UTF-16 without either if its zeros are placed as in text", () => {
    const page = wide("<p>A boat is steered from the stern.")
    const swapped = Uint8Array.from(Buffer.from(page).swap16())
    for (const body of [page, swapped]) {
      assert.strictEqual(sniffed("text/html; charset=utf-8", body), "text/html; charset=utf-8")
      assert.strictEqual(sniffed(undefined, body), "text/html")
    }
    assert.strictEqual(sniffed(undefined, wide("A boat is steered.")), "text/plain")
    assert.isUndefined(sniffed("text/html", Uint8Array.of(...page, 1, 0)))
    assert.isUndefined(sniffed("text/html", Uint8Array.of(...page, 0, 0)))
  })
})

it("any declaration and body is judged without an exception, and only listed types may be read", () => {
  const header = fc.oneof(fc.string(), fc.string({ unit: fc.constantFrom("text/html", ";", ",", " ", "=", "\t", "x") }))
  fc.assert(
    fc.property(fc.option(header, { nil: undefined }), fc.uint8Array({ maxLength: 50 }), (declared, body) => {
      const essence = MediaType.essence(declared)
      const allowed = MediaType.basicFormats.flatMap(({ mediaTypes }) => mediaTypes)
      const mayBeRead = ContentType.mayBeRead(sourceOf(declared), MediaType.basicFormats)
      assert.strictEqual(mayBeRead, essence === "" || allowed.includes(essence))
      const type = sniffed(declared, body)
      if (type !== undefined && essence === "") assert.oneOf(type, ["text/html", "text/plain"])
      if (type !== undefined && essence !== "") assert.include(declared, type)
    }),
    { numRuns: 2_000 },
  )
})

describe("a body without a declared type, for a reader of data formats", () => {
  const formats: ReadonlyArray<MediaType.Format> = [
    {
      mediaTypes: ["application/x-tide"],
      extensions: [],
      weight: 0.5,
      isBinary: false,
      sniff: (start) => start.startsWith("<tide"),
    },
    { mediaTypes: ["application/x-sealed"], extensions: [], weight: 0.5, isBinary: true, magicBytes: "SEAL" },
    ...MediaType.basicFormats,
  ]

  it("is detected from its content, also after a byte order mark; else HTML or text", () => {
    assert.strictEqual(ContentType.sniffedType(sourceOf(undefined), bytes("<tide>"), formats), "application/x-tide")
    assert.strictEqual(ContentType.sniffedType(sourceOf(""), bytes("\ufeff<tide>"), formats), "application/x-tide")
    assert.strictEqual(ContentType.sniffedType(sourceOf(undefined), bytes("<p>"), formats), "text/html")
    assert.strictEqual(ContentType.sniffedType(sourceOf("text/html"), bytes("<tide>"), formats), "text/html")
  })

  it("is judged by its beginning as soon as that covers the last magic bytes", () => {
    const near = { ...formats[0]!, magicBytes: "MARK", magicBytesWithin: 100 }
    const judgeOf = (header: string) => ContentType.beginningOf(sourceOf(header), [near, ...formats])
    assert.strictEqual(judgeOf("application/octet-stream")?.length, 104)
    assert.isUndefined(judgeOf("text/html"))
  })

  it("has no format of magic bytes near its beginning if it is declared as text", () => {
    const near = [{ ...formats[1]!, magicBytesWithin: 100 }, ...MediaType.basicFormats]
    assert.isUndefined(ContentType.sniffedType(sourceOf("text/plain"), bytes("x\0SEAL"), near))
    assert.strictEqual(ContentType.sniffedType(sourceOf(undefined), bytes("x\0SEAL"), near), "application/x-sealed")
  })

  it("has the type of its magic bytes, binary or not, with any declared type", () => {
    assert.strictEqual(ContentType.sniffedType(sourceOf("text/html"), bytes("SEAL\0"), formats), "application/x-sealed")
    assert.strictEqual(
      ContentType.sniffedType(sourceOf("application/x-sealed"), bytes("\0"), formats),
      "application/x-sealed",
    )
  })
})

describe("a document whose declared type no format has", () => {
  const code: MediaType.Format = {
    ...MediaType.basicFormats[2]!,
    mediaTypes: ["text/x-code"],
    extensions: ["ts"],
  }
  const sealed = { ...code, mediaTypes: ["application/x-sealed"], extensions: ["seal"], isBinary: true }
  const formats = [code, sealed, ...MediaType.basicFormats]
  const typeOf = (source: ContentType.Source, body: string) =>
    ContentType.mayBeRead(source, formats) ? ContentType.sniffedType(source, bytes(body), formats) : undefined

  it.each([
    ["video/mp2t", "http://a.test/src/Tide.ts?raw", "", "text/x-code"],
    ["application/octet-stream", "http://a.test/get", 'attachment; filename="notes.MD"', "text/markdown"],
    ["application/x-genesis-rom", "http://a.test/README.md", "", "text/markdown"],
    ["application/octet-stream", "http://a.test/", "attachment; filename*=UTF-8''tide%20table.txt", "text/plain"],
    ["application/octet-stream", "http://a.test/README.md", "attachment; filename=photo.bin", undefined],
    ["application/octet-stream", "http://a.test/x.seal", "", undefined],
    ["video/mp4", "http://a.test/x.mp4", "", undefined],
  ])("%s at %s with %j is %s", (type, url, disposition, expected) => {
    const source = sourceOf(type, disposition === "" ? {} : { "content-disposition": disposition }, url)
    assert.strictEqual(typeOf(source, "words"), expected)
    assert.isUndefined(typeOf(source, "GIF89a\u0001\0"))
  })

  it("is read no further than its beginning unless that is text", () => {
    const beginning = ContentType.beginningOf(sourceOf("video/mp2t", {}, "http://a.test/x.ts"), formats)
    assert.strictEqual(beginning?.length, 1_445)
    assert.isTrue(beginning?.isAccepted(bytes("const tide = 4")))
    assert.isFalse(beginning?.isAccepted(Uint8Array.of(0x47, 0x40, 0, 0x10, 0, 0)))
    assert.isUndefined(ContentType.beginningOf(sourceOf("text/x-code", {}, "http://a.test/x.ts"), formats))
  })
})
