/**
 * How well questions find their pages in documentation that is installed, beside a peer: hit@5, MRR, and whether the
 * first hit's 1,500 characters hold the answer.
 *
 * Run it with `node bench/docs/src/bench.ts [--questions FILE] [--index FOLDER] [--misses]`. `--questions` is a file of
 * `bench/docs`, by default all of them.
 */
import { Effect, Layer, Schema } from "effect"
import { searchLibraries, Settings } from "@porthole/core"
import * as Docs from "@porthole/docs-index"
import { Node } from "@porthole/tools"
import { globSync, readFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { parseArgs } from "node:util"
import * as Collections from "./Collections.ts"
import * as Peer from "./Peer.ts"

const folder = join(import.meta.dirname, "..")
const { values } = parseArgs({
  options: {
    questions: { type: "string", multiple: true, default: globSync("questions*.json", { cwd: folder }).toSorted() },
    index: { type: "string", default: join(tmpdir(), "porthole-bench-docs") },
    misses: { type: "boolean", default: false },
  },
})

/** `pages`: the paths that hold the answer, or their beginnings. `answer`: an expression that the answer matches. */
const Question = Schema.Struct({
  library: Schema.String,
  kind: Schema.Literals(["identifier", "how-to", "paraphrase"]),
  question: Schema.String,
  pages: Schema.Array(Schema.String),
  answer: Schema.String,
})

const decode = Schema.decodeUnknownSync(Schema.fromJsonString(Schema.Array(Question)))
const questions = values.questions.flatMap((file) => decode(readFileSync(join(folder, file), "utf8")))

const peerFolder = join(values.index, "peer")

const ask = Effect.fnUntraced(function* ({ answer, kind, library, pages, question }: typeof Question.Type) {
  const begun = performance.now()
  const { hits, libraries } = yield* searchLibraries({ query: question, library, max_results: 10 })
  const ms = performance.now() - begun
  const judge = (found: ReadonlyArray<{ readonly path: string; readonly text: string }>) => {
    const paths = Array.from(new Set(found.map(({ path }) => path)))
    const isRight = (path: string) =>
      pages.some((page) => path === page || (page.endsWith("/") && path.startsWith(page)))
    return { rank: paths.findIndex(isRight) + 1, holds: new RegExp(answer).test(found[0]?.text.slice(0, 1_500) ?? "") }
  }
  const own = judge(
    hits.map((hit) => ({ path: hit.url.replace(/^docs:\/\/(?:@[^/]+\/)?[^/]+\//, ""), text: hit.content_md })),
  )
  const searched = libraries.map(({ library, version }) => ({ name: library, version }))
  const peer = judge(searched.flatMap((library) => Peer.find(peerFolder, library, question).slice(0, 10)))
  if (values.misses && (own.rank !== 1 || !own.holds)) {
    const shown = hits.slice(0, 3).map(({ heading, url }) => `${url} § ${heading.split(" > ").at(-1)}`)
    console.log(`${own.rank}${own.holds ? "" : " no answer"} [${library}] ${question} -> ${shown.join(" | ")}`)
  }
  return { kind, own: { ...own, ms }, peer: { ...peer, ms } }
})

type Asked = Effect.Success<ReturnType<typeof ask>>

const report = (name: string, results: ReadonlyArray<Asked["own"]>): void => {
  const mean = (of: (result: (typeof results)[number]) => number) =>
    (results.reduce((sum, result) => sum + of(result), 0) / results.length).toFixed(3)
  const times = results.map(({ ms }) => ms).toSorted((a, b) => a - b)
  console.log(
    `${name.padEnd(16)} ${String(results.length).padStart(3)}  hit@1 ${mean(({ rank }) => Number(rank === 1))}  ` +
      `hit@5 ${mean(({ rank }) => Number(rank > 0 && rank <= 5))}  MRR ${mean(({ rank }) => (rank > 0 ? 1 / rank : 0))}  ` +
      `answer ${mean(({ holds }) => Number(holds))}  p50 ${times[times.length >> 1]?.toFixed(0)} ms  ` +
      `p95 ${times[Math.floor(times.length * 0.95)]?.toFixed(0)} ms`,
  )
}

await Effect.gen(function* () {
  yield* Collections.addAll(peerFolder)
  const results = yield* Effect.forEach(questions, ask)
  for (const kind of [...Question.fields.kind.literals, "all"]) {
    const asked = results.filter((result) => kind === "all" || result.kind === kind)
    report(
      kind,
      asked.map(({ own }) => own),
    )
    report(
      `${kind}, peer`,
      asked.map(({ peer }) => peer),
    )
  }
}).pipe(
  Effect.provide(
    // As `docs add` has it: a busy machine mustn't decide which pages are read.
    Layer.provideMerge(
      Layer.merge(Docs.layer(values.index), Node.extractor),
      Layer.orDie(Settings.layer({ extract_timeout: "60 s" })),
    ),
  ),
  Effect.scoped,
  Effect.runPromise,
)
