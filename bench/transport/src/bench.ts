/**
 * Measures the cost of a fetch: our transport and other clients, requests per second, latency, CPU and memory as ratios
 * to bare `undici.request`, as Markdown on standard output.
 *
 *   node bench/transport/src/bench.ts [--rounds 15] [--ms 300] [--sizes 1,50,1024] [--concurrency 1,16,64]
 *     [--clients NAME,…] [--cpu-prof DIR]
 *
 * It runs in its own network namespace without a route out, so it needs root and `unshare`: a name server here, the site
 * in a process of its own, and one warmed-up process for each client. Sizes are in KB. `--cpu-prof` keeps a CPU profile of
 * every client's process.
 */
import type { ChildProcess } from "node:child_process"
import { join } from "node:path"
import { Dns, World } from "@porthole/test-net"
import * as Child from "../../harness/Child.ts"
import { printTable } from "../../harness/Figures.ts"
import * as Options from "../../harness/Options.ts"
import * as OwnNetwork from "../../harness/OwnNetwork.ts"
import * as Rounds from "../../harness/Rounds.ts"
import type { Order, Outcome } from "./client.ts"
import { clients } from "./Clients.ts"

const all = Object.keys(clients).join(",")
const options = Options.read({
  rounds: 15,
  ms: 300,
  sizes: "1,50,1024",
  concurrency: "1,16,64",
  clients: all,
  "cpu-prof": "",
})
await OwnNetwork.enter(import.meta.filename)

const profile = options["cpu-prof"]
const page = (kilobytes: number) => ({ url: `http://public.test/${kilobytes}`, bytes: kilobytes * 1_024 })
/** Enough pages for the compilers to finish, however slow the machine is. */
const warmUp: Order = { ...page(50), clients: 16, ms: 0, calls: 20_000 }

const dns = await Dns.start({ "public.test": [[World.publicA]] })
const site = await Child.start(join(import.meta.dirname, "site.ts"), [World.publicA, `50,${options.sizes}`])
const children = new Map<string, ChildProcess>()
const names = Options.listOf(options.clients).filter((name) => name in clients)
for (const name of names) {
  const execArgv = profile === "" ? [] : ["--cpu-prof", `--cpu-prof-dir=${profile}`]
  const child = await Child.start(join(import.meta.dirname, "client.ts"), [name], execArgv)
  await Child.ask(child, warmUp)
  children.set(name, child)
}

interface Cell {
  readonly title: string
  readonly outcomes: Rounds.Outcomes<string, Outcome>
}

const sizeOf = (kilobytes: number): string => (kilobytes % 1_024 === 0 ? `${kilobytes / 1_024} MB` : `${kilobytes} KB`)

const cells: Array<Cell> = []
for (const kilobytes of Options.listOf(options.sizes).map(Number)) {
  for (const atOnce of Options.listOf(options.concurrency).map(Number)) {
    const order: Order = { ...page(kilobytes), clients: atOnce, ms: options.ms }
    const outcomes = await Rounds.alternate(names, { rounds: options.rounds, warmUps: 1 }, (name): Promise<Outcome> => {
      const child = children.get(name)
      return child === undefined ? Promise.reject(new Error(name)) : Child.ask(child, order)
    })
    cells.push({ title: `${sizeOf(kilobytes)}, c=${atOnce}`, outcomes })
    console.error(`${sizeOf(kilobytes)}, ${atOnce} at once: done`)
  }
}
for (const child of [...children.values(), site]) await Child.stop(child)

const measures: ReadonlyArray<readonly [key: Exclude<keyof Outcome, "failures">, title: string, digits: number]> = [
  ["perSecond", "Requests per second (more is better)", 0],
  ["p50", "p50, ms (less is better)", 2],
  ["p99", "p99, ms (less is better)", 2],
  ["cpu", "CPU per request, µs (less is better)", 0],
  ["rss", "RSS of the process, MiB (less is better)", 0],
]
const [base = "", ...others] = names
for (const [key, title, digits] of measures) {
  const print = printTable([title, ...cells.map((cell) => cell.title)].join(" | "))
  const of = (outcome: Outcome) => outcome[key]
  print(clients[base]?.label ?? "", ...cells.map(({ outcomes }) => Rounds.figure(outcomes, base, of).toFixed(digits)))
  for (const name of others) {
    print(
      clients[name]?.label ?? "",
      ...cells.map(({ outcomes }) => Rounds.ratio(outcomes, [name, base], of).toFixed(2)),
    )
  }
  console.log()
}
console.error(`${dns.queries.length} queries to the name server`)
process.exit(0)
