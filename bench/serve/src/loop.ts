/**
 * Measures how long a call holds the event loop, for usual and hostile pages, answers and arguments, over MCP:
 *
 *   node bench/serve/src/loop.ts [--length 1000000] [--runs 3] [--only NAME]
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
import { printTable } from "../../harness/Figures.ts"
import * as EventLoop from "../../harness/EventLoop.ts"
import * as Options from "../../harness/Options.ts"

const { length, only, runs } = Options.read({ length: 1_000_000, runs: 3, only: "" })

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

/** Runs the calls of a row, and watches the event loop meanwhile. */
const measure = ({ backend, calls }: Row): Promise<EventLoop.Turns & EventLoop.Delays> =>
  Effect.gen(function* () {
    const web = WebTools.layer.pipe(Layer.provide(Doubles.backend(backend)))
    const client = yield* McpTest.makeClient(McpTools.registrations.pipe(Layer.provide(web)), {
      protocols: McpTools.protocols,
    })
    const call = Effect.forEach(calls, ([name, args]) => Effect.exit(client.callTool({ name, arguments: args })))
    let turns = { total: 0, longest: 0 }
    const run = async () => void (turns = await EventLoop.turnsOf(() => Effect.runPromise(call)))
    const delays = yield* Effect.promise(() => EventLoop.delaysDuring(run))
    return { ...turns, ...delays }
  }).pipe(Effect.scoped, Effect.orDie, Effect.runPromise)

// The first calls wait for the compiler.
for (const row of rows.slice(0, 3)) await measure(row)
const print = printTable("input | longest turn, ms | longest delay, ms | processor time, ms")
for (const row of rows.filter(({ name }) => name.includes(only))) {
  const figures: Array<Awaited<ReturnType<typeof measure>>> = []
  for (let run = 0; run < runs; run++) figures.push(await measure(row))
  const least = (of: "longest" | "max" | "total") => Math.min(...figures.map((each) => each[of])).toFixed(1)
  print(row.name, least("longest"), least("max"), least("total"))
}
process.exit(0)
