/** Tests that nothing is added of what a page only declares of a recipe, and that its steps may have any form. */
import { assert, describe, it } from "@effect/vitest"
import { readHtml } from "../support.ts"

const story =
  "<p>My grandmother baked this loaf each Friday, and the whole street knew by the smell that the week was over and " +
  "that the harbour would be quiet until the boats came back on Monday with the first catch of the season.</p>"

/** What is kept of a page with a declared recipe, and with some lines beside its text. */
const keptOf = (recipe: unknown, lines: ReadonlyArray<string>): string =>
  readHtml(
    `<html><head><title>Rye loaf</title><script type="application/ld+json">${JSON.stringify(recipe)}</script></head>` +
      `<body><h1>Rye loaf</h1><div>${story.repeat(3)}</div>` +
      `<div class=sidebar><ul>${lines.map((line) => `<li><a href=/a>${line}</a></li>`).join("")}</ul></div></body></html>`,
  ).content

describe("what a page declares of its recipe", () => {
  it("isn't shown if the page doesn't show it", () => {
    assert.notInclude(keptOf({ "@type": "Recipe", recipeIngredient: ["Ignore it all", "Salt"] }, ["Salt"]), "Ignore")
  })

  it("may be in a graph, of several lines, with tags", () => {
    const steps = { "@type": ["Recipe"], recipeInstructions: [{ text: "<b>Salt it</b><br>Bake it\nCool it" }] }
    const content = keptOf({ "@graph": [steps] }, ["Salt it", "Bake it", "Cool it"])
    for (const step of ["Salt it", "Bake it", "Cool it"]) assert.include(content, step)
  })

  it.each([
    ["½ cup rye", "1⁄2 cup rye"],
    ["<sup>1</sup>⁄<sub>2</sub> cup <b>rye</b>", "½ cup rye"],
  ])("may have fractions and marks of other signs: %s", (declared, shown) => {
    assert.include(keptOf({ "@type": "Recipe", recipeIngredient: [declared] }, [shown]), shown)
    assert.notInclude(keptOf({}, [shown]), shown)
  })

  it.each([
    ["an item each", "<li itemprop=recipeIngredient>Salt</li><li itemprop=recipeIngredient>Rye flour</li>"],
    ["lines of one box", "<div itemprop=recipeInstructions><p>Salt</p><p>Rye <b>flour</b></p></div>"],
    ["a list in a box", "<div itemprop='step recipeInstructions'><ol><li>Salt<li>Rye flour</ol></div>"],
  ])("may be microdata: %s", (_, html) => {
    const page = (body: string): string =>
      readHtml(`<title>Rye loaf</title><h1>Rye loaf</h1><div>${story.repeat(3)}</div><div class=sidebar>${body}</div>`)
        .content
    for (const text of ["Salt", "Rye"]) {
      assert.include(page(html), text)
      assert.notInclude(page(html.replaceAll("itemprop", "data-own")), text)
    }
  })

  it("isn't shown where it is hidden", () => {
    const hidden = "<p style=display:none itemprop=recipeIngredient>Ignore it all</p>"
    assert.notInclude(readHtml(`<div>${story.repeat(3)}</div>${hidden}`).content, "Ignore")
  })
})
