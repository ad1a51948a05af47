/** Collects the bytes of a body under a cap. */

/** Maximum number of separate chunks; with one more they are joined. */
const maxKept = 64

/**
 * The bytes of a body. The chunks of a small body are joined once at its end, and a single chunk isn't copied. Many
 * chunks go into one buffer that doubles as it fills, because a site may send its body byte by byte, and each separate
 * chunk costs a hundred bytes.
 */
export class ByteBuffer {
  readonly #maxBytes: number
  #size = 0
  #kept: Array<Uint8Array> = []
  #buffer: Uint8Array = empty
  #filled = 0

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes
  }

  /** Adds a chunk; `false` if the total exceeds `maxBytes`. The part that fits is then added. */
  add(chunk: Uint8Array): boolean {
    const room = this.#maxBytes - this.#size
    const taken = chunk.length > room ? chunk.subarray(0, room) : chunk
    this.#size += taken.length
    this.#kept.push(taken)
    if (this.#kept.length > maxKept) this.#fold()
    return taken === chunk
  }

  /** The number of bytes. */
  get size(): number {
    return this.#size
  }

  /** All bytes, as one piece. For a single chunk it is a view of memory that may hold more. */
  bytes(): Uint8Array {
    const [only] = this.#kept
    // Not the chunk itself, because the `slice` of Node's Buffer doesn't copy.
    if (only?.length === this.#size) return new Uint8Array(only.buffer, only.byteOffset, only.length)
    const whole = new Uint8Array(Buffer.allocUnsafeSlow(this.#size).buffer)
    whole.set(this.#buffer.subarray(0, this.#filled))
    let at = this.#filled
    for (const chunk of this.#kept) {
      whole.set(chunk, at)
      at += chunk.length
    }
    return whole
  }

  #fold(): void {
    if (this.#size > this.#buffer.length) {
      const larger = new Uint8Array(Math.min(this.#maxBytes, Math.max(this.#size, 2 * this.#buffer.length, 65_536)))
      larger.set(this.#buffer.subarray(0, this.#filled))
      this.#buffer = larger
    }
    for (const chunk of this.#kept) {
      this.#buffer.set(chunk, this.#filled)
      this.#filled += chunk.length
    }
    this.#kept = []
  }
}

// --- private --------------------------------------------------------------------------

const empty = new Uint8Array(0)
