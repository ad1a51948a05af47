/**
 * How well questions find their pages in the documentation that this repository has installed: hit@5, MRR, and whether
 * the first hit's 1,500 characters hold the answer.
 *
 * Run it with `node bench/docs/src/bench.ts [--questions FILE] [--index FOLDER] [--misses]`.
 */
import { Effect, Layer, Schema } from "effect"
import { DocsIndex, searchLibraries } from "@porthole/core"
import * as Docs from "@porthole/docs-index"
import { Node } from "@porthole/tools"
import { globSync, readFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { parseArgs } from "node:util"

const root = join(import.meta.dirname, "../../..")
const { values } = parseArgs({
  options: {
    questions: { type: "string", default: join(import.meta.dirname, "../questions.json") },
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

const questions = Schema.decodeUnknownSync(Schema.fromJsonString(Schema.Array(Question)))(
  readFileSync(values.questions, "utf8"),
)

/** Where the libraries of the questions are installed. */
const sources: ReadonlyArray<Parameters<typeof Docs.open>[0]> = [
  { source: "effect", from: root },
  ...globSync("node_modules/.pnpm/hono@*/node_modules/hono", { cwd: root }).map((source) => ({ source, from: root })),
  { source: "undici", from: join(root, "packages/backend-fetch") },
  { source: "zod", from: join(root, "packages/integrations") },
  { source: join(root, "docs"), name: "porthole-docs", from: root },
]

const addAll = Effect.gen(function* () {
  const { libraries } = yield* (yield* DocsIndex.DocsIndex).list
  for (const options of sources) {
    const added = yield* Effect.option(Effect.flatMap(Docs.open(options), ({ add }) => add(libraries)))
    if (added._tag === "Some" && added.value.isChanged) {
      const { bytes, name, pages, units } = added.value.library
      console.log(`${name}: ${pages} pages, ${units} sections, ${(bytes / 2 ** 20).toFixed(1)} MiB`)
    }
  }
})

const ask = Effect.fnUntraced(function* ({ answer, kind, library, pages, question }: typeof Question.Type) {
  const begun = performance.now()
  const { hits } = yield* searchLibraries({ query: question, library, max_results: 10 })
  const ms = performance.now() - begun
  const paths = Array.from(new Set(hits.map(({ url }) => url.replace(/^docs:\/\/(?:@[^/]+\/)?[^/]+\//, ""))))
  const rank =
    paths.findIndex((path) => pages.some((page) => path === page || (page.endsWith("/") && path.startsWith(page)))) + 1
  const holds = new RegExp(answer).test(hits[0]?.content_md.slice(0, 1_500) ?? "")
  if (values.misses && (rank !== 1 || !holds))
    console.log(
      `${rank} ${holds ? "" : "no answer "}[${library}] ${question} -> ${hits
        .slice(0, 3)
        .map((h) => h.url.replace(/^docs:\/\/[^/]+\//, "") + " § " + h.heading.split(" > ").at(-1))
        .join(" | ")}`,
    )
  return { kind, rank, holds, ms }
})

const report = (name: string, results: ReadonlyArray<Effect.Success<ReturnType<typeof ask>>>): void => {
  const mean = (of: (result: (typeof results)[number]) => number) =>
    (results.reduce((sum, result) => sum + of(result), 0) / results.length).toFixed(3)
  const times = results.map(({ ms }) => ms).toSorted((a, b) => a - b)
  console.log(
    `${name.padEnd(11)} ${String(results.length).padStart(3)}  hit@1 ${mean(({ rank }) => Number(rank === 1))}  ` +
      `hit@5 ${mean(({ rank }) => Number(rank > 0 && rank <= 5))}  MRR ${mean(({ rank }) => (rank > 0 ? 1 / rank : 0))}  ` +
      `answer ${mean(({ holds }) => Number(holds))}  p50 ${times[times.length >> 1]?.toFixed(0)} ms  ` +
      `p95 ${times[Math.floor(times.length * 0.95)]?.toFixed(0)} ms`,
  )
}

await Effect.gen(function* () {
  yield* addAll
  const results = yield* Effect.forEach(questions, ask)
  for (const kind of Question.fields.kind.literals)
    report(
      kind,
      results.filter((result) => result.kind === kind),
    )
  report("all", results)
}).pipe(Effect.provide(Layer.merge(Docs.layer(values.index), Node.extractor)), Effect.scoped, Effect.runPromise)
