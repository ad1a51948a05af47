/**
 * Shows how well Office files are read, beside peers in the same run: F1 of words, cells and headings by type, the mean
 * over documents, and the median of this process's processor time, which pandoc's isn't a part of.
 * `node bench/office/bench.ts --corpus DIR [--peers DIR] [--only TEXT] [--detail]`
 * A reference is Markdown named `FILE.md`, beside its file or in a folder `groundtruth` beside the file's folder.
 */
import { existsSync, globSync, readFileSync } from "node:fs"
import { basename, dirname, extname, join } from "node:path"
import { mean, median, printTable } from "../harness/Figures.ts"
import * as Options from "../harness/Options.ts"
import { f1, type Facts, factsOfMarkdown, missing } from "./src/Facts.ts"
import { readersOf } from "./src/Readers.ts"

const { corpus, detail, only, peers } = Options.read({ corpus: "", peers: "", only: "", detail: false }, "corpus")

const kinds = ["words", "cells", "headings"] as const

const referenceOf = (path: string): string | undefined =>
  [`${path}.md`, join(dirname(path), "..", "groundtruth", `${basename(path)}.md`)].find((file) => existsSync(file))

const documents = globSync(join(corpus, "**/*.{docx,xlsx,xlsm,pptx,epub,odt,ods,odp,ipynb,eml}"))
  .flatMap((path) => {
    const reference = referenceOf(path)
    return reference === undefined || !path.includes(only) ? [] : [{ path, reference }]
  })
  .toSorted((one, other) => one.path.localeCompare(other.path))

const none: Facts = { words: [], cells: [], headings: [] }

/** What our reader lacks and has in addition, for a person. */
const printDetail = (path: string, found: Facts, wanted: Facts): void => {
  console.log(
    `${basename(path)}: ${kinds.map((kind) => `${kind} ${f1(found[kind], wanted[kind]).toFixed(3)}`).join(", ")}`,
  )
  for (const kind of kinds) {
    const [lost, added] = [missing(found[kind], wanted[kind]), missing(wanted[kind], found[kind])]
    if (lost.length > 0) console.log(`  ${kind} lost: ${lost.join(" | ").slice(0, 400)}`)
    if (added.length > 0) console.log(`  ${kind} added: ${added.join(" | ").slice(0, 400)}`)
  }
}

/** Files with macros count as those without. */
const typeOf = (path: string): string => extname(path).slice(1).replace(/m$/, "x")

const printRow = printTable("type | reader | documents | failed | words | cells | headings | p50, ms")
for (const type of new Set(documents.map(({ path }) => typeOf(path)))) {
  for (const [name, read] of Object.entries(readersOf(peers))) {
    const scores: Array<ReadonlyArray<number>> = []
    const times: Array<number> = []
    let failed = 0
    for (const { path, reference } of documents.filter((document) => typeOf(document.path) === type)) {
      const bytes = readFileSync(path)
      const wanted = factsOfMarkdown(readFileSync(reference, "utf8"))
      const runs = await Promise.resolve()
        .then(() => read(bytes, path))
        .catch(() => undefined)
      const begin = process.cpuUsage()
      if (runs !== undefined) await read(bytes, path)
      const { system, user } = process.cpuUsage(begin)
      times.push((user + system) / 1_000)
      const found = runs?.() ?? none
      if (runs === undefined) failed += 1
      if (detail && name === "porthole") printDetail(path, found, wanted)
      scores.push(kinds.map((kind) => f1(found[kind], wanted[kind])))
    }
    const means = kinds.map((_, at) => mean(scores.map((score) => score[at] ?? 0)).toFixed(3))
    printRow(type, name, scores.length, failed, ...means, median(times).toFixed(1))
  }
}
process.exit(0)
