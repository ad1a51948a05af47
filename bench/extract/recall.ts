/**
 * Extraction quality on a corpus of saved pages with reviewed main content (`--corpus DIR`, holding `html/ID.html.gz` and
 * `ground-truth/ID.json`): word F1 by page type, and for a sample of pages the share of the expected words that came through.
 * Words are lower-cased `\w+`, counted as a multiset. Every fifth page by sorted id is held out and reported apart.
 */
import { Effect } from "effect"
import { Extractor } from "@porthole/core"
import { Reader } from "@porthole/extract"
import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { parseArgs } from "node:util"
import { gunzipSync } from "node:zlib"

const { values } = parseArgs({ options: { corpus: { type: "string" }, sample: { type: "string", default: "30" } } })
if (values.corpus === undefined) throw new Error("usage: recall.ts --corpus DIR [--sample N]")
const corpus = values.corpus

interface Truth {
  readonly url: string
  readonly _internal: { readonly page_type: { readonly primary: string } }
  readonly ground_truth: { readonly main_content: string }
}

interface Score {
  readonly id: string
  readonly type: string
  readonly heldOut: boolean
  readonly f1: number
  readonly recall: number
  readonly ms: number
  readonly failed: boolean
}

const count = (text: string): Map<string, number> => {
  const words = new Map<string, number>()
  for (const [word] of text.toLowerCase().matchAll(/[\p{L}\p{N}_]+/gu)) words.set(word, (words.get(word) ?? 0) + 1)
  return words
}

const total = (words: Map<string, number>) => [...words.values()].reduce((sum, n) => sum + n, 0)

const common = (a: Map<string, number>, b: Map<string, number>) =>
  [...a].reduce((sum, [word, n]) => sum + Math.min(n, b.get(word) ?? 0), 0)

const score = Effect.fnUntraced(function* (id: string, index: number) {
  const truth: Truth = JSON.parse(readFileSync(join(corpus, "ground-truth", `${id}.json`), "utf8"))
  const bytes = gunzipSync(readFileSync(join(corpus, "html", `${id}.html.gz`)))
  const { extract } = yield* Extractor.Extractor
  const started = performance.now()
  const read = yield* Effect.exit(extract({ url: truth.url, contentType: "text/html", bytes, mode: "text" }))
  const ms = performance.now() - started
  const got = count(read._tag === "Success" ? read.value.content : "")
  const wanted = count(truth.ground_truth.main_content)
  const hit = common(got, wanted)
  return {
    id,
    type: truth._internal.page_type.primary,
    heldOut: index % 5 === 4,
    f1: total(got) + total(wanted) === 0 ? 1 : (2 * hit) / (total(got) + total(wanted)),
    recall: total(wanted) === 0 ? 1 : hit / total(wanted),
    ms,
    failed: read._tag === "Failure",
  } satisfies Score
})

const mean = (numbers: ReadonlyArray<number>) => numbers.reduce((sum, n) => sum + n, 0) / Math.max(1, numbers.length)
const quantile = (numbers: ReadonlyArray<number>, q: number) =>
  numbers.toSorted((a, b) => a - b)[Math.floor(q * (numbers.length - 1))] ?? 0
const figure = (n: number) => n.toFixed(3).replace(/^0/, "")

const ids = readdirSync(join(corpus, "ground-truth"))
  .map((file) => file.replace(/\.json$/, ""))
  .toSorted()
const scores = await Effect.runPromise(Effect.forEach(ids, score).pipe(Effect.provide(Reader.layer)))

console.log("| type | pages | F1 | F1 of the fifth held out | recall |\n| --- | --- | --- | --- | --- |")
for (const type of ["all", ...new Set(scores.map((one) => one.type))]) {
  const rows = scores.filter((one) => type === "all" || one.type === type)
  const held = rows.filter((one) => one.heldOut)
  console.log(
    `| ${type} | ${rows.length} | ${figure(mean(rows.map((one) => one.f1)))} | ${figure(mean(held.map((one) => one.f1)))} | ${figure(mean(rows.map((one) => one.recall)))} |`,
  )
}
const times = scores.map((one) => one.ms)
console.log(
  `\nmedian ${quantile(times, 0.5).toFixed(1)} ms, p95 ${quantile(times, 0.95).toFixed(1)} ms, ${scores.filter((one) => one.failed).length} failed\n`,
)

const step = Math.max(1, Math.floor(scores.length / Number(values.sample)))
console.log("| page | type | share of the expected words | F1 |\n| --- | --- | --- | --- |")
for (const one of scores.filter((_, at) => at % step === 0).slice(0, Number(values.sample))) {
  console.log(`| ${one.id} | ${one.type} | ${figure(one.recall)} | ${figure(one.f1)} |`)
}
