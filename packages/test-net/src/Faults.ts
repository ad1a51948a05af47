/**
 * Sites that misbehave, one per fault, each with its own name and the error that a fetch of it must return
 * (`docs/architecture.md`, errors).
 *
 * The sites listen on bare sockets, so that they can send what no HTTP server would. A fault defines the bytes that are
 * sent after a connection's first bytes arrived; the Host header or the TLS server name selects the fault.
 */
import { connect, createServer, type Server, type Socket } from "node:net"
import { Worker } from "node:worker_threads"
import type * as Dns from "./Dns.ts"
import * as Bodies from "./faults/Bodies.ts"
import * as Codings from "./faults/Codings.ts"
import * as Connecting from "./faults/Connecting.ts"
import * as Contents from "./faults/Contents.ts"
import * as Fault from "./faults/Fault.ts"
import * as Heads from "./faults/Heads.ts"
import * as Oddities from "./faults/Oddities.ts"

export type { Fault } from "./faults/Fault.ts"

/** The address on which the misbehaving sites listen. */
export const address = "93.184.216.36"

/** The faults by kinds, in the order of a fetch: connection, head, body, coding, content; then odd answers. */
export const kinds: ReadonlyArray<ReadonlyArray<Fault.Fault>> = [
  Connecting.faults,
  Heads.faults,
  Bodies.faults,
  Codings.faults,
  Contents.faults,
  Oddities.faults,
]

/** Every fault. */
export const all: ReadonlyArray<Fault.Fault> = kinds.flat()

/** The names of every fault, in addition to those of the world. */
export const zone: Dns.Zone = {
  ...Object.fromEntries(all.map(({ name }) => [Fault.hostOf(name), [[address]]])),
  ...Connecting.zone,
}

/** The running sites. */
export interface Sites {
  /** The number of open connections. */
  readonly open: () => number
  /** The bytes sent on the connections that closed since the last call. */
  readonly sent: () => number
}

/** Starts every site; they end with the process. */
export const start = async (): Promise<Sites> => {
  Codings.prepare()
  const sockets = new Set<Socket>()
  let sent = 0
  const server = () =>
    createServer((socket) => {
      socket.on("close", () => (sent += socket.bytesWritten))
      serveFault(sockets)(socket)
    })
  for (const port of [80, 443]) await listen(server(), port)
  await startBusy()
  return {
    open: () => sockets.size,
    sent: () => {
      const bytes = sent
      sent = 0
      return bytes
    },
  }
}

// --- private --------------------------------------------------------------------------

const serveByHost: ReadonlyMap<string, Fault.Serve> = new Map(
  all.flatMap(({ name, serve }) => (serve === undefined ? [] : [[Fault.hostOf(name), serve]])),
)

const listen = (server: Server, port: number): Promise<void> =>
  new Promise((done) => server.listen(port, address, done))

const serveFault =
  (sockets: Set<Socket>) =>
  (socket: Socket): void => {
    sockets.add(socket)
    socket.on("close", () => sockets.delete(socket)).on("error", () => {})
    socket.on("data", (bytes) => {
      const request = bytes.toString("latin1")
      serveByHost.get(hostIn(request))?.(socket, request)
    })
  }

/** A host in a request's head or a TLS hello; each comes in one piece. */
const hostIn = (text: string): string => {
  const end = text.indexOf(`.${Fault.domain}`)
  return end === -1 ? "" : `${/(?<![a-z0-9-])[a-z0-9-]*$/.exec(text.slice(0, end))?.[0] ?? ""}.${Fault.domain}`
}

/**
 * Listens where no connection is ever accepted, and fills the queue: a thread that sleeps after `listen` accepts
 * nothing. The system lets one connection more than the backlog wait (`listen` of Linux).
 */
const startBusy = async (): Promise<void> => {
  const thread = new Worker(
    `const { parentPort, workerData } = require("node:worker_threads")
     const server = require("node:net").createServer()
     server.listen({ port: 80, host: workerData, backlog: 1 }, () => {
       parentPort.postMessage("listening")
       setImmediate(() => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0))
     })`,
    { eval: true, workerData: Connecting.busyAddress },
  )
  await new Promise((done) => thread.once("message", done))
  thread.unref()
  await connectTo(Connecting.busyAddress)
  await connectTo(Connecting.busyAddress)
}

const connectTo = async (host: string): Promise<void> => {
  const socket = connect(80, host)
  socket.on("error", () => {}).unref()
  await new Promise<void>((done) => socket.once("connect", done))
}
