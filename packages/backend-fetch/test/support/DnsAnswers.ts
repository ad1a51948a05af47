/** DNS messages as servers send them, and as they shouldn't. */
import { isIPv6 } from "node:net"

/** A record; `owner` and the data of an alias are names, or bytes as they come. */
export interface Record {
  readonly owner: string | Buffer
  readonly type: number
  readonly data: Buffer
  readonly class?: number
}

export const A = 1
export const CNAME = 5
export const AAAA = 28

/** A name without compression. */
export const encoded = (name: string): Buffer =>
  Buffer.concat([
    ...name.split(".").map((label) => Buffer.concat([Buffer.from([label.length]), Buffer.from(label, "latin1")])),
    Buffer.from([0]),
  ])

/** A pointer to an offset. */
export const pointer = (to: number): Buffer => Buffer.from([0xc0 | (to >> 8), to & 0xff])

export const alias = (owner: string | Buffer, to: string | Buffer): Record => ({
  owner,
  type: CNAME,
  data: typeof to === "string" ? encoded(to) : to,
})

export const address = (owner: string | Buffer, value: string): Record =>
  isIPv6(value) ? { owner, type: AAAA, data: ipv6(value) } : { owner, type: A, data: ipv4(value) }

/** How a response differs from a plain one. */
export interface Oddities {
  readonly flags?: number
  readonly count?: number
  readonly questions?: number
}

/** The response to a question, with records in its answer section. */
export const response = (question: Uint8Array, records: ReadonlyArray<Record>, oddities: Oddities = {}): Buffer => {
  const head = Buffer.from(question)
  head.writeUInt16BE(oddities.flags ?? 0x8180, 2)
  head.writeUInt16BE(oddities.questions ?? 1, 4)
  head.writeUInt16BE(oddities.count ?? records.length, 6)
  return Buffer.concat([head, ...records.map(bytesOf)])
}

// --- private --------------------------------------------------------------------------

const bytesOf = ({ class: family = 1, data, owner, type }: Record): Buffer => {
  const fixed = Buffer.alloc(10)
  fixed.writeUInt16BE(type, 0)
  fixed.writeUInt16BE(family, 2)
  fixed.writeUInt16BE(data.length, 8)
  return Buffer.concat([typeof owner === "string" ? encoded(owner) : owner, fixed, data])
}

const ipv4 = (value: string): Buffer => Buffer.from(value.split(".").map(Number))

/** Eight groups, none left out. */
const ipv6 = (value: string): Buffer =>
  Buffer.from(value.split(":").flatMap((group) => [Number.parseInt(group, 16) >> 8, Number.parseInt(group, 16) & 255]))
