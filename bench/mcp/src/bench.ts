/**
 * Measures the cost of a read over MCP: `porthole mcp` and `mcp-searxng`, processor time for each call, resident memory
 * of the process tree before and afterwards, and the time from the start to the first answer, as Markdown on standard
 * output. The figures are medians of alternating rounds, each with a fresh server that reads each URL once.
 *
 *   node bench/mcp/src/bench.ts [--calls 400] [--concurrency 1,8] [--rounds 3] [--only NAME] [--isolations] [--cpu-prof DIR]
 *
 * With `--isolations` it compares our server reading in threads with one that reads in processes.
 *
 * Build first: `pnpm --filter @porthole/cli build`. It runs in its own network namespace, so it needs root and
 * `unshare`.
 */
import { join } from "node:path"
import { Dns, World } from "@porthole/test-net"
import * as Child from "../../harness/Child.ts"
import { printTable } from "../../harness/Figures.ts"
import * as McpServers from "../../harness/McpServers.ts"
import * as Options from "../../harness/Options.ts"
import * as OwnNetwork from "../../harness/OwnNetwork.ts"
import { usageOf } from "../../harness/ProcessTree.ts"
import * as Rounds from "../../harness/Rounds.ts"

const options = Options.read({ calls: 400, concurrency: "1,8", rounds: 3, only: "", isolations: false, "cpu-prof": "" })
await OwnNetwork.enter(import.meta.filename)

const profile = options["cpu-prof"]
const nodeOptions = profile === "" ? [] : ["--cpu-prof", `--cpu-prof-dir=${profile}`]
const isolated = (name: string, isolation: string): McpServers.Server => ({
  ...McpServers.porthole,
  name,
  environment: {
    ...McpServers.porthole.environment,
    PORTHOLE_EXTRACT_ISOLATION: isolation,
    PORTHOLE_EXTRACT_TIMEOUT: "60 s",
  },
})
const servers = (
  options.isolations
    ? [isolated("threads", "thread"), isolated("processes", "process")]
    : [McpServers.porthole, McpServers.mcpSearxng]
).filter(({ name }) => options.only === "" || name === options.only)

/** The figures of a round: milliseconds and MiB, of the whole tree. */
interface Outcome {
  /** Processor time of each call, from before the first call to after the last. */
  readonly processor: number
  readonly atStart: number
  readonly afterwards: number
  /** From the start of the server to its first answer. */
  readonly untilFirst: number
}

/** A fresh server reads the articles, several in parallel; an answer without the article's text fails the round. */
const run = async (server: McpServers.Server, concurrency: number): Promise<Outcome> => {
  const begun = performance.now()
  const { client, pid } = await McpServers.connect(server, nodeOptions)
  const before = usageOf(pid)
  const readOne = async (number: number): Promise<void> => {
    const { isError, text } = await McpServers.call(client, server.tool, { url: `http://public.test/${number}` })
    if (isError || text.length < 5_000) throw new Error(`${server.name}, article ${number}: ${text.slice(0, 300)}`)
  }
  await readOne(0)
  const untilFirst = performance.now() - begun
  let next = 1
  const reader = async (): Promise<void> => {
    while (next < options.calls) await readOne(next++)
  }
  await Promise.all(Array.from({ length: concurrency }, reader))
  const after = usageOf(pid)
  await client.close()
  const processor = (after.processor - before.processor) / options.calls
  return { processor, atStart: before.resident, afterwards: after.resident, untilFirst }
}

await Dns.start({ "public.test": [[World.publicA]] })
await Child.start(join(import.meta.dirname, "site.ts"), [World.publicA])
const print = printTable(
  "at once | server | processor time a call, ms | ratio | memory at start, MiB | afterwards | ratio | first, ms | ratio",
)
for (const concurrency of Options.listOf(options.concurrency).map(Number)) {
  const outcomes = await Rounds.alternate(servers, options, (server) => run(server, concurrency))
  for (const server of servers) {
    const base = servers.at(-1) ?? server
    const of = (key: keyof Outcome) => (outcome: Outcome) => outcome[key]
    const figure = (key: keyof Outcome, digits = 0) => Rounds.figure(outcomes, server, of(key)).toFixed(digits)
    const ratio = (key: keyof Outcome) => Rounds.ratio(outcomes, [server, base], of(key)).toFixed(2)
    const processor = [figure("processor", 1), ratio("processor")]
    const memory = [figure("atStart"), figure("afterwards"), ratio("afterwards")]
    print(String(concurrency), server.name, ...processor, ...memory, figure("untilFirst"), ratio("untilFirst"))
  }
}
process.exit(0)
