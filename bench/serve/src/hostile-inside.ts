/** The run itself, inside the network. */
import { once } from "node:events"
import { parseArgs } from "node:util"
import { Worker } from "node:worker_threads"
import { call, type Target } from "./Attacks.ts"
import * as Served from "./Served.ts"

const { values } = parseArgs({
  options: {
    seconds: { type: "string", default: "600" },
    only: { type: "string", default: "load,sockets" },
    attacks: { type: "string" },
    isolation: { type: "string" },
  },
})
const seconds = Number(values.seconds)
const print = (name: string, figures: object) => console.log(JSON.stringify({ name, ...figures }))

/**
 * The ordinary tenant: four clients that each read one page after the other, none of them cached. Two of them open a
 * connection for each call.
 */
const ordinary = async (target: Target, seconds: number) => {
  const took: Array<number> = []
  const lost: Array<string> = []
  const ends = performance.now() + seconds * 1_000
  let number = Math.floor(Math.random() * 1e9)
  const client = async (_: unknown, at: number) => {
    while (performance.now() < ends) {
      const begun = performance.now()
      const body = { url: `http://public.test/page/${number++}` }
      const outcome = await call(target, "/api/v1/fetch", body, AbortSignal.timeout(120_000), at % 2 === 1).catch(
        (cause: { readonly code?: string; readonly name?: string }) => cause.code ?? cause.name ?? "error",
      )
      took.push(performance.now() - begun)
      if (outcome !== 200) lost.push(String(outcome))
    }
  }
  await Promise.all(Array.from({ length: 4 }, client))
  const at = quantileOf(took)
  return { calls: took.length, lost: lost.length, losses: countsOf(lost), p50: at(0.5), p95: at(0.95), max: at(1) }
}

const countsOf = (names: ReadonlyArray<string>) =>
  Object.fromEntries([...new Set(names)].map((name) => [name, names.filter((other) => other === name).length]))

/** Starts the attackers; the returned function stops them and returns how often each attack was done. */
const attack = (kind: "mixed" | "crowd", target: Target): (() => Promise<object>) => {
  const names = values.attacks?.split(",") ?? []
  const attackers = new Worker(new URL("hostile-attackers.ts", import.meta.url), {
    workerData: { kind, names, target },
  })
  return async () => {
    const counted = once(attackers, "message")
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
    attackers.postMessage("stop")
    const [counts] = await counted
    return counts
  }
}

const quantileOf = (numbers: ReadonlyArray<number>) => {
  const sorted = numbers.toSorted((a, b) => a - b)
  return (share: number) => Math.round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0)
}

/** One server, its ordinary tenant alone and under attack, and its end while the attack goes on. */
const round = async (kind: "mixed" | "crowd") => {
  const server = await Served.start(values.isolation)
  const other = { port: server.port, token: server.tokens.other }
  await ordinary(other, 5)
  const alone = await ordinary(other, Math.min(60, Math.max(10, seconds / 10)))
  print(`${kind}: alone`, alone)
  const memory: Array<number> = []
  const sampling = setInterval(() => memory.push(server.memory()), 1_000)
  const since = Date.now()
  const stop = attack(kind, { port: server.port, token: server.tokens.acme })
  const under = await ordinary(other, seconds)
  print(`${kind}: under attack`, { ...under, ratio: Math.round((under.p95 / alone.p95) * 100) / 100 })
  clearInterval(sampling)
  const delays = server.delays(since)
  const delay = quantileOf(delays)
  print(`${kind}: longest loop delay of each second, ms`, {
    p50: delay(0.5),
    p95: delay(0.95),
    max: delay(1),
    seconds: delays.length,
  })
  const tenths = Array.from({ length: 10 }, (_, at) => memory[Math.floor((memory.length * (at + 1)) / 10) - 1] ?? 0)
  print(`${kind}: memory at each tenth, MiB`, { tenths, most: Math.max(0, ...memory) })
  print(`${kind}: end after SIGTERM`, await server.stop())
  print(`${kind}: attacks`, await stop())
}

const site = await Served.startWorld()
if (values.only.includes("load")) await round("mixed")
if (values.only.includes("sockets")) await round("crowd")
site.disconnect()
process.exit(0)
