/**
 * How often a search that isn't recorded finds the recorded page, as Markdown on standard output. The pages of English
 * questions are recorded, each found by a search for its title; the questions are asked of the recording in other words.
 *
 *   node bench/recording/search.ts --corpus DIR [--questions 100]
 */
import { Doubles } from "@porthole/testing"
import { createWebTools, type WebToolsOptions } from "@porthole/tools"
import * as Effect from "effect/Effect"
import * as HttpClient from "effect/http/HttpClient"
import * as HttpClientResponse from "effect/http/HttpClientResponse"
import * as Layer from "effect/Layer"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { printTable } from "../harness/Figures.ts"
import * as Options from "../harness/Options.ts"
import * as Documents from "../passages/src/Documents.ts"
import * as Questions from "../passages/src/Questions.ts"

const options = Options.read({ corpus: "", questions: 100 }, "corpus")
const all = [...Questions.readWhole(options.corpus), ...Questions.readFresh(options.corpus)].filter(
  ({ language, page }) => language === "en" && /^(?:wcxb|articles|segments)-dev\//.test(page),
)
const names = [...new Set(all.map(({ page }) => page))]
const urlOf = (name: string): string => `https://p${names.indexOf(name)}.example/`

const folder = mkdtempSync(join(tmpdir(), "recorded-"))
const settings: WebToolsOptions = {
  recording: join(folder, "run.warc.gz"),
  provider: ["tavily"],
  providers: { tavily: { key: "none" } },
  maxRequestsPerMinute: 10_000,
  robots: false,
  searchTimeout: 60_000,
}

/** The pages, and a provider that finds the page whose URL is the query. */
const titles = new Map<string, string>()
const web = Layer.mergeAll(
  Doubles.resolver(Object.fromEntries(names.map((_, at) => [`p${at}.example`, ["1.1.1.1"]]))),
  Doubles.dialer(({ hop }) => {
    const bytes = Documents.ofCorpus(options.corpus, names[Number(/\d+/.exec(hop.url)?.[0])] ?? "")?.bytes
    return bytes === undefined
      ? { status: 404, body: "" }
      : { status: 200, headers: { "content-type": "text/html" }, body: bytes }
  }),
  Layer.succeed(
    HttpClient.HttpClient,
    HttpClient.make((request) => {
      const query =
        request.body._tag === "Uint8Array" ? JSON.parse(Buffer.from(request.body.body).toString()).query : ""
      const results = [{ title: query, url: titles.get(query), content: "", score: 1 }]
      return Effect.succeed(HttpClientResponse.fromWeb(request, Response.json({ results })))
    }),
  ),
)

const recorder = createWebTools({ ...settings, layers: web })
for (const name of names) {
  const page = await recorder.webFetch({ url: urlOf(name) })
  if (!("title" in page) || page.title === "") continue
  titles.set(page.title, urlOf(name))
  await recorder.webSearch({ query: page.title })
}
await recorder.dispose()

const player = createWebTools({ ...settings, replayMisses: "search" })
const print = printTable("questions | among the first five | first | ms, first search | ms, another")
for (const level of ["paraphrase", "context", "easy"]) {
  const asked = all.filter((question) => question.level === level).slice(0, options.questions)
  const times = new Array<number>()
  let [five, first] = [0, 0]
  for (const { page, question } of asked) {
    const begun = performance.now()
    const answer = await player.webSearch({ query: question, max_results: 5 })
    times.push(performance.now() - begun)
    const place = "hits" in answer ? answer.hits.findIndex(({ url }) => url === urlOf(page)) : -1
    if (place >= 0) five++
    if (place === 0) first++
  }
  const [begin = 0, ...rest] = times
  const another = rest.toSorted((a, b) => a - b)[Math.floor(rest.length / 2)] ?? 0
  print(
    `${asked.length} (${level}) of ${names.length} pages`,
    five / asked.length,
    first / asked.length,
    Math.round(begin),
    Math.round(another),
  )
}
await player.dispose()
rmSync(folder, { recursive: true })
