import { assert, describe, it } from "@effect/vitest"
import { ImageType } from "@porthole/core"
import { SampleImages } from "@porthole/testing"
import { gzipSync } from "node:zlib"

const types = ImageType.MediaType.literals
const text = (latin1: string) => Uint8Array.from(latin1, (char) => char.charCodeAt(0))
const hex = (digits: string) => Uint8Array.from(Buffer.from(digits.replaceAll(" ", ""), "hex"))

/** A File Type Box of these brands, the minor version after the first; `size` overrides its true size. */
const ftyp = (brands: ReadonlyArray<string>, size = 12 + 4 * brands.length, type = "ftyp"): Uint8Array => {
  const [major = "", ...compatible] = brands
  const head = Buffer.alloc(4)
  head.writeUInt32BE(size)
  return Buffer.concat([head, Buffer.from(`${type}${major}\0\0\0\0${compatible.join("")}`, "latin1"), Buffer.alloc(64)])
}

describe("a real file", () => {
  it.each(types)("of %s is recognised by its first bytes", (type) => {
    assert.strictEqual(ImageType.sniff(SampleImages.files[type]), type)
  })

  it.each(types)("of %s isn't recognised with a byte before it, or with a wrong bit in its signature", (type) => {
    const file = SampleImages.files[type]
    for (const blank of ["\0", " ", "\n", "\u00ef\u00bb\u00bf"]) {
      assert.isUndefined(ImageType.sniff(Buffer.concat([text(blank), file])))
    }
    const signed: { readonly [Type in ImageType.MediaType]: ReadonlyArray<number> } = {
      "image/png": [0, 1, 2, 3, 4, 5, 6, 7],
      "image/jpeg": [0, 1, 2],
      "image/gif": [0, 1, 2, 3, 4, 5],
      "image/webp": [0, 1, 2, 3, 8, 9, 10, 11, 12, 13],
      "image/avif": [4, 5, 6, 7],
      "image/x-icon": [0, 1, 2, 3],
    }
    for (const at of signed[type]) {
      const broken = Uint8Array.from(file)
      broken[at] = (broken[at] ?? 0) ^ 0x40
      assert.isUndefined(ImageType.sniff(broken), `byte ${at}`)
    }
  })

  it.each(types)("of %s isn't recognised while its signature is incomplete", (type) => {
    const needed = {
      "image/png": 8,
      "image/jpeg": 3,
      "image/gif": 6,
      "image/webp": 14,
      "image/avif": 32,
      "image/x-icon": 4,
    }
    const file = SampleImages.files[type]
    assert.isUndefined(ImageType.sniff(file.subarray(0, needed[type] - 1)))
    assert.strictEqual(ImageType.sniff(file.subarray(0, needed[type])), type)
  })

  it("is recognised at any offset of its buffer", () => {
    for (const type of types) {
      const within = new Uint8Array(1_000).fill(0xff)
      within.set(SampleImages.files[type], 7)
      assert.strictEqual(ImageType.sniff(within.subarray(7, 7 + SampleImages.files[type].length)), type)
    }
  })
})

describe("a signature", () => {
  it.each([
    ["GIF87a", text("GIF87a\u0001"), "image/gif"],
    ["a lossless WebP", text("RIFF\u001a\0\0\0WEBPVP8L"), "image/webp"],
    ["an animated WebP", text("RIFF\u001a\0\0\0WEBPVP8X"), "image/webp"],
    ["a JPEG of a camera", hex("ff d8 ff e1 00 00"), "image/jpeg"],
    ["a cursor, as the standard has it", hex("00 00 02 00 01 00"), "image/x-icon"],
    ["an AVIF sequence", ftyp(["avis", "msf1"]), "image/avif"],
    ["an AVIF among the compatible brands", ftyp(["mif1", "miaf", "avif"]), "image/avif"],
    ["an AVIF of no compatible brands", ftyp(["avif"]), "image/avif"],
  ] as const)("of %s is recognised", (_, bytes, type) => {
    assert.strictEqual(ImageType.sniff(bytes), type)
  })

  it.each([
    ["nothing", new Uint8Array(0)],
    ["GIF88a", text("GIF88a")],
    ["a WAVE", text("RIFF\u001a\0\0\0WAVEfmt ")],
    ["a WebP of no known coding", text("RIFF\u001a\0\0\0WEBPXX8 ")],
    ["a bitmap", text("BM\u0046\0\0\0")],
    ["a TIFF", text("II*\0")],
    ["a JPEG 2000", hex("00 00 00 0c 6a 50 20 20 0d 0a 87 0a")],
    ["a JPEG XL", hex("ff 0a fa 7f 01")],
    ["a font", hex("00 01 00 00 00 0f")],
    ["a HEIC", ftyp(["heic", "mif1", "heic"])],
    ["an MP4", ftyp(["isom", "iso2", "mp41"])],
    ["an AVIF whose box has no place for its brand", ftyp(["avif"], 12)],
    ["an AVIF whose box is cut off", ftyp(["avif"], 400)],
    ["an AVIF whose box has an odd size", ftyp(["avif", "mif1"], 19)],
    ["an AVIF whose box has no size", ftyp(["avif", "mif1"], 0)],
    [
      "an AVIF by its version, which is no brand",
      ftyp(["mif1"]).with(12, 0x61).with(13, 0x76).with(14, 0x69).with(15, 0x66),
    ],
    ["an AVIF by a brand behind its box", ftyp(["mif1", "avif"], 16)],
    ["an AVIF by a brand across two places", ftyp(["mif1", "xxav", "ifxx"])],
    ["an AVIF in another box", ftyp(["avif"], 16, "free")],
    ["an AVIF with more brands than a head holds", ftyp([...Array.from({ length: 400 }, () => "mif1"), "avif"])],
    ["HTML", text("<!doctype html><img src=x.png>")],
    ["a PDF", text("%PDF-1.7")],
    ["an SVG", text(SampleImages.svg)],
    ["an SVG in gzip", gzipSync(SampleImages.svg)],
    ["an SVG in UTF-16", Buffer.from(`\ufeff${SampleImages.svg}`, "utf16le")],
  ] as const)("of %s isn't", (_, bytes) => {
    assert.isUndefined(ImageType.sniff(bytes))
  })
})

describe("a declaration", () => {
  it.each([
    ...types,
    "image/jpg",
    "image/vnd.microsoft.icon",
    "IMAGE/PNG",
    " image/png ; charset=x",
    "",
    ";",
    undefined,
  ])("of %j may be an image's", (declared) => {
    assert.isTrue(ImageType.mayDeclare(declared))
  })

  it.each([
    "image/svg+xml",
    "image/svg+xml; charset=utf-8",
    "image/bmp",
    "image/tiff",
    "image/*",
    "image",
    "image/png, image/png",
    "text/html",
    "text/html; image/png",
    "application/octet-stream",
    "image/pngx",
    "constructor",
  ])("of %j may not", (declared) => {
    assert.isFalse(ImageType.mayDeclare(declared))
  })
})
