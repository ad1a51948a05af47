import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { brotliCompressSync, deflateSync } from "node:zlib"
import { unpack } from "../../src/pdf/Filters.ts"
import { boundedCopy } from "../../src/pdf/Unpacked.ts"
import { readAny } from "../support.ts"
import * as Packing from "./pdfPacking.ts"
import { written } from "./samplePdf.ts"

const text = Array.from({ length: 900 }, (_, at) => `(Tide ${at} at ${at * 37} hours) '`).join(" ")
const content = Buffer.from(`BT /F 9 Tf 8 TL 1 0 0 1 20 780 Tm ${text} ET`)
const most = 1 << 26

/** A file of one page whose content is this stream. */
const fileOf = (dictionary: string, data: Buffer, ...others: ReadonlyArray<string>): Uint8Array =>
  written([
    "<</Type/Catalog/Pages 2 0 R>>",
    "<</Type/Pages/Kids[3 0 R]/Count 1>>",
    "<</Type/Page/Parent 2 0 R/MediaBox[0 0 600 800]/Contents 4 0 R/Resources<</Font<</F<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>>>>>>>",
    `<<${dictionary}/Length ${data.length}>>\nstream\n${data.toString("latin1")}\nendstream`,
    ...others,
  ])

const chains: ReadonlyArray<readonly [filters: ReadonlyArray<string>, data: Buffer]> = [
  [["LZWDecode"], Packing.lzw(content)],
  [["A85", "LZW"], Packing.ascii85(Packing.lzw(content))],
  [["ASCII85Decode", "FlateDecode"], Packing.ascii85(deflateSync(content))],
  [["AHx", "Fl", "A85"], Packing.hex(deflateSync(Packing.ascii85(content)))],
]

describe("the filters of a stream", () => {
  it.each(chains)("are taken off one after the other: %s", (filters, data) => {
    assert.isTrue(unpack(data, filters, 1, most).data.equals(content))
  })

  it.effect.each(chains)("leave a page that is read: %s", ([filters, data]) =>
    Effect.gen(function* () {
      const bytes = fileOf(`/Filter[${filters.map((name) => `/${name}`).join("")}]`, data)
      assert.include((yield* readAny(bytes, { contentType: "application/pdf" })).content, "Tide 90 at 3330 hours")
    }),
  )

  it("are LZW's of every state of its table", () => {
    const data = Buffer.from(Array.from({ length: 60_000 }, (_, at) => (at * at * 31 + (at >> 3)) & 0xff))
    assert.isTrue(unpack(Packing.lzw(data), ["LZW"], 1, most).data.equals(data))
    const spaces = unpack(Packing.lzwOfSpaces(2), ["LZW"], 1, most).data
    assert.isTrue(spaces.equals(Buffer.alloc(spaces.length, " ")))
    assert.isAbove(spaces.length, 14_000_000)
  })
})

const spaces = Buffer.alloc(80 * 1024 * 1024, " ")
const codes = Packing.lzwOfSpaces(10)
const deflated = deflateSync(spaces)
const unsound = Buffer.from(deflated).fill(0, deflated.length - 4)
const cut = Buffer.concat([deflated.subarray(0, deflated.length - 9), Buffer.alloc(9, 0xff)])
const runs = Packing.runsOfSpaces(spaces.length)
const decoy = Buffer.concat([Buffer.from("\u000aendstream \n", "latin1"), runs])

