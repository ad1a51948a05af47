/**
 * Measures how long a call holds the event loop, for usual and hostile pages, answers and arguments, over MCP:
 *
 *   node src/loop.ts [--length 1000000] [--runs 3] [--only NAME]
 *
 * The tools, their caches and an MCP client run in this process, over a backend of literals. A row has the longest turn of
 * the event loop during its calls, in processor time of the thread, and the longest delay of a timer; each is the least of
 * the runs, because other programs and garbage collections also take time.
 */
import { Doubles, HostileTexts } from "@porthole/testing"
import { McpTools, WebTools } from "@porthole/tools"
import * as McpTest from "effect/ai/McpTest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { monitorEventLoopDelay } from "node:perf_hooks"
import { parseArgs } from "node:util"

const { values } = parseArgs({
  options: {
    length: { type: "string", default: "1000000" },
    runs: { type: "string", default: "3" },
    only: { type: "string" },
  },
})
const length = Number(values.length)
const runs = Number(values.runs)

/** Calls of tools, one after another, over what the backend returns for them. */
interface Row {
  readonly name: string
  readonly calls: ReadonlyArray<readonly [tool: string, args: Readonly<Record<string, unknown>>]>
  readonly backend: Parameters<typeof Doubles.backend>[0]
}

const url = "https://example.com/"
const query = "when does the ferry to word17 leave, a 字 aaaaaa"

const pageRow = (name: string, content: string, more: Row["calls"] = []): Row => ({
  name,
  calls: [
    ["web_fetch", { url, query }],
    ["web_fetch", { url }],
    ["web_fetch", { url, section: "no such heading" }],
    ["web_fetch", { url, start_index: Math.floor(content.length / 2) }],
    ...more,
  ],
  backend: {
    extract: (request) => Effect.succeed({ title: "Page", url: request.url, content, links: [], status_code: 200 }),
  },
})

const several: Row["calls"] = [["web_fetch", { urls: [1, 2, 3, 4, 5].map((n) => `${url}${n}`), query }]]
const whole: Row["calls"] = [["web_fetch", { url, max_length: 1_000_000 }]]

const searchRow = (name: string, title: string, snippet: string): Row => ({
  name,
  calls: [["web_search", { query, max_results: 100 }]],
  backend: {
    search: () => Effect.succeed(Array.from({ length: 100 }, (_, n) => ({ title, url: `${url}${n}`, snippet }))),
  },
})

const spaces = `x${" ".repeat(1_000_000)}x`
const argumentRow = (name: string, tool: string, args: Row["calls"][number][1]): Row => ({
  name,
  calls: [[tool, args]],
  backend: {},
})

const rows: ReadonlyArray<Row> = [
  pageRow("usual pages of 20,000 characters", HostileTexts.usual(20_000), several),
  pageRow("usual pages of 200,000 characters", HostileTexts.usual(200_000), several),
  searchRow("usual answer of 100 hits", "A title of some words", "A snippet of some words. ".repeat(10)),
  pageRow(`usual pages of ${length} characters, one shown whole`, HostileTexts.usual(length), [...several, ...whole]),
  ...Object.entries(HostileTexts.texts).map(([name, make]) => pageRow(name, make(length), whole)),
  searchRow("100 hits of tags", "<a".repeat(10_000), "<b \u200b".repeat(8_000)),
  searchRow("100 hits of invisible characters", "\u200b".repeat(20_000), "\u200b".repeat(20_000)),
  argumentRow("a url of a million spaces", "web_fetch", { url: spaces }),
  argumentRow("a query of a million spaces", "web_search", { query: spaces }),
  argumentRow("domains of a million spaces", "web_search", { query: "x", domains: spaces }),
]

interface Figures {
  readonly turn: number
  readonly delay: number
  readonly total: number
}

const now = (): number => {
  const { system, user } = process.threadCpuUsage()
  return (system + user) / 1_000
}

/** Runs the calls of a row, and watches the event loop meanwhile. */
const measure = ({ backend, calls }: Row): Effect.Effect<Figures> =>
  Effect.gen(function* () {
    const web = WebTools.layer.pipe(Layer.provide(Doubles.backend(backend)))
    const client = yield* McpTest.makeClient(McpTools.registrations.pipe(Layer.provide(web)), {
      protocols: McpTools.protocols,
    })
    const begun = now()
    let [last, turn, isDone] = [begun, 0, false]
    const look = (): void => {
      const at = now()
      turn = Math.max(turn, at - last)
      last = at
      if (!isDone) setImmediate(look)
    }
    setImmediate(look)
    const delays = monitorEventLoopDelay({ resolution: 1 })
    delays.enable()
    for (const [name, args] of calls) yield* Effect.exit(client.callTool({ name, arguments: args }))
    delays.disable()
    isDone = true
    return { turn, delay: delays.max / 1e6, total: now() - begun }
  }).pipe(Effect.scoped, Effect.orDie)

process.stdout.write(
  "| input | longest turn, ms | longest delay, ms | processor time, ms |\n| --- | ---: | ---: | ---: |\n",
)
// The first calls wait for the compiler.
for (const row of rows.slice(0, 3)) await Effect.runPromise(measure(row))
for (const row of rows) {
  if (values.only !== undefined && !row.name.includes(values.only)) continue
  const figures: Array<Figures> = []
  for (let run = 0; run < runs; run++) figures.push(await Effect.runPromise(measure(row)))
  const least = (of: keyof Figures): string => Math.min(...figures.map((each) => each[of])).toFixed(1)
  process.stdout.write(`| ${[row.name, least("turn"), least("delay"), least("total")].join(" | ")} |\n`)
}
process.exit(0)
