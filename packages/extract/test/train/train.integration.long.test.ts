/** The command `pnpm train` over the small corpus of this folder, and the reader with the weights that it wrote. */
import { assert, describe, it } from "@effect/vitest"
import * as Result from "effect/Result"
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { modelOf, names, type Weights } from "../../src/content/Model.ts"
import { contentStage, read, stages } from "../../src/html/Pipeline.ts"
import { errors, errorTests, train } from "./TrainCommand.ts"

const corpus = join(import.meta.dirname, "corpus")

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
  const content = contentStage(modelOf(weights))
  const bytes = readFileSync(join(import.meta.dirname, file))
  const page = { url: "https://site.test/", contentType: "text/html; charset=utf-8", bytes, mode: "markdown" as const }
  const by = stages.map((stage) => (stage.name === "content" ? content : stage))
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
})

errorTests(errors)
