/** Tests that a standfirst which the page's description repeats stays, and other text above the content goes. */
import { assert, describe, it } from "@effect/vitest"
import { parseHTML } from "linkedom"
import { splitOf } from "../../src/content/Content.ts"
import { nothingDeclared } from "../../src/metadata/Declared.ts"
import { blocksOf } from "../../src/model/Block.ts"
import { judge, modelOf, names } from "../../src/model/Model.ts"
import { phasesOf } from "../../src/phases/Phases.ts"
import { rules } from "../../src/rules/index.ts"
import { standfirstIn } from "../../src/rules/Standfirst.ts"
import { readHtml } from "../support.ts"

/** A model that doubts all links, and nothing else. */
const byLinks = modelOf({
  features: names,
  first: { bias: 0, trees: [] },
  second: { bias: 0, trees: [{ columns: [names.indexOf("linked"), -1, -1], numbers: [0.5, 5, -1.5] }] },
})

const rejectedOf = (html: string, model = byLinks, description = ""): ReadonlyArray<string> => {
  const { body } = parseHTML(`<html><body>${html}</body></html>`).document
  const known = {
    title: "",
    declared: { ...nothingDeclared, description },
  }
  return splitOf(body, known, phasesOf(rules), model)?.rejected.map(({ text }) => text) ?? []
}

const standfirst = "A village on the coast argues for years over who may sail into its small harbour at night"
const paragraph =
  "<p>The harbour master opened the gate before dawn, and the first boats came in with the tide, one after the " +
  "other, while the market on the quay set up its stalls and the gulls waited on the roofs of the sheds.</p>"
const page = (description: string): string =>
  `<!doctype html><html><head><title>Who owns the night?</title><meta name=description content="${description}">` +
  `</head><body><nav><ul><li><a href=/>Home</a><li><a href=/news>News</a></ul></nav><header class=article-header>` +
  `<h1>Who owns the night?</h1><div class=share><a href=/s>Share</a> <a href=/m>Mail</a></div>` +
  `<div class="meta teaser">${standfirst}</div><div class=meta>By Ann Lee</div></header>` +
  `<div class=body>${paragraph.repeat(6)}</div></body></html>`

describe("a standfirst", () => {
  it("stays if the page's description repeats it", () => {
    assert.include(readHtml(page(standfirst)).content, standfirst)
  })

  it("is no rule for other text in its place", () => {
    assert.notInclude(readHtml(page("News from the coast")).content, standfirst)
  })

  it("is no item of a list, whose items have one fate", () => {
    const link = `<a href=#night>${standfirst}</a>`
    const list = `<ul><li><a href=#a>What the pilots say</a></li><li>${link}</li></ul>`
    assert.deepStrictEqual(rejectedOf(`<div>${link}</div>${paragraph.repeat(6)}`, byLinks, standfirst), [])
    assert.deepStrictEqual(rejectedOf(`${list}${paragraph.repeat(6)}`, byLinks, standfirst), [
      "What the pilots say",
      standfirst,
    ])
  })

  const line = "Ropes, sails and gates"
  /** The indexes that a rule takes of a page whose other blocks than the text have a chance. */
  const takenOf = (under: string, chance: number, description = ""): ReadonlyArray<string> => {
    const { body } = parseHTML(
      `<html><body><div><h1>Who owns the night?</h1>${under}</div>${paragraph}</body></html>`,
    ).document
    const known = { title: "Who owns the night?", declared: { ...nothingDeclared, description } }
    const judged = judge(blocksOf(body), known)
    const chances = Float64Array.from(judged.blocks, ({ prose }) => (prose > 20 ? 0.9 : chance))
    const kept = judged.blocks.map(({ text }) => text.startsWith("The harbour master"))
    return standfirstIn({ ...judged, chances }, kept).map((at) => judged.blocks[at]?.text ?? "")
  }

  it("may be hardly likely if the description is just that", () => {
    assert.include(takenOf(`<p>${standfirst}</p>`, 0.06, standfirst), standfirst)
    assert.notInclude(takenOf(`<p>${standfirst}</p>`, 0.04, standfirst), standfirst)
    assert.notInclude(
      takenOf(`<p>${standfirst} and by day, too</p>`, 0.06, standfirst),
      `${standfirst} and by day, too`,
    )
  })

  it("may be a likely heading right below the title", () => {
    assert.deepStrictEqual(takenOf(`<h2>${line}</h2>`, 0.5), [line])
    assert.deepStrictEqual(takenOf(`<h2>${line}</h2>`, 0.45), [])
    assert.deepStrictEqual(takenOf(`<h2><a href=/ropes>${line}</a></h2>`, 0.5), [])
    assert.deepStrictEqual(takenOf(`<p>By Ann Lee</p><h2>${line}</h2>`, 0.5), [])
  })
})
