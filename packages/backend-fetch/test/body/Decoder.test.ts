/** Tests decoders by themselves; ContentEncoding.test.ts covers codings and bodies. clock: real, since zlib works beside. */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { deflateSync, gzipSync } from "node:zlib"
import * as Decoder from "../../src/body/Decoder.ts"

const cap = 1_000

describe("a decoder", () => {
  const making = (coding: Decoder.Coding, maxBytes = cap) => Decoder.make(coding, maxBytes)

  it.live("learns nothing from an empty batch, not even the kind of deflate", () =>
    Effect.gen(function* () {
      const decoder = yield* making("deflate")
      yield* decoder.write([])
      yield* decoder.write([new Uint8Array(0)])
      yield* decoder.write([new Uint8Array(0), deflateSync("tide")])
      assert.strictEqual(Buffer.from(yield* decoder.end).toString(), "tide")
    }).pipe(Effect.scoped),
  )

  it.live("shows its bytes so far, and ends without any if it received none", () =>
    Effect.gen(function* () {
      const decoder = yield* making("gzip")
      assert.lengthOf(decoder.decoded(), 0)
      yield* decoder.write([gzipSync("tide")])
      assert.strictEqual(Buffer.from(decoder.decoded()).toString(), "tide")
      assert.lengthOf(yield* (yield* making("gzip")).end, 0)
    }).pipe(Effect.scoped),
  )

  it.live("fails with the same error again once it has failed", () =>
    Effect.gen(function* () {
      const decoder = yield* making("gzip")
      const error = yield* Effect.flip(decoder.write([Buffer.from("<html>")]))
      assert.strictEqual(error.reason, "malformed_response")
      assert.strictEqual(yield* Effect.flip(decoder.write([gzipSync("tide")])), error)
      assert.strictEqual(yield* Effect.flip(decoder.end), error)
      const full = yield* making("gzip", 100)
      assert.strictEqual(yield* Effect.flip(full.write([gzipSync(new Uint8Array(101))])), Decoder.tooLarge)
      assert.strictEqual(yield* Effect.flip(full.end), Decoder.tooLarge)
      assert.lengthOf(full.decoded(), 100)
    }).pipe(Effect.scoped),
  )
})
