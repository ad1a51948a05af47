/** What comes out of the filters of a PDF's stream, as far as it may. */

/** Data as far as it was unpacked, and how many bytes all layers of it come to; more than was allowed where it was left off. */
export interface Unpacked {
  readonly data: Buffer
  readonly size: number
  /** Whether most of it was such data: of noise a little can be unpacked, too. */
  readonly isSound: boolean
}

/** Whether so much of some data was used as is of data that isn't noise, though it may be damaged. */
export const isMost = (used: number, data: Buffer): boolean => used * 2 + 64 >= data.length

/** What grows up to a size. */
export const makeOutput = (most: number) => {
  let buffer = Buffer.alloc(65_536)
  let length = 0
  const reserve = (count: number): void => {
    if (length + count <= buffer.length) return
    const larger = Buffer.alloc(Math.max(length + count, buffer.length * 2))
    buffer.copy(larger, 0, 0, length)
    buffer = larger
  }
  return {
    isFull: () => length > most,
    add: (bytes: Buffer): void => {
      reserve(bytes.length)
      length += bytes.copy(buffer, length)
    },
    addRun: (byte: number, count: number): void => {
      reserve(count)
      buffer.fill(byte, length, length + count)
      length += count
    },
    end: (isSound: boolean): Unpacked => ({ data: buffer.subarray(0, length), size: length, isSound }),
  }
}
