/**
 * A scripted name server: a list of answers per name, one per query of each type; the last one repeats. Time to live is
 * always 0, so only our own pins keep an answer.
 */
import { createSocket } from "node:dgram"
import { createServer, isIPv6 } from "node:net"

/**
 * The answer of a name: addresses; addresses after a chain of aliases; addresses of which UDP returns only the first
 * few (with TC, RFC 1035 section 4.2.1) and TCP all; or a fault.
 */
export type Answer =
  | ReadonlyArray<string>
  | { readonly aliases: ReadonlyArray<string>; readonly addresses: ReadonlyArray<string> }
  | { readonly overUdp: ReadonlyArray<string>; readonly overTcp: ReadonlyArray<string> }
  | "nxdomain"
  | "servfail"
  | "silence"
  | "garbage"

/** Names and their scripts; a name that isn't listed doesn't exist. */
export type Zone = Readonly<Record<string, ReadonlyArray<Answer>>>

/** The DNS queries so far, as `name type` with type 1 for A and 28 for AAAA; those over TCP end in ` tcp`. */
export interface Server {
  readonly queries: ReadonlyArray<string>
  /** The response to a query that came over another transport, without a bound on its size; none for silence. */
  readonly answer: (query: Buffer) => Buffer | undefined
  /** Answers by these scripts alone from now on, each from its beginning. */
  readonly define: (zone: Zone) => void
}

/** Starts the server on 127.0.0.53, the address in the namespace's resolv.conf. */
export const start = async (first: Zone): Promise<Server> => {
  let zone = first
  const queries: Array<string> = []
  const turns = new Map<string, number>()
  const socket = createSocket("udp4")
  const answerOver = (transport: Transport, query: Buffer): Buffer | undefined => {
    const { end, name, type } = question(query)
    const answers = zone[name] ?? ["nxdomain"]
    // getaddrinfo queries A and AAAA together: each type has its own turns, so a changed answer changes for both.
    const key = `${name} ${type}`
    const turn = turns.get(key) ?? 0
    turns.set(key, turn + 1)
    queries.push(key)
    const answer = answers[Math.min(turn, answers.length - 1)] ?? "nxdomain"
    return answer === "silence" ? undefined : respond(query.subarray(0, end), name, type, answer, transport)
  }
  socket.on("message", (query, peer) => {
    const response = answerOver("udp", query)
    if (response !== undefined) socket.send(response, peer.port, peer.address)
  })
  const overTcp = createServer((connection) => {
    connection.on("error", () => {})
    // A query comes in one piece, after its length; the resolver may send a second one on the same connection.
    connection.on("data", (bytes) => {
      for (let at = 0; at + 2 < bytes.length; at += 2 + bytes.readUInt16BE(at)) {
        const query = bytes.subarray(at + 2, at + 2 + bytes.readUInt16BE(at))
        const { end, name, type } = question(query)
        queries.push(`${name} ${type} tcp`)
        const answer = zone[name]?.at(-1) ?? "nxdomain"
        if (answer === "silence") continue
        const response = respond(query.subarray(0, end), name, type, answer, "tcp")
        const length = Buffer.alloc(2)
        length.writeUInt16BE(response.length)
        connection.write(Buffer.concat([length, response]))
      }
    })
  })
  await new Promise<void>((done) => overTcp.listen(53, "127.0.0.53", done))
  await new Promise<void>((done) => socket.bind(53, "127.0.0.53", done))
  const define = (next: Zone): void => {
    zone = next
    turns.clear()
  }
  return { queries, answer: (query) => answerOver("tcp", query), define }
}

// --- the wire (RFC 1035 section 4) ------------------------------------------------------

const A = 1
const CNAME = 5
const AAAA = 28

const question = (query: Buffer): { readonly name: string; readonly type: number; readonly end: number } => {
  const labels: Array<string> = []
  let at = 12
  for (let length = query[at] ?? 0; length !== 0; length = query[at] ?? 0) {
    labels.push(query.toString("latin1", at + 1, at + 1 + length))
    at += length + 1
  }
  return { name: labels.join(".").toLowerCase(), type: query.readUInt16BE(at + 1), end: at + 5 }
}

type Transport = "udp" | "tcp"

const respond = (
  head: Buffer,
  name: string,
  type: number,
  answer: Exclude<Answer, "silence">,
  transport: Transport,
): Buffer => {
  if (answer === "garbage") return Buffer.concat([head.subarray(0, 2), Buffer.alloc(40, 0xff)])
  const records = typeof answer === "string" ? [] : recordsOf(name, type, answer, transport)
  const isCut = transport === "udp" && typeof answer !== "string" && "overUdp" in answer
  const header = Buffer.from(head)
  const rcode = answer === "nxdomain" ? 3 : answer === "servfail" ? 2 : 0
  header.writeUInt16BE(0x8180 | rcode | (isCut ? 0x0200 : 0), 2)
  header.writeUInt16BE(1, 4)
  header.writeUInt16BE(records.length, 6)
  header.writeUInt32BE(0, 8)
  return Buffer.concat([header, ...records])
}

const recordsOf = (
  name: string,
  type: number,
  answer: Exclude<Answer, string>,
  transport: Transport,
): ReadonlyArray<Buffer> => {
  const { addresses, aliases } = "aliases" in answer ? answer : { addresses: listOf(answer, transport), aliases: [] }
  const chain = [name, ...aliases]
  const owner = chain.at(-1) ?? name
  return [
    ...aliases.map((alias, at) => record(chain[at] ?? name, CNAME, encoded(alias))),
    ...addresses
      .filter((address) => (isIPv6(address) ? AAAA : A) === type)
      .map((address) => record(owner, type, type === A ? ipv4Bytes(address) : ipv6Bytes(address))),
  ]
}

const listOf = (
  answer: Exclude<Answer, string | { aliases: unknown }>,
  transport: Transport,
): ReadonlyArray<string> => {
  if (!("overUdp" in answer)) return answer
  return transport === "udp" ? answer.overUdp : answer.overTcp
}

const record = (owner: string, type: number, data: Buffer): Buffer => {
  const fixed = Buffer.alloc(10)
  fixed.writeUInt16BE(type, 0)
  fixed.writeUInt16BE(1, 2)
  fixed.writeUInt16BE(data.length, 8)
  return Buffer.concat([encoded(owner), fixed, data])
}

const encoded = (name: string): Buffer =>
  Buffer.concat([
    ...name.split(".").map((label) => Buffer.concat([Buffer.from([label.length]), Buffer.from(label, "latin1")])),
    Buffer.from([0]),
  ])

const ipv4Bytes = (address: string): Buffer => Buffer.from(address.split(".").map(Number))

const ipv6Bytes = (address: string): Buffer => {
  const [head = "", tail] = address.split("::")
  const left = head === "" ? [] : head.split(":")
  const right = tail === undefined || tail === "" ? [] : tail.split(":")
  const groups = [...left, ...Array.from({ length: 8 - left.length - right.length }, () => "0"), ...right]
  return Buffer.from(groups.flatMap((group) => [Number.parseInt(group, 16) >> 8, Number.parseInt(group, 16) & 255]))
}
