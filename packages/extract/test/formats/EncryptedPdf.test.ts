import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { deflateSync } from "node:zlib"
import { boundedCopy } from "../../src/pdf/Unpacked.ts"
import { readAny } from "../support.ts"
import { type Body, encryptedPdf, type Kind, kindOfAes256, kindOfFilter, kindOfRc4, packedPdf } from "./encryptedPdf.ts"
import { runsOfSpaces } from "./pdfPacking.ts"
import { pdfOf } from "./samplePdf.ts"

const kinds: ReadonlyArray<readonly [name: string, kind: Kind]> = [
  ["RC4 of 40 bits", kindOfRc4(40)],
  ["RC4 of 128 bits", kindOfRc4(128)],
  ["RC4 by a filter", kindOfFilter("V2", "/Length 128")],
  ["AES of 128 bits", kindOfFilter("AESV2")],
  ["AES of 256 bits, revision 5", kindOfAes256(5)],
  ["AES of 256 bits, revision 6", kindOfAes256(6)],
]

const line = "BT /F 12 Tf 72 700 Td <00480069> Tj ET"
const spaces = Buffer.alloc(80 * 1024 * 1024, " ")
const deflated = deflateSync(Buffer.concat([Buffer.from(line), spaces]))

/** A page with this content, whose font of codes of two bytes says this of itself. */
const bodiesOf = (content: Body, font = "/W[72[500 600]]"): ReadonlyArray<Body> => [
  { body: "<</Type/Catalog/Pages 2 0 R>>" },
  { body: "<</Type/Pages/Kids[3 0 R]/Count 1>>" },
  {
    body: "<</Type/Page/Parent 2 0 R/MediaBox[0 0 600 800]/Contents 4 0 R/Resources<</Font<</F 5 0 R>>>>>>",
  },
  content,
  {
    body: `<</Type/Font/Subtype/Type0/BaseFont/X/Encoding/Identity-H/ToUnicode 6 0 R/DescendantFonts[<</Type/Font/Subtype/CIDFontType2/BaseFont/X${font}/CIDSystemInfo<</Registry()/Ordering()/Supplement 0>>>>]>>`,
  },
  { body: "", stream: Buffer.from("1 beginbfrange <0000> <00ff> <0000> endbfrange") },
]

const small = bodiesOf({ body: "/Filter/FlateDecode", stream: deflateSync(Buffer.from(line)) })
const bomb = bodiesOf({ body: "/Filter/FlateDecode", stream: deflated })
const wide = bodiesOf({ body: "", stream: Buffer.from(line) }, "/W[0 100000000 500]")

const read = (bytes: Uint8Array) => readAny(bytes, { contentType: "application/pdf" })

describe("a PDF that is encrypted with an empty password", () => {
  it.effect.each(kinds)("is read: %s", ([, kind]) =>
    Effect.gen(function* () {
      assert.include((yield* read(encryptedPdf(kind, small))).content, "Hi")
      assert.include((yield* read(packedPdf(kind, small))).content, "Hi")
    }),
  )

  it.each(kinds)("isn't given to the parser if it unpacks to very much: %s", (_, kind) => {
    assert.isFalse(boundedCopy(encryptedPdf(kind, small))?.isSealed)
    assert.isUndefined(boundedCopy(encryptedPdf(kind, bomb)))
    assert.isUndefined(boundedCopy(packedPdf(kind, bomb)))
  })

  it.each(kinds)("isn't given to the parser if its objects claim very much: %s", (_, kind) => {
    assert.isUndefined(boundedCopy(packedPdf(kind, wide)))
  })

  it.effect("is handed on as it was encrypted", () =>
    Effect.sync(() => {
      const bytes = encryptedPdf(kindOfRc4(128), small)
      assert.deepStrictEqual(boundedCopy(bytes)?.copy, bytes)
    }),
  )
})

