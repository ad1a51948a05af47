/**
 * Measures what a reader takes from a page's own metadata: publication, change, author and site. `metadata.json` says
 * what 60 pages of `wcxb-dev` declare, as a person read their sources; a date stands for each instant that begins with
 * it.
 *
 *   node bench/extract/metadata.ts --corpus DIR [--seed 42]
 *
 * The seed picks the pages: those with the smallest SHA-256 of `<seed>:<page>`. Another seed prints what the reader
 * takes from other pages, for reading them by hand.
 */
import { createHash } from "node:crypto"
import { readFileSync } from "node:fs"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { Publication } from "@porthole/core"
import { read } from "../../packages/extract/src/html/Pipeline.ts"
import * as Options from "../harness/Options.ts"
import { Corpus } from "./src/Corpora.ts"

const fields = ["published_at", "modified_at", "author", "site_name"] as const
const pages = 60

const { corpus, seed } = Options.read({ corpus: "", seed: 42 }, "corpus")
const truth = Schema.decodeUnknownSync(Schema.Record(Schema.String, Publication.Publication))(
  JSON.parse(readFileSync(new URL("./metadata.json", import.meta.url), "utf8")),
)
const rankOf = (id: string): string => createHash("sha256").update(`${seed}:${id}`).digest("hex")
const nameOf = (id: string): string => id.slice(id.indexOf("/") + 1)

const sample = Corpus.entries(corpus)
  .filter(({ id }) => id.startsWith("wcxb-dev/"))
  .map((entry) => ({ entry, name: nameOf(entry.id) }))
  .toSorted((one, other) => (rankOf(one.name) < rankOf(other.name) ? -1 : 1))
  .slice(0, pages)

const figures = new Map(fields.map((field) => [field, { declared: 0, right: 0, wrong: 0 }]))
for (const { entry, name } of sample) {
  const { bytes, url } = Corpus.load(entry)
  const outcome = read(
    { url, bytes, contentType: "text/html", mode: "text" },
    { isTimedOut: () => false, spent: () => 0 },
  )
  const found = Publication.read(Result.getOrThrow(outcome))
  const declared = truth[name]
  if (declared === undefined) {
    console.log(`${name} ${url}\n  ${JSON.stringify(found)}`)
    continue
  }
  for (const field of fields) {
    const [expected, actual] = [declared[field], found[field]]
    const isRight =
      expected !== undefined && (field.endsWith("_at") ? actual?.startsWith(expected) : actual === expected)
    const figure = figures.get(field)
    if (figure === undefined) continue
    if (expected !== undefined) figure.declared++
    if (isRight === true) figure.right++
    else if (actual !== undefined) figure.wrong++
    if (isRight !== true && expected !== actual)
      console.log(`${name} ${field}: ${actual ?? "nothing"} instead of ${expected ?? "nothing"}`)
  }
}

console.log(`\n| field | declared | there and right | wrong |\n| --- | ---: | ---: | ---: |`)
for (const [field, { declared, right, wrong }] of figures)
  console.log(`| \`${field}\` | ${declared} | ${right} (${(right / declared).toFixed(2)}) | ${wrong} |`)
