/**
 * The processor time of a read with a recording beside one without, as Markdown on standard output: pages of a corpus
 * from memory, read in this thread, in alternated rounds.
 *
 *   node bench/recording/cost.ts --corpus DIR [--pages 60] [--rounds 5]
 */
import { Doubles } from "@porthole/testing"
import { createWebTools } from "@porthole/tools"
import * as Layer from "effect/Layer"
import { mkdtempSync, rmSync, statSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { gzipSync } from "node:zlib"
import { median, printTable, quantile } from "../harness/Figures.ts"
import * as Options from "../harness/Options.ts"
import * as Documents from "../passages/src/Documents.ts"
import * as Questions from "../passages/src/Questions.ts"

const options = Options.read({ corpus: "", pages: 60, rounds: 5 }, "corpus")
const names = [...new Set(Questions.readWhole(options.corpus).map(({ page }) => page))].filter((page) =>
  page.startsWith("wcxb-dev/"),
)
const bodies = names.slice(0, options.pages).flatMap((name) => Documents.ofCorpus(options.corpus, name)?.bytes ?? [])
const hosts = Object.fromEntries(bodies.map((_, at) => [`p${at}.example`, ["1.1.1.1"]]))
const packed = bodies.map((body) => gzipSync(body))

/** The pages as they are, or as most sites send them. */
const webOf = (isPacked: boolean) =>
  Layer.mergeAll(
    Doubles.resolver(hosts),
    Doubles.dialer(({ hop }) => ({
      status: 200,
      headers: { "content-type": "text/html", ...(isPacked ? { "content-encoding": "gzip" } : {}) },
      body: (isPacked ? packed : bodies)[Number(/\d+/.exec(hop.url)?.[0])] ?? "",
    })),
  )
const folder = mkdtempSync(join(tmpdir(), "cost-"))

/** Reads every page, and returns the milliseconds of processor time of one read. */
const read = async (isPacked: boolean, recording?: string): Promise<number> => {
  const tools = createWebTools({
    layers: webOf(isPacked),
    extractIsolation: "none",
    maxRequestsPerMinute: 10_000,
    robots: false,
    ...(recording === undefined ? {} : { recording, recordingMode: "record" }),
  })
  await tools.webFetch({ url: "https://p0.example/", cache: false })
  const begun = process.cpuUsage()
  for (const at of bodies.keys()) await tools.webFetch({ url: `https://p${at}.example/`, cache: false })
  const { system, user } = process.cpuUsage(begun)
  await tools.dispose()
  return (user + system) / 1_000 / bodies.length
}

// The first reads warm up the compiler.
await read(false)
await read(true, join(folder, "first.warc.gz"))
const print = printTable("pages | ms of a read | recorded | ratio, median | lower quartile | KiB of a page in the file")
for (const isPacked of [false, true]) {
  const ratios = new Array<number>()
  const times = { with: new Array<number>(), without: new Array<number>() }
  const file = (round: number): string => join(folder, `${isPacked}-${round}.warc.gz`)
  for (let round = 0; round < options.rounds; round++) {
    const [without, recorded] = [await read(isPacked), await read(isPacked, file(round))]
    times.without.push(without)
    times.with.push(recorded)
    ratios.push(recorded / without)
  }
  print(
    `${bodies.length}, ${isPacked ? "packed by their sites" : "plain"}`,
    median(times.without),
    median(times.with),
    median(ratios),
    quantile(ratios, 0.25),
    Math.round(statSync(file(0)).size / 1_024 / bodies.length),
  )
}
rmSync(folder, { recursive: true })
