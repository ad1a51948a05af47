/**
 * Measures calls per second of `/api/v1/fetch` and of the Promise facade, by 64 clients over cached and uncached pages:
 *
 *   node src/bench.ts [--clients 64] [--seconds 60] [--only KIND]
 *
 * Both run in this process, one after the other; the server's clients run in a thread of their own. It needs a quiet
 * machine with two cores.
 */
import { Settings } from "@porthole/core"
import { Server } from "@porthole/serve"
import { createWebTools, Node } from "@porthole/tools"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as HttpServer from "effect/http/HttpServer"
import * as Layer from "effect/Layer"
import * as Scope from "effect/Scope"
import { parseArgs } from "node:util"
import { Worker } from "node:worker_threads"
import * as Load from "./Load.ts"
import { bodyOf, type Kind, kinds, layers } from "./pages.ts"

const { values } = parseArgs({
  options: {
    clients: { type: "string", default: "64" },
    seconds: { type: "string", default: "60" },
    only: { type: "string" },
  },
})
const clients = Number(values.clients)
const seconds = Number(values.seconds)
const settings = { robots: false, listen: "127.0.0.1:0" } as const

/** Measures the largest resident set of this process while an effect runs, in MiB. */
const withMemory = async (round: () => Promise<Load.Figures>) => {
  let largest = 0
  const look = () => (largest = Math.max(largest, process.memoryUsage.rss()))
  const timer = setInterval(look, 250)
  const figures = await round()
  clearInterval(timer)
  return { ...figures, memory: Math.round(largest / 2 ** 20) }
}

const facade = async (kind: Kind) => {
  const tools = createWebTools({ robots: settings.robots, layers })
  const call = async (number: number) => !("error" in (await tools.call("web_fetch", bodyOf(kind, number))))
  await Load.run({ clients, seconds: Math.min(3, seconds) }, call)
  const figures = await withMemory(() => Load.run({ clients, seconds }, call))
  await tools.dispose()
  return figures
}

const served = async (kind: Kind) => {
  const scope = Scope.makeUnsafe()
  const layer = Server.layer().pipe(
    Layer.provide(Node.layer()),
    Layer.provide(layers),
    Layer.provide(Settings.layer(settings)),
  )
  const { address } = Context.get(await Effect.runPromise(Layer.buildWithScope(layer, scope)), HttpServer.HttpServer)
  const port = "port" in address ? address.port : 0
  const load = (seconds: number) =>
    new Promise<Load.Figures>((resolve, reject) => {
      const worker = new Worker(new URL("clients.ts", import.meta.url), {
        workerData: { clients, kind, port, seconds },
      })
      worker.on("message", resolve)
      worker.on("error", reject)
    })
  await load(Math.min(3, seconds))
  const figures = await withMemory(() => load(seconds))
  await Effect.runPromise(Scope.close(scope, Exit.void))
  return figures
}

for (const kind of kinds.filter((kind) => values.only === undefined || kind === values.only)) {
  const plain = await facade(kind)
  const http = await served(kind)
  console.log(JSON.stringify({ kind, way: "facade", ...plain }))
  console.log(JSON.stringify({ kind, way: "serve", ...http }))
  console.log(JSON.stringify({ kind, ratio: Math.round((http.callsPerSecond / plain.callsPerSecond) * 100) / 100 }))
}
process.exit()
