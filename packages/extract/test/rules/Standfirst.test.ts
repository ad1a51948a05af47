/** Tests that a standfirst which the page's description repeats stays, and other text above the content goes. */
import { assert, describe, it } from "@effect/vitest"
import { parseHTML } from "linkedom"
import { splitOf } from "../../src/content/Content.ts"
import { nothingDeclared } from "../../src/metadata/Declared.ts"
import { modelOf, names } from "../../src/model/Model.ts"
import { phasesOf } from "../../src/phases/Phases.ts"
import { rules } from "../../src/rules/index.ts"
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
})
