import { assert, describe, it } from "@effect/vitest"
import * as fc from "fast-check"
import { ByteBuffer } from "../../src/body/ByteBuffer.ts"

const cap = 1_000

describe("a buffer of bytes", () => {
  /** A buffer of chunks of one byte, and those chunks. */
  const filled = (count: number) => {
    const buffer = new ByteBuffer(cap)
    const chunks = Array.from({ length: count }, () => Uint8Array.of(1))
    for (const chunk of chunks) assert.isTrue(buffer.add(chunk))
    return { buffer, chunks }
  }

  it("holds its chunks in order up to its limit, of any sizes", () =>
    fc.assert(
      fc.property(fc.array(fc.uint8Array({ maxLength: 40 }), { maxLength: 200 }), (chunks) => {
        const buffer = new ByteBuffer(cap)
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
    const buffer = new ByteBuffer(cap)
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