describe("what is encrypted is found however it is written:", () => {
  const rc4 = kindOfRc4(128)
  const plain = "<00112233445566778899aabbccddeeff>"
  const at = bomb.length + 1
  const inText = kindOfRc4(128, "", Buffer.from("a"))
  const emptied = kindOfRc4(128, "", Buffer.alloc(0))
  const octal = rc4.dictionary.replace(/\/O<([\da-f]+)>/, (_, digits: string) => {
    const codes = Array.from(Buffer.from(digits, "hex"), (byte) => `\\${byte.toString(8).padStart(3, "0")}`)
    return `/#4f(${codes.join("")})`
  })
  const more: Body = { body: `<<${rc4.dictionary}>>` }
  const files: ReadonlyArray<readonly [name: string, kind: Kind, trailer: string, others: ReadonlyArray<Body>]> = [
    ["names with escapes", rc4, `/#45ncryp#74 ${at} 0 R/#49D[${plain}]`, []],
    ["comments", rc4, `/Encrypt%\n${at} %\n0 R/ID%[\n[%]\n${plain}]`, []],
    ["a dictionary in its place", rc4, `/Encrypt<<${rc4.dictionary}>>/ID[${plain}]`, []],
    ["strings with escapes", { ...rc4, dictionary: octal }, `/Encrypt ${at} 0 R/ID[${plain}]`, []],
    ["an identifier of another object", rc4, `/Encrypt ${at + 1} 0 R/ID ${at} 0 R`, [{ body: `[${plain}]` }]],
    ["an identifier that is a text", inText, `/Encrypt ${at} 0 R/ID(abc)`, []],
    ["no identifier", emptied, `/Encrypt ${at} 0 R`, []],
    [
      "values of other objects",
      { ...rc4, dictionary: rc4.dictionary.replace("/R 3", `/R ${at} 0 R`) },
      `/Encrypt ${at + 1} 0 R/ID[${plain}]`,
      [{ body: "3" }],
    ],
    [
      "a string that looks like the end of a dictionary",
      { ...rc4, dictionary: `/A(>>)${rc4.dictionary}` },
      `/Encrypt ${at} 0 R/ID[${plain}]`,
      [],
    ],
    [
      "keys that are there twice",
      { ...rc4, dictionary: `/R 4/V 1${rc4.dictionary}` },
      `/Encrypt ${at} 0 R/ID[${plain}]`,
      [],
    ],
    [
      "one of several",
      { ...rc4, dictionary: kindOfRc4(40).dictionary },
      `/Encrypt ${at} 0 R/ID[${plain}]/A<</Encrypt ${at + 1} 0 R>>`,
      [more],
    ],
  ]

  it.effect.each(files.slice(0, -1))("%s", ([, kind, trailer, others]) =>
    Effect.gen(function* () {
      // pdf.js agrees.
      assert.include((yield* read(encryptedPdf(kind, [...small, ...others], trailer))).content, "Hi")
    }),
  )

  it.each(files)("%s, with very much in it", (_, kind, trailer, others) => {
    assert.isUndefined(boundedCopy(encryptedPdf(kind, [...bomb, ...others], trailer)))
  })
})

describe("of a PDF whose key isn't known", () => {
  const trailer = "/Encrypt 99 0 R"

  it.effect("it is told that it takes a password, whatever is in it", () =>
    Effect.gen(function* () {
      const bytes = pdfOf([{ content: spaces.toString("latin1") }], { isCompressed: true, password: "secret" })
      assert.isTrue(boundedCopy(bytes)?.isSealed)
      const { message } = (yield* Effect.flip(read(bytes))).wire
      assert.strictEqual(message, "The document is encrypted: it takes a password to read it.")
    }),
  )

  it.effect("nothing is unpacked, and it isn't read", () =>
    Effect.gen(function* () {
      const bytes = encryptedPdf(kindOfRc4(40), bomb, trailer)
      const copy = boundedCopy(bytes)
      assert.isTrue(copy?.isSealed)
      assert.isFalse(Buffer.from(copy?.copy ?? []).includes(deflated.subarray(9, 99)))
      assert.include((yield* Effect.flip(read(bytes))).wire.message, "isn't known")
    }),
  )

  it.each<readonly [name: string, dictionary: string]>([
    ["an object whose number is written oddly", "\n8 %\n0 obj<<>>"],
    ["a dictionary that is very long", `/A(${" ".repeat(20_000)})`],
    ["a number that isn't one", "/Length (128)"],
  ])("since there may be another: %s", (_, more) => {
    assert.isTrue(boundedCopy(encryptedPdf(kindOfRc4(128, more), small))?.isSealed)
  })
})

describe("a PDF that isn't encrypted", () => {
  it("may tell how others are", () => {
    const texts = ["/Encrypt is", "/Encrypt null", "/Filter/Standard"].map((text) => `/A(${text})/B ${text}`)
    const bytes = pdfOf([{ texts: [{ text: "here", y: 700 }] }], { catalogue: texts.join("") })
    assert.isFalse(boundedCopy(bytes)?.isSealed)
    assert.isTrue(Buffer.from(boundedCopy(bytes)?.copy ?? []).includes("here"))
  })
})

describe("streams of an encrypted PDF", () => {
  it.effect("that aren't encrypted are read, and count", () =>
    Effect.gen(function* () {
      const plain = bodiesOf({
        body: "/Filter[/Crypt/FlateDecode]",
        stream: deflateSync(Buffer.from(line)),
        isPlain: true,
      })
      assert.include((yield* read(encryptedPdf(kindOfFilter("AESV2"), plain))).content, "Hi")
      const much = bodiesOf({ body: "/Filter[/Crypt/FlateDecode]", stream: deflated, isPlain: true })
      assert.isUndefined(boundedCopy(encryptedPdf(kindOfFilter("AESV2"), much)))
    }),
  )

  it("that are noise are left out", () => {
    const [one, other] = [Buffer.alloc(5_000, "noise"), runsOfSpaces(1_000_000)]
    for (const [filter, stream] of [
      ["/FlateDecode", one],
      ["/LZWDecode", one],
      ["[/Fl/Crypt]", deflated],
      ["[/Fl/RL]", other],
    ] as const) {
      const copy = boundedCopy(encryptedPdf(kindOfRc4(128), bodiesOf({ body: `/Filter${filter}`, stream })))?.copy
      assert.isTrue(Buffer.from(copy ?? []).includes(Buffer.alloc(4_000)), filter)
    }
  })
})
