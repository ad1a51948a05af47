/**
 * Measures what isolation costs and what it saves, in one run:
 *
 *   node bench/extract/isolation.ts --corpus DIR [--pages N] [--rounds 50] [--every N]
 *
 * - small pages, one after the other: the overhead of threads and processes over the caller's thread;
 * - delays of the caller's event loop while `webFetch` reads every page of the corpus and every hazard, next to an idle
 *   loop;
 * - pages per second on all processors, next to reading inline.
 *
 * Inline and isolated runs alternate, so that other load of the machine affects both. `--every N` reads one document of
 * N in the second part.
 */
import { availableParallelism } from "node:os"
import { setFlagsFromString } from "node:v8"
import { runInNewContext } from "node:vm"
import { hazards } from "../../packages/extract/test/hazards/Hazards.ts"
import * as EventLoop from "../harness/EventLoop.ts"
import { median, printTable, quantile } from "../harness/Figures.ts"
import * as Options from "../harness/Options.ts"
import * as Rounds from "../harness/Rounds.ts"
import { Corpus } from "./src/Corpora.ts"
import * as Layers from "./src/isolation/Layers.ts"

const options = Options.read({ corpus: "", pages: 1e9, rounds: 50, every: 1 }, "corpus")

type Fetched = Parameters<Layers.Read>[0]
const fetched = (bytes: Uint8Array, url = "https://site.test/", contentType = "text/html"): Fetched => ({
  url,
  contentType,
  bytes: new Uint8Array(bytes),
  mode: "markdown",
})
const bytesOf = (content: string | Uint8Array): Uint8Array =>
  typeof content === "string" ? new TextEncoder().encode(content) : content

const pages = Corpus.entries(options.corpus).slice(0, options.pages).map(Corpus.load)

/** The overhead for small pages. */
const smallPages = (readers: Readonly<Record<Layers.Name, Layers.Read>>) => async (): Promise<void> => {
  console.log("## Small pages, ms\n")
  const print = printTable("page | inline | threads, above inline | processes, above inline")
  for (const [kilobytes, type] of [
    [1, "text/plain"],
    [1, "text/html"],
    [10, "text/html"],
    [50, "text/html"],
  ] as const) {
    const paragraph = "<p>High water comes twice a day, and the harbour master writes its hours on a board.</p>"
    const html = `<title>Tides</title><article>${paragraph.repeat((kilobytes * 1_000) / paragraph.length)}</article>`
    const times = await Rounds.alternate(Layers.names, { rounds: options.rounds, warmUps: 30 }, async (name) => {
      const begun = performance.now()
      await readers[name](fetched(bytesOf(html), undefined, type))
      return performance.now() - begun
    })
    const [inline = 0, threads = 0, processes = 0] = Layers.names.map((name) => Rounds.figure(times, name, Number))
    print(`${kilobytes} KB of ${type}`, inline, threads - inline, processes - inline)
  }
}

/** Collects this thread's garbage, so that the making of a document doesn't count as its reading. */
const collectGarbage = (): void => {
  setFlagsFromString("--expose-gc")
  runInNewContext("gc()")
}

/** The delays while every document is read, and again those of the documents whose delays are long. */
const delays = async (fetch: Layers.Fetch): Promise<void> => {
  console.log("\n## The caller's event loop, ms\n")
  await fetch(fetched(bytesOf("<p>warm")))
  const measured = async (documentOf: () => Fetched) => {
    const document = documentOf()
    collectGarbage()
    const idle = await EventLoop.delaysDuring(() => new Promise((resolve) => setTimeout(resolve, 60)))
    return { idle: idle.p99, p99: (await EventLoop.delaysDuring(() => fetch(document))).p99 }
  }
  const documents = [
    ...pages.map(({ bytes, url }, at) => ({ name: `page ${at}`, of: () => fetched(bytes, url) })),
    ...hazards.map(({ contentType, document, name }) => ({
      name,
      of: () => fetched(bytesOf(document()), undefined, contentType),
    })),
  ]
  const all: Array<(typeof documents)[number] & Awaited<ReturnType<typeof measured>>> = []
  for (const [at, document] of documents.entries()) {
    if (at % options.every === 0) all.push({ ...document, ...(await measured(document.of)) })
  }
  const print = printTable(" | p50 of the p99s | p95 | worst")
  for (const [name, figures] of [
    ["idle", all.map(({ idle }) => idle)],
    ["reading", all.map(({ p99 }) => p99)],
  ] as const)
    print(name, quantile(figures, 0.5), quantile(figures, 0.95), Math.max(...figures))
  const limit = median(all.map(({ idle }) => idle)) + 10
  const late = all.filter(({ p99 }) => p99 > limit).toSorted((a, b) => b.p99 - a.p99)
  console.log(
    `\n${late.length} of ${all.length} documents with a p99 above ${limit.toFixed(2)}, 10 ms more than the idle median. ` +
      "A stall of ours comes again, one of the machine doesn't:\n",
  )
  const printLate = printTable("document | p99 | idle just before | in two more readings | middle")
  for (const { idle, name, of, p99 } of late) {
    const again = [(await measured(of)).p99, (await measured(of)).p99]
    printLate(name, p99, idle, again.map((each) => each.toFixed(2)).join(", "), median([p99, ...again]))
  }
}

/** Pages a second; each thread compiles its own code, so every page is read once before. */
const rate = (name: Layers.Name): Promise<number> => {
  const size = name === "inline" ? 1 : availableParallelism()
  const some = pages.filter((_, at) => at % 5 === 0)
  const all = async (read: Layers.Read): Promise<number> => {
    const begun = performance.now()
    const left = [...some]
    const worker = async (): Promise<void> => {
      for (let page = left.shift(); page !== undefined; page = left.shift()) await read(fetched(page.bytes, page.url))
    }
    await Promise.all(Array.from({ length: size }, worker))
    return (some.length * 1_000) / (performance.now() - begun)
  }
  return Layers.using(name, async (read) => (await all(read), await all(read)), { size })
}

await Layers.using("inline", (inline) =>
  Layers.using("threads", (threads) =>
    Layers.using("processes", (processes) => smallPages({ inline, threads, processes })()),
  ),
)
await Layers.fetching(delays)
console.log("\n## Pages a second\n")
const rates = await Rounds.alternate(Layers.names, { rounds: 2 }, rate)
const print = printTable("layer | pages a second, median of two | ratio to inline")
for (const name of Layers.names)
  print(name, Rounds.figure(rates, name, Number), Rounds.ratio(rates, [name, "inline"], Number))
