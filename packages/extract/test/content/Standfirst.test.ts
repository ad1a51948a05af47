/** Tests that a standfirst which the page's description repeats stays, and that other unlikely text above the content goes. */
import { assert, describe, it } from "@effect/vitest"
import { readHtml } from "../support.ts"

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
})
