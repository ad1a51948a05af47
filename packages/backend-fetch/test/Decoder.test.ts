/**
 * Tests the buffer of a body's bytes, and decoders by themselves; ContentEncoding.test.ts covers codings and bodies.
 */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import * as fc from "fast-check"
import { deflateSync, gzipSync } from "node:zlib"
import * as Decoder from "../src/Decoder.ts"

const cap = 1_000

describe("a buffer of bytes", () => {
  /** A buffer of chunks of one byte, and those chunks. */
  const filled = (count: number) => {
    const buffer = new Decoder.ByteBuffer(cap)
    const chunks = Array.from({ length: count }, () => Uint8Array.of(1))
    for (const chunk of chunks) assert.isTrue(buffer.add(chunk))
    return { buffer, chunks }
  }

  it("holds its chunks in order up to its limit, of any sizes", () =>
    fc.assert(
      fc.property(fc.array(fc.uint8Array({ maxLength: 40 }), { maxLength: 200 }), (chunks) => {
        const buffer = new Decoder.ByteBuffer(cap)
        let total = 0
        for (const chunk of chunks) {
          total += chunk.length
          const isWhole = buffer.size + chunk.length <= cap
          assert.strictEqual(buffer.add(chunk), isWhole)
        }
        assert.strictEqual(buffer.size, Math.min(total, cap))
        assert.deepStrictEqual(Buffer.from(buffer.bytes()), Buffer.concat(chunks).subarray(0, cap))
      }),
    ))

  it("doesn't copy a single chunk, and shows only the chunk's own bytes", () => {
    const memory = new Uint8Array(10)
    const buffer = new Decoder.ByteBuffer(cap)
    buffer.add(Buffer.from(memory.buffer, 3, 4))
    const bytes = buffer.bytes()
    assert.strictEqual(bytes.buffer, memory.buffer)
    assert.deepStrictEqual([bytes.byteOffset, bytes.length], [3, 4])
    bytes.slice(0)[0] = 1
    assert.strictEqual(memory[3], 0)
  })

  it("keeps up to 64 chunks as they are", () => {
    const { buffer, chunks } = filled(64)
    for (const chunk of chunks) chunk[0] = 2
    assert.deepStrictEqual(buffer.bytes(), new Uint8Array(64).fill(2))
  })

  it("copies more chunks into one, since each would take memory", () => {
    const { buffer, chunks } = filled(65)
    for (const chunk of chunks) chunk[0] = 2
    assert.deepStrictEqual(buffer.bytes(), new Uint8Array(65).fill(1))
  })
})

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
