/**
 * Measures `porthole serve` under attack, in a network namespace, for which it needs root:
 *
 *   node bench/serve/src/hostile.ts [--seconds 600] [--only load,sockets] [--attacks NAME,NAME] [--isolation process]
 *
 * `load`: one tenant sends all of `Attacks.ts` while another reads ordinary pages. Prints the second's times alone and
 * under attack, its lost calls, the delays of the server's event loop, its memory, and how long it takes to end.
 * `sockets`: the same while one tenant and strangers open thousands of connections.
 *
 * Build first: `pnpm --filter @porthole/cli build`.
 */
import { once } from "node:events"
import { Worker } from "node:worker_threads"
import { printTable, quantile } from "../../harness/Figures.ts"
import * as Load from "../../harness/Load.ts"
import * as Options from "../../harness/Options.ts"
import * as OwnNetwork from "../../harness/OwnNetwork.ts"
import { call, failureOf, type Target } from "./Call.ts"
import * as Served from "./Served.ts"

const options = Options.read({ seconds: 600, only: "load,sockets", attacks: "", isolation: "" })
await OwnNetwork.enter(import.meta.filename)

/**
 * The ordinary tenant: four clients that each read one page after the other, none of them cached. Two of them open a
 * connection for each call.
 */
const ordinary = (target: Target, seconds: number): Promise<Load.Figures> => {
  const first = Math.floor(Math.random() * 1e9)
  return Load.run({ clients: 4, ms: seconds * 1_000 }, (number, client) => {
    const signal = AbortSignal.timeout(120_000)
    const body = { url: `http://public.test/page/${first + number}` }
    return failureOf(call(target, body, client % 2 === 1 ? { agent: false, signal } : { signal }))
  })
}

/** Starts the attackers; the returned function stops them and returns how often each attack was done. */
const attack = (kind: "mixed" | "crowd", target: Target): (() => Promise<Readonly<Record<string, number>>>) => {
  const workerData = { kind, names: Options.listOf(options.attacks), target }
  const attackers = new Worker(new URL("hostile-attackers.ts", import.meta.url), { workerData })
  return async () => {
    const counted = once(attackers, "message")
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
    attackers.postMessage("stop")
    const [counts] = await counted
    return counts
  }
}

/** One server, its ordinary tenant alone and under attack, and its end while the attack goes on. */
const round = async (kind: "mixed" | "crowd") => {
  const server = await Served.start(options.isolation)
  const other = { port: server.port, token: server.tokens.other }
  await ordinary(other, 5)
  const alone = await ordinary(other, Math.min(60, Math.max(10, options.seconds / 10)))
  const memory: Array<number> = []
  const sampling = setInterval(() => memory.push(server.memory()), 1_000)
  const since = Date.now()
  const stop = attack(kind, { port: server.port, token: server.tokens.acme })
  const under = await ordinary(other, options.seconds)
  clearInterval(sampling)
  const print = printTable(`${kind} | calls | lost | p50, ms | p95, ms | ratio | longest, ms | losses`)
  for (const [name, { calls, failures, max, p50, p95 }] of Object.entries({ alone, "under attack": under })) {
    const lost = failures.reduce((sum, [, count]) => sum + count, 0)
    const times = [Math.round(p50), Math.round(p95), p95 / alone.p95, Math.round(max)]
    print(name, calls, lost, ...times, failures.map(([reason, count]) => `${reason}: ${count}`).join(", "))
  }
  const delays = server.delays(since)
  const [p50, p95, max] = [0.5, 0.95, 1].map((share) => quantile(delays, share))
  console.log(`\nlongest loop delay of each of ${delays.length} seconds, ms: p50 ${p50}, p95 ${p95}, longest ${max}`)
  const tenths = Array.from({ length: 10 }, (_, at) => memory[Math.floor((memory.length * (at + 1)) / 10) - 1] ?? 0)
  console.log(`memory of the process tree at each tenth, MiB: ${tenths.join(", ")}; most ${Math.max(0, ...memory)}`)
  const { code, seconds, signal } = await server.stop()
  console.log(`end after SIGTERM: ${seconds} s, code ${code}, signal ${signal}`)
  const counts = Object.entries(await stop()).map(([name, count]) => `${name} ${count}`)
  console.log(`attacks: ${counts.join(", ")}\n`)
}

await Served.startWorld()
const only = Options.listOf(options.only)
if (only.includes("load")) await round("mixed")
if (only.includes("sockets")) await round("crowd")
process.exit(0)
