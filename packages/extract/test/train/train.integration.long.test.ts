/** The command `pnpm train` over the small corpus of this folder, and the reader with the weights that it wrote. */
import { assert, describe, it } from "@effect/vitest"
import * as Result from "effect/Result"
import { execFile } from "node:child_process"
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { promisify } from "node:util"
import { modelOf, names, type Weights } from "../../src/model/Model.ts"
import { read, stagesOf } from "../../src/html/Pipeline.ts"

const corpus = join(import.meta.dirname, "corpus")
const command = join(import.meta.dirname, "../../train/train.ts")
const train = (options: ReadonlyArray<string>) => promisify(execFile)(process.execPath, [command, ...options])

/** Trains into a folder of its own; the files that were written, by name. */
const trained = async (): Promise<{ readonly table: string; readonly files: ReadonlyMap<string, string> }> => {
  const out = mkdtempSync(join(tmpdir(), "porthole-train-"))
  try {
    const { stdout } = await train(["--corpus", corpus, "--out", out])
    return {
      table: stdout,
      files: new Map(readdirSync(out).map((name) => [name, readFileSync(join(out, name), "utf8")])),
    }
  } finally {
    rmSync(out, { recursive: true })
  }
}

const weightsOf = (text = ""): Weights => JSON.parse(text)

/** The Markdown of a page by a model. */
const readBy = (weights: Weights, file: string): string => {
  const bytes = readFileSync(join(import.meta.dirname, file))
  const page = { url: "https://site.test/", contentType: "text/html; charset=utf-8", bytes, mode: "markdown" as const }
  const by = stagesOf({ model: modelOf(weights) })
  return Result.getOrThrow(read(page, { isTimedOut: () => false, stages: by })).content
}

describe("the command", () => {
  it("writes the same bytes twice, and weights that make the reader find the content", async () => {
    const [one, two] = await Promise.all([trained(), trained()])
    assert.deepStrictEqual(one, two)
    assert.deepStrictEqual(Array.from(one.files.keys()).toSorted(), [
      ...Array.from({ length: 5 }, (_, fold) => `fold-${fold}.json`),
      "weights.json",
    ])
    assert.match(one.table, /\| documentation \| 1 \|/)

    const weights = weightsOf(one.files.get("weights.json"))
    assert.deepStrictEqual(weights.features, [...names])
    // A page that isn't in the corpus.
    const markdown = readBy(weights, "../pages/article.html")
    assert.include(markdown, "Il est six heures quand Lucien Morvan pousse sa barque")
    assert.notInclude(markdown, "Abonnez-vous")
    assert.notInclude(markdown, "Partager")
    // The fold of this page's site: the weights were learnt without it.
    assert.notDeepEqual(weightsOf(one.files.get("fold-0.json")), weightsOf(one.files.get("fold-1.json")))
  })

  it.each([
    ["without a folder", [], 2, /usage: train\.ts --corpus DIR/],
    ["with a folder that has no corpus", ["--corpus", import.meta.dirname], 1, /There are no pages in /],
    [
      "if a corpus can't be downloaded",
      ["--corpus", "/nonexistent/corpora", "--fetch", "--origin", "http://127.0.0.1:1"],
      1,
      /The archive can't be downloaded/,
    ],
  ])("ends with an error %s", async (_, options, code, message) => {
    const failure: unknown = await train(options).catch((error: unknown) => error)
    assert.propertyVal(failure, "code", code)
    assert.match(String(Object(failure).stderr), message)
  })
})
