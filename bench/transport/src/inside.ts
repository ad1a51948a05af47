/**
 * The run itself, inside the network: a name server here, the site in a process of its own, and one warmed-up process
 * for each client. For each size and concurrency the clients' rounds alternate in an order drawn anew each time.
 */
import { type ChildProcess, fork } from "node:child_process"
import { once } from "node:events"
import { join } from "node:path"
import { parseArgs } from "node:util"
import { Dns, World } from "@porthole/test-net"
import * as Clients from "./Clients.ts"
import type * as Round from "./Round.ts"
import * as Table from "./Table.ts"

const { values } = parseArgs({
  options: {
    rounds: { type: "string", default: "15" },
    ms: { type: "string", default: "300" },
    sizes: { type: "string", default: "1,50,1024" },
    concurrency: { type: "string", default: "1,16,64" },
    clients: { type: "string", default: Clients.names.join(",") },
    "cpu-prof": { type: "string" },
  },
})
const numbers = (text: string) => text.split(",").map(Number)
const rounds = Number(values.rounds)
const ms = Number(values.ms)
const clients = values.clients.split(",").filter(Clients.isName)
const profile = values["cpu-prof"]
const execArgv = profile === undefined ? [] : ["--cpu-prof", `--cpu-prof-dir=${profile}`]

const start = async (file: string, args: ReadonlyArray<string>, options: ReadonlyArray<string> = []) => {
  const child = fork(join(import.meta.dirname, file), args, { execArgv: [...options] })
  await once(child, "message")
  return child
}

const stop = async (child: ChildProcess) => {
  child.disconnect()
  await once(child, "exit")
}

const page = (kilobytes: number) => ({ url: `http://public.test/${kilobytes}`, bytes: kilobytes * 1_024 })

/** Enough pages for the compilers to finish, however slow the machine is. */
const warmUp: Round.Order = { ...page(50), concurrency: 16, ms: 0, requests: 20_000 }

const ask = async (child: ChildProcess, order: Round.Order): Promise<Round.Outcome> => {
  const ended = new AbortController()
  const onExit = () => ended.abort(new Error("A client's process ended."))
  child.once("exit", onExit)
  child.send(order)
  const [answer] = await once(child, "message", { signal: ended.signal })
  child.off("exit", onExit)
  return answer
}

const shuffled = <A>(items: ReadonlyArray<A>): ReadonlyArray<A> =>
  items
    .map((item) => ({ item, at: Math.random() }))
    .toSorted((a, b) => a.at - b.at)
    .map(({ item }) => item)

const children = new Map<Clients.Name, ChildProcess>()

const measure = async (kilobytes: number, concurrency: number): Promise<Table.Cell> => {
  const order = { ...page(kilobytes), concurrency, ms, requests: 0 }
  const outcomes = new Map<Clients.Name, Array<Round.Outcome>>(clients.map((name) => [name, []]))
  for (let round = -1; round < rounds; round++) {
    for (const [name, child] of shuffled([...children])) {
      const outcome = await ask(child, order)
      if (round >= 0) outcomes.get(name)?.push(outcome)
    }
  }
  process.stderr.write(`${Table.sizeOf(kilobytes)}, ${concurrency} at once: done\n`)
  return { kilobytes, concurrency, outcomes }
}

const dns = await Dns.start({ "public.test": [[World.publicA]] })
const site = await start("site.ts", [World.publicA, `50,${values.sizes}`])
for (const name of clients) {
  const child = await start("client.ts", [name], execArgv)
  await ask(child, warmUp)
  children.set(name, child)
}
const cells: Array<Table.Cell> = []
for (const kilobytes of numbers(values.sizes)) {
  for (const concurrency of numbers(values.concurrency)) cells.push(await measure(kilobytes, concurrency))
}
for (const child of children.values()) await stop(child)
await stop(site)
process.stdout.write(Table.render(cells, clients))
process.stderr.write(`${dns.queries.length} queries to the name server\n`)
process.exit(0)