describe("a file isn't given to the parser that unpacks to very much", () => {
  const bombs: ReadonlyArray<readonly [name: string, dictionary: string, data: Buffer]> = [
    ["by LZW", "/Filter/LZWDecode", codes],
    ["by an abbreviated key", "/F/LZW", codes],
    ["by a name with escapes", "/Filter/#4cZWDecode", codes],
    ["by a list over several lines", "/Filter [ % a list\n /LZWDecode ]", codes],
    ["by what is packed as text", "/Filter[/A85/LZW]", Packing.ascii85(codes)],
    ["by runs that are deflated", "/Filter[/FlateDecode/RunLengthDecode]", deflateSync(runs)],
    ["by what is deflated within LZW", "/Filter[/LZW/Fl/Fl]", Packing.lzw(deflateSync(deflated))],
    ["by what is deflated, with another checksum", "/Filter/FlateDecode", unsound],
    ["by what is deflated, and damaged at its end", "/Filter/FlateDecode", cut],
    ["by another object's filter", "/Filter 5 0 R", codes],
    ["by a filter that nobody finds", "/Filter 9 0 R", codes],
    ["behind a string that looks like an object", "/Filter/LZWDecode/A(1 0 obj<<)", codes],
    ["behind strings that look like objects", `/Filter/LZWDecode/A(${"obj ".repeat(20)})`, codes],
    ["behind a string that looks like a stream", "/Filter/LZWDecode/A(stream\n)/B(endstream)", codes],
    ["behind what looks like the end", "/Filter/RunLengthDecode", decoy],
    ["behind what looks like the end, by the length that holds", "/Filter/RunLengthDecode/Length 0", decoy],
    ["behind what looks like the end, by a length behind a string", "/Filter/RunLengthDecode/A(/Length 0)", decoy],
    ["behind a string that looks like a comment", "/A(%)/Filter/LZWDecode", codes],
    ["behind both a string and a comment", "/A(%)/Filter %\n/LZWDecode", codes],
    ["behind a zero", "/Filter\0[/A85\0/LZW]", Packing.ascii85(codes)],
    ["by LZW of what its table held before", "/Filter/LZWDecode", Packing.lzwOfStale(60)],
    [
      "by LZW whose codes change sooner, maybe",
      "/Filter/LZWDecode/DecodeParms<</EarlyChange 1>>/A<</EarlyChange 0>>",
      codes,
    ],
    [
      "by LZW whose codes change at a place of its own",
      "/Filter/LZWDecode/DecodeParms<</EarlyChange 3>>",
      Packing.lzw(content),
    ],
    ["by Brotli", "/Filter/BrotliDecode", brotliCompressSync(spaces)],
    ["by what is deflated behind a filter that nobody knows", "/Filter[/Unknown/FlateDecode]", deflated],
    ["by what is deflated behind a filter that changes nothing", "/Filter[/Crypt/Fl]", deflated],
    ["by many filters", `/Filter[${"/AHx".repeat(9)}]`, Buffer.from("20>")],
    [
      "by the width of its rows",
      "/Filter/FlateDecode/DecodeParms<</Predictor 12/Columns 900000000>>",
      deflateSync(content),
    ],
  ]

  it.each(bombs)("%s", (_, dictionary, data) => {
    assert.isTrue(boundedCopy(fileOf(dictionary, data, "[/LZWDecode]")) === undefined)
  })

  it("while little that is packed in the same ways is", () => {
    const little = Packing.lzw(content)
    for (const filters of ["/LZWDecode", " 5 0 R", "[ % a list\n/#4cZW ]"]) {
      assert.isDefined(boundedCopy(fileOf(`/Filter${filters}/A(1 0 obj<<)`, little, "[/LZWDecode]")), filters)
    }
  })

  const picture = `<</Subtype/Image/Filter/DCTDecode/Length 2000>>stream\n${".".repeat(2_000)}\nendstream`
  it.each<readonly [name: string, dictionary: string, data: Buffer, others: ReadonlyArray<string>]>([
    ["a picture that is called F", "/Resources<</XObject<</F 5 0 R>>>>", content, [picture]],
    [
      "a dictionary that is called F",
      "/Resources<</XObject<</F 5 0 R>>>>",
      content,
      ["<</A 1>>\nendobj\n5 0 obj\n<</A 2>>"],
    ],
    ["a font of a maker whose name ends like a key", "", Buffer.from("Bitstream\nVera ".repeat(400)), []],
  ])("nor is one refused for %s", (_, dictionary, data, others) =>
    assert.isDefined(boundedCopy(fileOf(dictionary, data, ...others))),
  )

  it("but for a filter that is there twice", () =>
    assert.isTrue(boundedCopy(fileOf("/F 5 0 R", codes, "[/LZWDecode]\nendobj\n5 0 obj\n<</A 2>>")) === undefined))
})
