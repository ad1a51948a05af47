/** The run itself, inside the network: a name server here, the site and each server in a process of its own. */
import { fork } from "node:child_process"
import { once } from "node:events"
import { join } from "node:path"
import { parseArgs } from "node:util"
import { Dns, World } from "@porthole/test-net"
import * as Round from "./Round.ts"
import { isolations, servers } from "./Server.ts"

const { values } = parseArgs({
  options: {
    calls: { type: "string", default: "400" },
    concurrency: { type: "string", default: "1,8" },
    rounds: { type: "string", default: "3" },
    only: { type: "string" },
    isolations: { type: "boolean", default: false },
    "cpu-prof": { type: "string" },
  },
})
const profile = values["cpu-prof"]
const nodeOptions = profile === undefined ? [] : ["--cpu-prof", `--cpu-prof-dir=${profile}`]
const compared = (values.isolations ? isolations : servers).filter(
  ({ name }) => values.only === undefined || name === values.only,
)

await Dns.start({ "public.test": [[World.publicA]] })
const site = fork(join(import.meta.dirname, "site.ts"), [World.publicA])
await once(site, "message")

const median = (numbers: ReadonlyArray<number>): number =>
  numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? Number.NaN

process.stdout.write(
  "| at once | server | processor time a call, ms | ratio | memory at start, MiB | afterwards | ratio | first, ms |\n",
)
process.stdout.write("| ---: | --- | ---: | ---: | ---: | ---: | ---: | ---: |\n")
for (const concurrency of values.concurrency.split(",").map(Number)) {
  const order = { calls: Number(values.calls), concurrency, origin: "http://public.test", nodeOptions }
  const outcomes = new Map(compared.map(({ name }) => [name, new Array<Round.Outcome>()]))
  for (let round = 0; round < Number(values.rounds); round++) {
    for (const server of compared) outcomes.get(server.name)?.push(await Round.run(server, order))
  }
  const of = (name: string, key: keyof Round.Outcome) =>
    median((outcomes.get(name) ?? []).map((outcome) => outcome[key]))
  const base = compared.at(-1)?.name ?? ""
  for (const { name } of compared) {
    const ratio = (key: keyof Round.Outcome) => (of(name, key) / of(base, key)).toFixed(2)
    const figures = [
      of(name, "processor").toFixed(1),
      ratio("processor"),
      of(name, "atStart").toFixed(0),
      of(name, "resident").toFixed(0),
      ratio("resident"),
      of(name, "untilFirst").toFixed(0),
    ]
    process.stdout.write(`| ${[concurrency, name, ...figures].join(" | ")} |\n`)
  }
}
site.disconnect()
process.exit(0)
