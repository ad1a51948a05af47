/** A scripted name server: a list of answers per name, taken one a query, the last one for ever after. */
import { createSocket } from "node:dgram"
import { isIPv6 } from "node:net"

/** What a name answers: addresses, or a fault. */
export type Answer = ReadonlyArray<string> | "nxdomain" | "servfail" | "silence"

/** Starts the server on 127.0.0.53:53; A and AAAA questions share an answer, so a flip is a flip for both. */
export const startDns = (
  zone: Readonly<Record<string, ReadonlyArray<Answer>>>,
): Promise<{ readonly asked: Array<string> }> => {
  const asked: Array<string> = []
  const turns = new Map<string, number>()
  const socket = createSocket("udp4")
  socket.on("message", (query, peer) => {
    const { end, name, type } = question(query)
    const answers = zone[name] ?? ["nxdomain"]
    // getaddrinfo asks A and AAAA together: a turn is over when the same type is asked again.
    const key = `${name} ${type}`
    const turn = turns.get(key) ?? 0
    turns.set(key, turn + 1)
    asked.push(key)
    const answer = answers[Math.min(turn, answers.length - 1)] ?? "nxdomain"
    if (answer === "silence") return
    socket.send(respond(query.subarray(0, end), type, answer), peer.port, peer.address)
  })
  return new Promise((resolve) => socket.bind(53, "127.0.0.53", () => resolve({ asked })))
}

const A = 1
const AAAA = 28

const question = (query: Buffer): { readonly name: string; readonly type: number; readonly end: number } => {
  const labels: Array<string> = []
  let at = 12
  while (query[at] !== 0) {
    const length = query[at]!
    labels.push(query.toString("latin1", at + 1, at + 1 + length))
    at += length + 1
  }
  return { name: labels.join(".").toLowerCase(), type: query.readUInt16BE(at + 1), end: at + 5 }
}

const respond = (head: Buffer, type: number, answer: Exclude<Answer, "silence">): Buffer => {
  const records = typeof answer === "string" ? [] : answer.filter((address) => (isIPv6(address) ? AAAA : A) === type)
  const header = Buffer.from(head)
  const rcode = answer === "nxdomain" ? 3 : answer === "servfail" ? 2 : 0
  header.writeUInt16BE(0x8180 | rcode, 2)
  header.writeUInt16BE(1, 4)
  header.writeUInt16BE(records.length, 6)
  header.writeUInt32BE(0, 8)
  return Buffer.concat([header, ...records.map((address) => record(type, address))])
}

/** Time to live 0: nothing but our own pins may keep an answer. */
const record = (type: number, address: string): Buffer => {
  const data = type === A ? Buffer.from(address.split(".").map(Number)) : ipv6Bytes(address)
  const head = Buffer.alloc(12)
  head.writeUInt16BE(0xc00c, 0)
  head.writeUInt16BE(type, 2)
  head.writeUInt16BE(1, 4)
  head.writeUInt16BE(data.length, 10)
  return Buffer.concat([head, data])
}

const ipv6Bytes = (address: string): Buffer => {
  const [head = "", tail] = address.split("::")
  const left = head === "" ? [] : head.split(":")
  const right = tail === undefined || tail === "" ? [] : tail.split(":")
  const groups = [...left, ...Array.from({ length: 8 - left.length - right.length }, () => "0"), ...right]
  return Buffer.from(groups.flatMap((group) => [Number.parseInt(group, 16) >> 8, Number.parseInt(group, 16) & 255]))
}
