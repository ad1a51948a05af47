/** The bytes of a body as they come in, under a cap. */

/** Chunks that are kept as they came; with one more they are copied together. */
const maxKept = 64

/**
 * The bytes of a body. A body of few chunks is copied together once at its end, one of a single chunk
 * not at all. Of many chunks only a buffer is kept that doubles as it fills: a site that sends its body a
 * byte at a time would make each cost a hundred.
 */
export class Gathered {
  readonly #maxBytes: number
  #size = 0
  #kept: Array<Uint8Array> = []
  #buffer: Uint8Array = empty
  #filled = 0

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes
  }

  /** Takes a chunk in; `false` when that is more than `maxBytes` in all, of which what fits is taken. */
  add(chunk: Uint8Array): boolean {
    const room = this.#maxBytes - this.#size
    const taken = chunk.length > room ? chunk.subarray(0, room) : chunk
    this.#size += taken.length
    this.#kept.push(taken)
    if (this.#kept.length > maxKept) this.#fold()
    return taken === chunk
  }

  /** How many there are. */
  get size(): number {
    return this.#size
  }

  /** All of them, as one piece. A view, where a single chunk came: the memory behind it may hold more. */
  bytes(): Uint8Array {
    const [only] = this.#kept
    // Not the chunk itself: the `slice` of Node's Buffer is no copy.
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

const empty = new Uint8Array(0)
