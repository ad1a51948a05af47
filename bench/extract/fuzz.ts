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
import { parseArgs } from "node:util"
import { Result } from "effect"
import * as Corpus from "../../packages/extract/train/corpora/Corpus.ts"
import { mutate, randomOf } from "../../packages/extract/test/hazards/Mutation.ts"
import * as Layers from "./src/isolation/Layers.ts"

const { values } = parseArgs({
  options: {
    corpus: { type: "string" },
    count: { type: "string", default: "10000" },
    seed: { type: "string", default: "1" },
    layer: { type: "string", default: "threads" },
  },
})
const folder = values.corpus
const layer = Layers.names.find((name) => name === values.layer)
if (folder === undefined || layer === undefined) {
  console.error(`usage: fuzz.ts --corpus DIR [--count N] [--seed N] [--layer ${Layers.names.join("|")}]`)
  process.exit(2)
}

const deadline = 5_000
const maxGrowth = 1.15
const count = Number(values.count)
const entries = Corpus.entries(folder)
const entryAt = (at: number) => entries[at % entries.length]!
const modes = ["markdown", "markdown", "markdown", "text", "html"] as const

const outcomes = new Map<string, number>()
const memory: Array<number> = []
const slowest: Array<{ readonly at: number; readonly ms: number; readonly kind: string; readonly outcome: string }> = []
let broken = 0
let next = 0

const damaged = (at: number) => {
  const random = randomOf(Number(values.seed) * 1_000_003 + at)
  const page = Corpus.load(entryAt(at))
  const other = Corpus.load(entryAt(Math.floor(random() * entries.length)))
  return { url: page.url, ...mutate(page.bytes, other.bytes, random) }
}

const one = async (read: Layers.Read, at: number): Promise<void> => {
  const { bytes, kind, url } = damaged(at)
  const begun = performance.now()
  const outcome = await read({
    url,
    contentType: "text/html",
    bytes,

    mode: modes[at % modes.length] ?? "markdown",
  }).then(
    (result) =>
      Result.match(result, {
        onFailure: ({ error }) => error,
        onSuccess: ({ reduced = [] }) => (reduced.length > 0 ? "read, reduced" : "read"),
      }),
    (cause) => `broken: ${String(cause).slice(0, 200)}`,
  )
  const ms = performance.now() - begun
  outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1)
  if (outcome.startsWith("broken") || ms > deadline + 1_000) broken++
  slowest.push({ at, ms, kind, outcome })
  slowest.sort((a, b) => b.ms - a.ms)
  slowest.length = Math.min(slowest.length, 15)
}

const held = (): number => process.memoryUsage.rss() / 1_048_576

for (let at = 0; at < 1_000; at++) damaged(at)
const unread = held()
console.error(`1000 pages made: ${Math.round(unread)} MiB`)

const begun = performance.now()
const size = layer === "inline" ? 1 : availableParallelism()
await Layers.using(
  layer,
  async (read) => {
    const worker = async (): Promise<void> => {
      for (let at = next++; at < count; at = next++) {
        await one(read, at)
        if (at % Math.max(1, Math.floor(count / 500)) === 0) memory.push(held())
        if (at % Math.max(1, Math.floor(count / 50)) === 0) {
          console.error(
            `${at}: ${Math.round(memory.at(-1) ?? 0)} MiB, ${Math.round((performance.now() - begun) / 1_000)} s`,
          )
        }
      }
    }
    await Promise.all(Array.from({ length: size }, worker))
  },
  { size, settings: { extract_timeout: deadline } },
)

const median = (figures: ReadonlyArray<number>): number =>
  figures.toSorted((a, b) => a - b)[Math.floor(figures.length / 2)] ?? 0
const tenth = Math.ceil(memory.length / 10)
const [early, late] = [median(memory.slice(tenth, 2 * tenth)), median(memory.slice(-tenth))]
console.log(
  `${count} damaged pages by ${layer} in ${Math.round((performance.now() - begun) / 1_000)} s, seed ${values.seed}`,
)
for (const [outcome, times] of [...outcomes].toSorted((a, b) => b[1] - a[1])) console.log(`- ${outcome}: ${times}`)
console.log(
  `memory of the whole process, MiB: ${unread.toFixed(0)} before any was read, second tenth ${early.toFixed(0)}, last tenth ${late.toFixed(0)}, most ${Math.max(...memory).toFixed(0)}`,
)
console.log("slowest:")
for (const { at, kind, ms, outcome } of slowest) console.log(`- ${at} (${kind}): ${Math.round(ms)} ms, ${outcome}`)
if (broken > 0) console.log(`${broken} broken or too late`)
if (late > early * maxGrowth) console.log("the memory grows")
if (broken > 0 || late > early * maxGrowth) process.exit(1)
