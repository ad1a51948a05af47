/**
 * Measures `porthole serve` under attack, in a network namespace, for which it needs root:
 *
 *   pnpm bench:hostile [--seconds 600] [--heap 512] [--rate 1] [--only GROUP,GROUP] [--attacks NAME,NAME]
 *     [--isolation process]
 *
 * Two tenants make ordinary calls at a fixed rate (`OrdinaryCalls.ts`) in three rounds over one server: alone, beside a
 * third tenant's harmless calls, and under that tenant's attack (`Attacks.ts`), which lasts `seconds`. The harmless
 * calls are of the same kinds as the attack's, and as many a second. A round without attack lasts a fifth of that, at
 * least 15 s. `heap` bounds the server's heap, in MiB. `rate` multiplies the rates of the attacks and of the harmless calls.
 * The measure goes on if the server dies, and says so.
 *
 * Build first: `pnpm --filter @porthole/cli build`. Renderings need a browser in one of the usual places.
 */
import { join } from "node:path"
import { monitorEventLoopDelay } from "node:perf_hooks"
import { setTimeout as sleep } from "node:timers/promises"
import * as Child from "../../harness/Child.ts"
import { printTable, quantile } from "../../harness/Figures.ts"
import * as Options from "../../harness/Options.ts"
import * as OwnNetwork from "../../harness/OwnNetwork.ts"
import * as Rate from "../../harness/Rate.ts"
import { chosen, groups as allGroups } from "./Attacks.ts"
import type { Ends, Orders } from "./hostile-attackers.ts"
import * as HostileReport from "./HostileReport.ts"
import * as OrdinaryCalls from "./OrdinaryCalls.ts"
import * as Served from "./Served.ts"

const options = Options.read({ seconds: 600, heap: 512, rate: 1, only: "", attacks: "", isolation: "" })
const [groups, names] = [Options.listOf(options.only), Options.listOf(options.attacks)]
if (Object.keys(chosen(groups, names)).length === 0) {
  console.error(`No attack is chosen. Groups: ${Object.keys(allGroups).join(", ")}`)
  process.exit(2)
}
await OwnNetwork.enter(import.meta.filename)
await Served.startWorld()
const server = await Served.start(options.isolation, options.heap)

/** The ordinary tenants, each with a host of its own, so that hosts don't tie them together. */
const ordinary = [
  ["birch", "public.test"],
  ["cedar", "other.test"],
] as const

/** Pages that nobody has read yet. */
let pages = 1

/** Lets the ordinary tenants call for some time, at most until the server ends. */
const callsOf = async (round: HostileReport.Round, seconds: number): Promise<ReadonlyArray<HostileReport.Row>> => {
  const first = pages
  pages += 100_000
  const delay = monitorEventLoopDelay({ resolution: 5 })
  delay.enable()
  const rows = ordinary.flatMap(([tenant, host]) =>
    OrdinaryCalls.kinds.map(async (kind, at): Promise<HostileReport.Row> => {
      const target = { port: server.port, token: server.tokens[tenant] }
      const { perSecond } = OrdinaryCalls.calls[kind]
      const rate = { perSecond, ms: seconds * 1_000, signal: server.death }
      // Each kind has pages of its own, since the cache would answer the second call of a page.
      const page = (number: number) => first + number * OrdinaryCalls.kinds.length + at
      return {
        round,
        tenant,
        kind,
        calls: await Rate.run(rate, (number) =>
          OrdinaryCalls.make(kind, target, { host, number: page(number), isKept: number % 2 === 0 }),
        ),
      }
    }),
  )
  const figures = await Promise.all(rows)
  console.log(`${round}: the longest delay of the clients' own loop was ${Math.round(delay.max / 1e6)} ms\n`)
  return figures
}

/** Starts the tenant that attacks, or is harmless; the returned function stops it and prints how its calls ended. */
const startAcme = async (isHarmless: boolean): Promise<() => Promise<void>> => {
  const orders: Orders = {
    groups,
    names,
    isHarmless,
    rate: options.rate,
    target: { port: server.port, token: server.tokens.acme },
  }
  const child = await Child.start(join(import.meta.dirname, "hostile-attackers.ts"), [JSON.stringify(orders)])
  return async () => {
    const ends: Ends = await Child.ask(child, "stop")
    await Child.stop(child)
    const print = printTable(`${isHarmless ? "harmless calls" : "attack"} | times | ends`)
    for (const [name, counts] of Object.entries(ends)) {
      const times = counts.reduce((sum, [, count]) => sum + count, 0)
      print(name, times, counts.map((pair) => pair.join(": ")).join(", "))
    }
    console.log()
  }
}

/** The round under attack, and the server's end while the attack goes on. */
const attacked = async () => {
  const memory: Array<readonly [number, number]> = []
  const [since, begun] = [Date.now(), performance.now()]
  const sampling = setInterval(() => {
    const { resident, rootResident } = server.usage()
    if (!server.death.aborted && performance.now() < begun + options.seconds * 1_000)
      memory.push([rootResident, resident])
  }, 1_000)
  const stop = await startAcme(false)
  const rows = await callsOf("under attack", options.seconds)
  clearInterval(sampling)
  // A process that dies closes its sockets before its end is known.
  await sleep(1_000)
  const isDead = server.death.aborted
  const [delays, warnings] = [server.delays(since), server.warnings()]
  const end = await server.stop()
  await stop()
  return {
    rows,
    delays,
    warnings,
    process: { memory, died: isDead ? Math.round((end.at - begun) / 1_000) : undefined, end },
  }
}

const calm = Math.max(15, options.seconds / 5)
await callsOf("alone", 5)
const alone = await callsOf("alone", calm)
HostileReport.printRound(alone)
const stop = await startAcme(true)
const harmless = await callsOf("beside harmless calls", calm)
await stop()
HostileReport.printRound(harmless)
const { delays, process: served, rows, warnings } = await attacked()
HostileReport.printRound(rows)
const all = [...alone, ...harmless, ...rows]
HostileReport.printRatios(HostileReport.compare(all))
HostileReport.printMemory(served)
const [p50, p95, max] = [0.5, 0.95, 1].map((share) => quantile(delays, share))
console.log(`longest loop delay of each of ${delays.length} seconds, ms: p50 ${p50}, p95 ${p95}, longest ${max}\n`)
if (warnings.length > 0) console.log(`the server's last warnings:\n\n${warnings.join("\n")}\n`)
HostileReport.printVerdict(all, served)
process.exit(0)
