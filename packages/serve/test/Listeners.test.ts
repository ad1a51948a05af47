/** A server accepts many connections in each turn of the event loop, and answers on each of them. */
import * as Effect from "effect/Effect"
import * as Metric from "effect/Metric"
import { once } from "node:events"
import { Worker } from "node:worker_threads"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import * as Connections from "../src/Connections.ts"
import * as Listeners from "../src/Listeners.ts"
import { anyPage, start, twoHits } from "./support/server.ts"

let server: Awaited<ReturnType<typeof start>>
beforeAll(async () => {
  server = await start({ search: twoHits, extract: anyPage })
})
afterAll(() => server.close())

const openNow = () => Effect.runSync(Metric.value(Connections.connections)).value

/** Connects so many clients from a thread, while this one waits without a turn of its event loop. */
const connectAll = (count: number): Worker => {
  const connected = new Int32Array(new SharedArrayBuffer(4))
  const program = `
    const { connect } = require("node:net")
    const { parentPort, workerData: { connected, count, port } } = require("node:worker_threads")
    const sockets = Array.from({ length: count }, () => connect(port, "127.0.0.1", () => {
      Atomics.add(connected, 0, 1)
      Atomics.notify(connected, 0)
    }))
    for (const socket of sockets) socket.on("error", () => {
      Atomics.add(connected, 0, 1)
      Atomics.notify(connected, 0)
    })
    parentPort.once("message", () => sockets.forEach((socket) => socket.destroy()))`
  const worker = new Worker(program, { eval: true, workerData: { connected, count, port: server.port } })
  for (let now = Atomics.load(connected, 0); now < count; now = Atomics.load(connected, 0))
    Atomics.wait(connected, 0, now, 1_000)
  return worker
}

/** Turns of the event loop, each of which may accept connections. */
const turns = async (count: number) => {
  for (let turn = 0; turn < count; turn++) await new Promise((resolve) => setImmediate(resolve))
}

describe.runIf(process.platform === "linux")("a crowd of connections", () => {
  it("is accepted in a few turns", async () => {
    const before = openNow()
    const count = 4 * Listeners.maxSockets
    const clients = connectAll(count)
    await turns(24)
    const accepted = openNow() - before
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
    clients.postMessage("end")
    await once(clients, "exit")
    assert.isAtLeast(accepted, count / 2)
  })

  it("finds one server at a port, although sockets could share it", async () => {
    const listen = `127.0.0.1:${server.port}`
    const second = start({ search: twoHits, extract: anyPage, settings: { listen } })
    assert.match(
      String(
        await second.then(
          () => "started",
          (error: unknown) => error,
        ),
      ),
      /EADDRINUSE|ServeError/,
    )
  })

  it("is answered on each", async () => {
    const answers = await Promise.all(
      Array.from({ length: 4 * Listeners.maxSockets }, () => fetch(`http://127.0.0.1:${server.port}/health`)),
    )
    assert.deepStrictEqual(new Set(answers.map(({ status }) => status)), new Set([200]))
  })
})
