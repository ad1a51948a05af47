/** The clients of the server, in a thread of their own, so that their work isn't the server's. */
import { Agent, request } from "node:http"
import { parentPort, workerData } from "node:worker_threads"
import * as Load from "./Load.ts"
import { bodyOf, type Kind } from "./pages.ts"

const { clients, kind, port, seconds }: { clients: number; kind: Kind; port: number; seconds: number } = workerData
const agent = new Agent({ keepAlive: true, maxSockets: clients })

const call = (number: number): Promise<boolean> =>
  new Promise((resolve) => {
    const body = JSON.stringify(bodyOf(kind, number))
    const headers = { "content-type": "application/json", "content-length": Buffer.byteLength(body) }
    const sent = request(
      { agent, host: "127.0.0.1", port, path: "/api/v1/fetch", method: "POST", headers },
      (answer) => {
        answer.resume()
        answer.on("end", () => resolve(answer.statusCode === 200))
      },
    )
    sent.on("error", () => resolve(false))
    sent.end(body)
  })

// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a port of a thread has no origin
parentPort?.postMessage(await Load.run({ clients, seconds }, call))
agent.destroy()
