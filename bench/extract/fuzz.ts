/**
 * Reads damaged pages through the pool, one after the other in each thread:
 *
 *   node bench/extract/fuzz.ts --corpus DIR [--count 10000] [--seed 1] [--layer threads]
 *
 * Prints the outcomes, the longest read and the course of memory. It first makes some pages without reading them, to
 * know how much memory the making itself keeps. Fails when a call ends with anything but a page or a typed error, when
 * a call takes a second longer than its deadline, or when memory in the last tenth of the pages exceeds 1.15 times that
 * in the second tenth.
 */
import { availableParallelism } from "node:os"
import { Result } from "effect"
import { mutate, randomOf } from "../../packages/extract/test/hazards/Mutation.ts"
import { countsOf, median, printTable } from "../harness/Figures.ts"
import * as Options from "../harness/Options.ts"
import { Corpus } from "./src/Corpora.ts"
import * as Layers from "./src/isolation/Layers.ts"

const options = Options.read({ corpus: "", count: 10_000, seed: 1, layer: "threads" }, "corpus")
const { corpus, count, seed } = options
const layer = Layers.names.find((name) => name === options.layer)
if (layer === undefined) throw new Error(`The layers are ${Layers.names.join(", ")}.`)

const deadline = 5_000
const maxGrowth = 1.15
const entries = Corpus.entries(corpus)
const modes = ["markdown", "markdown", "markdown", "text", "html"] as const

const damaged = (at: number) => {
  const random = randomOf(seed * 1_000_003 + at)
  const [page, other] = [at, Math.floor(random() * entries.length)].map((n) =>
    Corpus.load(entries[n % entries.length]!),
  )
  return { url: page!.url, ...mutate(page!.bytes, other!.bytes, random) }
}

interface Reading {
  readonly at: number
  readonly ms: number
  readonly kind: string
  readonly outcome: string
}

const readOne = async (read: Layers.Read, at: number): Promise<Reading> => {
  const { bytes, kind, url } = damaged(at)
  const begun = performance.now()
  const outcome = await read({
    url,
    contentType: "text/html",
    bytes,
    mode: modes[at % modes.length] ?? "markdown",
  }).then(
    Result.match({
      onFailure: ({ error }) => error,
      onSuccess: ({ reduced = [] }) => (reduced.length > 0 ? "read, reduced" : "read"),
    }),
    (cause) => `broken: ${String(cause).slice(0, 200)}`,
  )
  return { at, kind, ms: performance.now() - begun, outcome }
}

const held = (): number => process.memoryUsage.rss() / 1_048_576

for (let at = 0; at < 1_000; at++) damaged(at)
const unread = held()
console.error(`1000 pages made: ${Math.round(unread)} MiB`)

const begun = performance.now()
const seconds = () => Math.round((performance.now() - begun) / 1_000)
const readings: Array<Reading> = []
const memory: Array<number> = []
const size = layer === "inline" ? 1 : availableParallelism()
const readAll = async (read: Layers.Read): Promise<void> => {
  let next = 0
  const worker = async (): Promise<void> => {
    for (let at = next++; at < count; at = next++) {
      readings.push(await readOne(read, at))
      if (at % Math.max(1, Math.floor(count / 500)) === 0) memory.push(held())
      if (at % Math.max(1, Math.floor(count / 50)) === 0)
        console.error(`${at}: ${Math.round(memory.at(-1) ?? 0)} MiB, ${seconds()} s`)
    }
  }
  await Promise.all(Array.from({ length: size }, worker))
}
await Layers.using(layer, readAll, { size, settings: { extract_timeout: deadline } })

const tenth = Math.ceil(memory.length / 10)
const [early, late] = [median(memory.slice(tenth, 2 * tenth)), median(memory.slice(-tenth))]
console.log(`${count} damaged pages by ${layer} in ${seconds()} s, seed ${seed}\n`)
const printOutcome = printTable("outcome | pages")
for (const [outcome, times] of countsOf(readings.map((one) => one.outcome))) printOutcome(outcome, times)
console.log()
const printMemory = printTable("memory of the process, MiB | before any was read | second tenth | last tenth | most")
printMemory("", ...[unread, early, late, Math.max(...memory)].map(Math.round))
console.log()
const printSlowest = printTable("slowest | ms | kind | outcome")
for (const { at, kind, ms, outcome } of readings.toSorted((a, b) => b.ms - a.ms).slice(0, 15))
  printSlowest(String(at), Math.round(ms), kind, outcome)
const broken = readings.filter(({ ms, outcome }) => outcome.startsWith("broken") || ms > deadline + 1_000).length
if (broken > 0) console.log(`${broken} broken or too late`)
if (late > early * maxGrowth) console.log("the memory grows")
process.exit(broken > 0 || late > early * maxGrowth ? 1 : 0)
