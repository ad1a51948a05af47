/** The clients of the server, in a thread of their own, so that their work isn't the server's. */
import { Agent } from "node:http"
import { parentPort, workerData } from "node:worker_threads"
import * as Load from "../../harness/Load.ts"
import { call, failureOf } from "./Call.ts"
import { bodyOf, type Kind } from "./pages.ts"

const { kind, load, port }: { kind: Kind; load: Load.Load; port: number } = workerData
const agent = new Agent({ keepAlive: true, maxSockets: load.clients })

const figures = await Load.run(load, (number) =>
  failureOf(call({ port }, "/api/v1/fetch", bodyOf(kind, number), { agent })),
)
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a port of a thread has no origin
parentPort?.postMessage(figures)
agent.destroy()
