/**
 * Measures what isolation costs and what it saves, in one run:
 *
 *   node bench/extract/isolation.ts --corpus DIR [--pages N]
 *
 * - small pages, one after the other: the overhead of threads and processes over the caller's thread;
 * - delays of the caller's event loop while `webFetch` reads every page of the corpus and every hazard, next to an idle
 *   loop;
 * - pages per second on all processors, next to reading inline.
 *
 * Inline and isolated runs alternate, so that other load of the machine affects both.
 */
import { availableParallelism } from "node:os"
import { parseArgs } from "node:util"
import { hazards } from "../../packages/extract/test/hazards/Hazards.ts"
import * as Corpus from "../../packages/extract/train/corpora/Corpus.ts"
import * as Layers from "./src/isolation/Layers.ts"
import * as Stall from "./src/isolation/Stall.ts"

const { values } = parseArgs({ options: { corpus: { type: "string" }, pages: { type: "string" } } })
const folder = values.corpus
if (folder === undefined) {
  console.error("usage: isolation.ts --corpus DIR [--pages N]")
  process.exit(2)
}

type Fetched = Parameters<Layers.Read>[0]
const fetched = (url: string, bytes: Uint8Array, contentType = "text/html"): Fetched => ({
  url,
  contentType,
  bytes: new Uint8Array(bytes),

  mode: "markdown",
})
const percentile = (figures: ReadonlyArray<number>, share: number): number =>
  figures.toSorted((a, b) => a - b)[Math.min(figures.length - 1, Math.floor(share * figures.length))] ?? 0
const row = (...cells: ReadonlyArray<string | number>): string =>
  `| ${cells.map((cell) => (typeof cell === "number" ? cell.toFixed(2) : cell)).join(" | ")} |`

const entries = Corpus.entries(folder).slice(0, Number(values.pages ?? Number.POSITIVE_INFINITY))
const pages = entries.map(Corpus.load)

await Layers.using("inline", (inline) =>
  Layers.using("threads", (threads) =>
    Layers.using("processes", async (processes) => {
      console.log("## Small pages, ms\n")
      console.log("| page | inline | threads, above inline | processes, above inline |\n| --- | --- | --- | --- |")
      const readers = [inline, threads, processes]
      for (const [kilobytes, type] of [
        [1, "text/plain"],
        [1, "text/html"],
        [10, "text/html"],
        [50, "text/html"],
      ] as const) {
        const paragraph = "<p>High water comes twice a day, and the harbour master writes its hours on a board.</p>"
        const html = `<title>Tides</title><article>${paragraph.repeat((kilobytes * 1_000) / paragraph.length)}</article>`
        const bytes = new TextEncoder().encode(html)
        const times: ReadonlyArray<Array<number>> = [[], [], []]
        for (let turn = 0; turn < 80; turn++) {
          for (const [at, read] of readers.entries()) {
            const begun = performance.now()
            await read(fetched("https://site.test/", bytes, type))
            // The first reads warm up the compiler.
            if (turn >= 30) times[at]?.push(performance.now() - begun)
          }
        }
        const [here = 0, thread = 0, child = 0] = times.map((all) => percentile(all, 0.5))
        console.log(row(`${kilobytes} KB of ${type}`, here, thread - here, child - here))
      }
    }),
  ),
)

console.log("\n## The caller's event loop, ms\n")
await Layers.fetching(async (read) => {
  await read(fetched("https://site.test/", new TextEncoder().encode("<p>warm")))
  const jobs = [
    ...pages.map(({ bytes, url }, at) => ({ name: `page ${at}`, of: () => fetched(url, bytes) })),
    ...hazards.map(({ contentType, document, name }) => ({
      name,
      of: () => {
        const content = document()
        const bytes = typeof content === "string" ? new TextEncoder().encode(content) : content
        return fetched("https://site.test/", bytes, contentType)
      },
    })),
  ]
  const above: Array<{ name: string; of: () => Fetched; p99: number; idle: number }> = []
  const idles: Array<number> = []
  const measured = async (of: () => Fetched) => {
    const document = of()
    // The garbage of making a document doesn't count as reading.
    Stall.collectGarbage()
    const control = await Stall.idle(60)
    const { stall } = await Stall.during(() => read(document))
    return { p99: stall.p99, idle: control.p99 }
  }
  for (const { name, of } of jobs) {
    const one = await measured(of)
    idles.push(one.idle)
    above.push({ ...one, name, of })
  }
  const idle = percentile(idles, 0.5)
  console.log("| | p50 of the p99s | p95 | worst |\n| --- | --- | --- | --- |")
  const line = (name: string, figures: ReadonlyArray<number>) =>
    console.log(row(name, percentile(figures, 0.5), percentile(figures, 0.95), Math.max(...figures)))
  line("idle", idles)
  line(
    "reading",
    above.map(({ p99 }) => p99),
  )
  const late = above.filter(({ p99 }) => p99 > idle + 10)
  console.log(
    `\n${late.length} of ${above.length} documents with a p99 more than 10 ms above the idle median of ${idle.toFixed(2)}. A stall of ours comes again, one of the machine doesn't:\n`,
  )
  console.log("| document | p99 | idle just before | in two more readings | middle |\n| --- | --- | --- | --- | --- |")
  for (const { idle: control, name, of, p99 } of late.toSorted((a, b) => b.p99 - a.p99)) {
    const again = [(await measured(of)).p99, (await measured(of)).p99]
    const middle = percentile([p99, ...again], 0.5)
    console.log(row(name, p99, control, again.map((each) => each.toFixed(2)).join(", "), middle))
  }
})

console.log("\n## Pages a second\n")
const some = pages.filter((_, at) => at % 5 === 0)
const rate = (name: Layers.Name, atOnce: number) =>
  Layers.using(
    name,
    async (read) => {
      const all = async (): Promise<void> => {
        let next = 0
        const worker = async (): Promise<void> => {
          for (let page = some[next++]; page !== undefined; page = some[next++])
            await read(fetched(page.url, page.bytes))
        }
        await Promise.all(Array.from({ length: atOnce }, worker))
      }
      // Each thread compiles its own code, so every page is read once before the measurement.
      await all()
      const begun = performance.now()
      await all()
      return (some.length * 1_000) / (performance.now() - begun)
    },
    { size: atOnce },
  )
const cores = availableParallelism()
console.log("| round | inline | threads | processes | threads / inline |\n| --- | --- | --- | --- | --- |")
for (const round of [1, 2]) {
  const [inline, threads, processes] = [
    await rate("inline", 1),
    await rate("threads", cores),
    await rate("processes", cores),
  ]
  console.log(row(String(round), inline, threads, processes, threads / inline))
}
