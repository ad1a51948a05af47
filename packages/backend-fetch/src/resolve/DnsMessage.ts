/**
 * DNS messages as far as a look-up needs them (RFC 1035 section 4): a question, and the addresses in its answer.
 *
 * An answer is hostile: its size, records and aliases are bounded, and a compressed name may only lead backwards, so no
 * name is a loop. Of its sections only the answer is read, and of that only what belongs to the name: its aliases from
 * one to the next, and the addresses of the last one.
 */
import * as Result from "effect/Result"
import type { HostName } from "@porthole/core"

/** The types of address records, A and AAAA. */
export const addressTypes = [1, 28] as const
export type AddressType = (typeof addressTypes)[number]

/** Maximum size of a message, in bytes (RFC 8484 section 6). */
export const maxBytes = 65_535

/** Maximum number of records in an answer. */
export const maxRecords = 512

/** Maximum number of aliases between a name and its addresses. */
export const maxAliases = 16

/** Why a message is no usable answer. */
export type AnswerProblem = "malformed" | "too_large" | "too_many_records" | "too_many_aliases" | "failed"

/** A message that is no usable answer to its question. `code` is the server's response code, if that is the reason. */
export class AnswerError extends Error {
  readonly _tag = "AnswerError"
  readonly reason: AnswerProblem

  constructor(reason: AnswerProblem, code?: number) {
    super(`The DNS answer can't be used: ${reason}${code === undefined ? "" : ` (RCODE ${code})`}`)
    this.reason = reason
  }
}

/** A question for one type of address, with recursion; its id is 0, for caches (RFC 8484 section 4.1). */
export const question = (host: HostName.HostName, type: AddressType): Uint8Array => {
  const labels = host.split(".").map((label) => String.fromCharCode(label.length) + label)
  return Buffer.concat([header, Buffer.from(labels.join(""), "latin1"), Buffer.from([0, 0, type, 0, internet])])
}

/** The addresses in the answer to {@link question}; none if the name has no address of the type, or doesn't exist. */
export const addressesIn = (
  message: Uint8Array,
  host: HostName.HostName,
  type: AddressType,
): Result.Result<ReadonlyArray<string>, AnswerError> => {
  if (message.length > maxBytes) return failWith("too_large")
  const at = endOfQuestion(message, host, type)
  if (at === undefined) return failWith("malformed")
  const code = (message[3] ?? 0) & 0x0f
  if (code !== noError && code !== noSuchName) return Result.fail(new AnswerError("failed", code))
  const count = numberAt(message, 6)
  if (count > maxRecords) return failWith("too_many_records")
  const records = recordsAt(message, at, count)
  if (records === undefined) return failWith("malformed")
  const owner = lastAlias(message, records, host)
  if (owner === undefined) return failWith("too_many_aliases")
  const found = records.filter((record) => record.type === type && record.owner === owner)
  return found.every(({ data }) => data.length === (type === 1 ? 4 : 16))
    ? Result.succeed(found.map(({ data }) => (type === 1 ? data.join(".") : ipv6Of(data))))
    : failWith("malformed")
}

// --- private --------------------------------------------------------------------------

/** Recursion desired, one question. */
const header = Buffer.from([0, 0, 1, 0, 0, 1, 0, 0, 0, 0, 0, 0])

const internet = 1
const alias = 5
const noError = 0
const noSuchName = 3

interface Record {
  readonly owner: string
  readonly type: number
  readonly data: Uint8Array
  /** Where its data begins: a name in it may refer to the rest of the message. */
  readonly dataAt: number
}

const failWith = (reason: AnswerProblem): Result.Result<never, AnswerError> => Result.fail(new AnswerError(reason))

/** The 16 bits at an offset within the message. */
const numberAt = (message: Uint8Array, at: number): number => ((message[at] ?? 0) << 8) | (message[at + 1] ?? 0)

/**
 * Where the answer section begins, if the message is a whole response to the question: a standard query's (QR, no
 * OPCODE) that isn't truncated (TC), with the question repeated.
 */
const endOfQuestion = (message: Uint8Array, host: string, type: AddressType): number | undefined => {
  const isWholeResponse = message.length >= 12 && ((message[2] ?? 0) & 0b1111_1010) === 0b1000_0000
  if (!isWholeResponse || numberAt(message, 4) !== 1) return undefined
  const name = nameAt(message, 12)
  if (name?.text !== host || name.end + 4 > message.length) return undefined
  return numberAt(message, name.end) === type && numberAt(message, name.end + 2) === internet ? name.end + 4 : undefined
}

/** The Internet's records from an offset on; `undefined` unless all of them are whole. */
const recordsAt = (message: Uint8Array, from: number, count: number): ReadonlyArray<Record> | undefined => {
  const records: Array<Record> = []
  let at = from
  for (let read = 0; read < count; read++) {
    const owner = nameAt(message, at)
    if (owner === undefined || owner.end + 10 > message.length) return undefined
    const dataAt = owner.end + 10
    at = dataAt + numberAt(message, owner.end + 8)
    if (at > message.length) return undefined
    if (numberAt(message, owner.end + 2) !== internet) continue
    records.push({ owner: owner.text, type: numberAt(message, owner.end), data: message.subarray(dataAt, at), dataAt })
  }
  return records
}

/** The name behind all aliases of a name; `undefined` for a loop, an unreadable alias, or too many. */
const lastAlias = (message: Uint8Array, records: ReadonlyArray<Record>, host: string): string | undefined => {
  let name = host
  for (let followed = 0; followed <= maxAliases; followed++) {
    const record = records.find(({ owner, type }) => type === alias && owner === name)
    if (record === undefined) return name
    const target = nameAt(message, record.dataAt)
    if (target === undefined || target.end !== record.dataAt + record.data.length) return undefined
    name = target.text
  }
  return undefined
}

interface Name {
  /** In lower case, without a dot at its end. */
  readonly text: string
  readonly end: number
}

/** Maximum length of a name, in bytes (RFC 1035 section 2.3.4). */
const maxNameLength = 255

/** Maximum number of labels and pointers of a name; a name has at most 127 labels. */
const maxSteps = 256

/** The name at an offset (RFC 1035 section 4.1.4); `undefined` if it is none, or has a dot in a label. */
const nameAt = (message: Uint8Array, start: number): Name | undefined => {
  const labels: Array<string> = []
  let [at, length] = [start, 0]
  let lowest = start
  let end: number | undefined
  for (let step = 0; step < maxSteps && length < maxNameLength; step++) {
    const size = message[at]
    if (size === 0) return { text: labels.join(".").toLowerCase(), end: end ?? at + 1 }
    if (size === undefined) return undefined
    if (size >= pointer) {
      const target = numberAt(message, at) & 0x3fff
      if (at + 1 >= message.length || target >= lowest) return undefined
      end ??= at + 2
      at = lowest = target
      continue
    }
    const label = Buffer.from(message.subarray(at + 1, at + 1 + size)).toString("latin1")
    if (size > maxLabelLength || label.length < size || label.includes(".")) return undefined
    labels.push(label)
    length += size + 1
    at += size + 1
  }
  return undefined
}

/** The two bits that make a length a pointer. */
const pointer = 0xc0
const maxLabelLength = 63

const ipv6Of = (data: Uint8Array): string =>
  Array.from({ length: 8 }, (_, group) => numberAt(data, 2 * group).toString(16)).join(":")
