import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { type Body, encryptedPdf, type Kind, kindOfAes256, kindOfFilter, kindOfRc4, packedPdf } from "./encryptedPdf.ts"
import { read } from "./support.ts"

const kinds: ReadonlyArray<readonly [name: string, kind: Kind]> = [
  ["RC4 of 40 bits", kindOfRc4(40)],
  ["RC4 of 128 bits", kindOfRc4(128)],
  ["RC4 by a filter", kindOfFilter("V2", "/Length 128")],
  ["AES of 128 bits", kindOfFilter("AESV2")],
  ["AES of 256 bits, revision 5", kindOfAes256(5)],
  ["AES of 256 bits, revision 6", kindOfAes256(6)],
]

const page: ReadonlyArray<Body> = [
  { body: "<</Type/Catalog/Pages 2 0 R>>" },
  { body: "<</Type/Pages/Kids[3 0 R]/Count 1>>" },
  { body: "<</Type/Page/Parent 2 0 R/MediaBox[0 0 600 800]/Contents 4 0 R/Resources<</Font<</F 5 0 R>>>>>>" },
  { body: "", stream: Buffer.from("BT /F 12 Tf 72 700 Td (Words.) Tj ET") },
  { body: "<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>" },
]

describe("a PDF that is encrypted with an empty password", () => {
  it.effect.each(kinds)("is read: %s", ([, kind]) =>
    Effect.gen(function* () {
      assert.include((yield* read(encryptedPdf(kind, page))).content, "Words.")
      assert.include((yield* read(packedPdf(kind, page))).content, "Words.")
    }),
  )
})
