/**
 * Measures calls per second of `/api/v1/fetch` and of the Promise facade, by 64 clients over cached and uncached pages:
 *
 *   node bench/serve/src/bench.ts [--clients 64] [--seconds 60] [--only KIND]
 *
 * Both run in this process, one after the other; the server's clients run in a thread of their own. It needs a quiet
 * machine with two cores.
 */
import { Settings } from "@porthole/core"
import { Server, ServerSettings } from "@porthole/serve"
import { createWebTools, Node } from "@porthole/tools"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as HttpServer from "effect/http/HttpServer"
import * as Layer from "effect/Layer"
import * as Scope from "effect/Scope"
import { once } from "node:events"
import { Worker } from "node:worker_threads"
import { printTable } from "../../harness/Figures.ts"
import * as Load from "../../harness/Load.ts"
import * as Options from "../../harness/Options.ts"
import { bodyOf, type Kind, kinds, layers } from "./pages.ts"

const { clients, only, seconds } = Options.read({ clients: 64, seconds: 60, only: "" })
const settings = Layer.merge(Settings.layer({ robots: false }), ServerSettings.layer({ listen: "127.0.0.1:0" }))

/** Measures a way after a short load, with the largest resident set of this process meanwhile, in MiB. */
const measure = async (load: (seconds: number) => Promise<Load.Figures>) => {
  await load(Math.min(3, seconds))
  let largest = 0
  const timer = setInterval(() => (largest = Math.max(largest, process.memoryUsage.rss())), 250)
  const figures = await load(seconds)
  clearInterval(timer)
  return { ...figures, memory: largest / 2 ** 20 }
}

const facade = async (kind: Kind) => {
  await using tools = createWebTools({ robots: false, layers })
  const call = async (number: number) => {
    const answer = await tools.call("web_fetch", bodyOf(kind, number))
    return "error" in answer ? String(answer.error) : undefined
  }
  return await measure((seconds) => Load.run({ clients, ms: seconds * 1_000 }, call))
}

const served = async (kind: Kind) => {
  const scope = Scope.makeUnsafe()
  const layer = Server.layer().pipe(Layer.provide(Node.layer()), Layer.provide(layers), Layer.provide(settings))
  const { address } = Context.get(await Effect.runPromise(Layer.buildWithScope(layer, scope)), HttpServer.HttpServer)
  const port = "port" in address ? address.port : 0
  const figures = await measure(async (seconds): Promise<Load.Figures> => {
    const workerData = { kind, load: { clients, ms: seconds * 1_000 }, port }
    const [answer] = await once(new Worker(new URL("clients.ts", import.meta.url), { workerData }), "message")
    return answer
  })
  await Effect.runPromise(Scope.close(scope, Exit.void))
  return figures
}

const print = printTable("pages | way | calls a second | ratio | median, ms | p99, ms | memory, MiB | failures")
for (const kind of kinds.filter((kind) => only === "" || kind === only)) {
  const plain = await facade(kind)
  const http = await served(kind)
  for (const [way, figures] of Object.entries({ facade: plain, serve: http })) {
    const { failures, memory, p50, p99, perSecond } = figures
    const ratio = (perSecond / plain.perSecond).toFixed(2)
    print(kind, way, Math.round(perSecond), ratio, p50, p99, Math.round(memory), failures.join("; "))
  }
}
process.exit()
