/**
 * Compares this tree with an earlier commit, the base, in alternated rounds of one run of at most four minutes: a read
 * over MCP, the start of `porthole mcp`, the reader in one thread, and the ranking of 200,000 characters. It prints the
 * ratios as Markdown, and judges nothing: its exit code is 0 unless it couldn't measure.
 *
 *   node bench/gate/bench.ts [BASE] [--corpus DIR]
 *
 * BASE is any name of a commit, by default the one in `bench/base`. The first run with a base unpacks, installs and
 * builds it in the user's cache. Without DIR the reader reads generated articles. It runs in its own network namespace,
 * so it needs root and `unshare`. Compared with itself (`HEAD`), a tree shows what the machine's other load does.
 */
import { loadavg } from "node:os"
import { join } from "node:path"
import { Dns, World } from "@porthole/test-net"
import * as Child from "../harness/Child.ts"
import * as Options from "../harness/Options.ts"
import * as OwnNetwork from "../harness/OwnNetwork.ts"
import * as Comparison from "./src/Comparison.ts"
import * as InThread from "./src/InThread.ts"
import * as Reads from "./src/Reads.ts"
import * as Starts from "./src/Starts.ts"
import * as Trees from "./src/Trees.ts"

const { corpus } = Options.read({ corpus: "" })
const [first = "--"] = process.argv.slice(2)
const base = first.startsWith("--") ? Trees.chosenBase() : first
if (!OwnNetwork.isInside()) Trees.prepare(base)
await OwnNetwork.enter(import.meta.filename)

const begun = performance.now()
const trees = Trees.of(base)
await Dns.start({ "public.test": [[World.publicA]] })
await Child.start(join(import.meta.dirname, "../mcp/src/site.ts"), [World.publicA])

const print = Comparison.table()
const reads = await Reads.measure(trees, { servers: 3, batches: 40, calls: 5, ms: 75_000 })
print("read over MCP, first 5 calls: processor, ms", reads.first, ({ processor }) => processor)
print("read over MCP, later calls: processor, ms", reads.later, ({ processor }) => processor)
print("read over MCP, later calls: time, ms", reads.later, ({ time }) => time)
print("most memory (PSS), MiB", reads.last, ({ proportional }) => proportional, 0)
print("most memory (RSS), MiB", reads.last, ({ resident }) => resident, 0)

const starts = await Starts.measure(trees, { rounds: 30, ms: 30_000 })
print("start: processor, ms", starts, ({ processor }) => processor, 0)
print("start: time, ms", starts, ({ time }) => time, 0)

const ranking = { rounds: 40, ms: 10_000 }
const inThread = await InThread.start(trees, corpus, 24)
const readings = await inThread.read({ rounds: 12, ms: 45_000 })
print("reader, a page: processor, ms", readings.pages, ({ time }) => time)
print("reader, p95: processor, ms", readings.passes, ({ time }) => time)
print("reader, a page: times the plain stack", readings.pages, ({ toPlain }) => toPlain, 2)
print("reader, p95: times the plain stack", readings.passes, ({ toPlain }) => toPlain, 2)
print("ranking by words: processor, ms", await inThread.rank("words", ranking), Number)
print("ranking, with word vectors where there are any: processor, ms", await inThread.rank("vectors", ranking), Number)
await inThread.stop()
const load = loadavg().map((each) => each.toFixed(1))
console.log(`\n${((performance.now() - begun) / 1_000).toFixed(0)} s; load ${load.join(", ")}`)
process.exit(0)
