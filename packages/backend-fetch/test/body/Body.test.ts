/** clock: real, since zlib works beside. */
import { assert, describe, it } from "@effect/vitest"
import { WebError } from "@porthole/core"
import { Effect, Stream } from "effect"
import * as Body from "../../src/body/Body.ts"
import * as Decoder from "../../src/body/Decoder.ts"

/** A stream that delivers bytes one by one. */
const bytewise = (bytes: Uint8Array) =>
  Stream.rechunk(Stream.fromIterable(Array.from(bytes, (byte) => Uint8Array.of(byte))), 1)

describe("the beginning of a body", () => {
  const judging = (isAccepted: boolean) => {
    const judged: Array<number> = []
    const beginning = {
      length: 4,
      isAccepted: (start: Uint8Array) => (judged.push(start.length), isAccepted),
      error: WebError.make({ error: "unsupported_content_type" }),
    }
    const readJudged = (body: Uint8Array) =>
      Body.read({ status: 299, headers: {}, body: bytewise(body) }, "http://a.test/", {
        accepts: () => true,
        unsupported: () => beginning.error,
        beginningOf: () => beginning,
        maxBytes: 100_000,
        tooLarge: Decoder.tooLarge,
      })
    return { judged, readJudged }
  }

  it.live("is judged once, as soon as it is long enough", () =>
    Effect.gen(function* () {
      const { judged, readJudged } = judging(true)
      assert.lengthOf(yield* readJudged(new Uint8Array(9)), 9)
      assert.deepStrictEqual(judged, [4])
      assert.lengthOf(yield* readJudged(new Uint8Array(3)), 3)
      assert.deepStrictEqual(judged, [4])
    }),
  )

  it.live("ends the body at its limit", () =>
    Effect.gen(function* () {
      const { judged, readJudged } = judging(false)
      assert.strictEqual((yield* Effect.flip(readJudged(new Uint8Array(9)))).error.error, "unsupported_content_type")
      assert.deepStrictEqual(judged, [4])
    }),
  )
})
