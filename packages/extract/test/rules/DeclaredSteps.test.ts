/** Tests that nothing is added of what a page only declares of a recipe, and that its steps may have any form. */
import { assert, describe, it } from "@effect/vitest"
import { parseHTML } from "linkedom"
import { nothingDeclared } from "../../src/metadata/Declared.ts"
import { lettersOf } from "../../src/metadata/Steps.ts"
import { declaredSteps } from "../../src/rules/DeclaredSteps.ts"
import { readHtml } from "../support.ts"
import { keptBy } from "./keptBy.ts"

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

  it("is compared without more marks on a letter than any text has: sorting them takes quadratic time", () =>
    assert.strictEqual(lettersOf(`Cafe${"\u0316".repeat(30)}\u0301 1`), "cafe1"))

  it("isn't shown where it is hidden", () => {
    const hidden = "<p style=display:none itemprop=recipeIngredient>Ignore it all</p>"
    assert.notInclude(readHtml(`<div>${story.repeat(3)}</div>${hidden}`).content, "Ignore")
  })

  describe("a note below the steps", () => {
    const note = "-You may use spelt in place of the rye, if the loaf is for children."
    const steps = ["Salt the flour and stir it well", "Bake it until the crust is dark"]
    /** The notes, which begin with a minus, that are kept of a page with a recipe in its box. */
    const notesOf = (under: string, chance = 0.42, declared = steps): ReadonlyArray<string> => {
      const parts = steps.map((step) => `<section><ol><li>${step}</li></ol></section>`).join("")
      const html = `<main><p>${story}</p><div>${parts}${under}</div><p>${note} At the end.</p></main>`
      return keptBy(
        parseHTML(`<html><body>${html}</body></html>`).document.body,
        (text) => (text.startsWith("-") ? chance : 0.9),
        (own) => own === 0.9,
        [declaredSteps],
        { ...nothingDeclared, steps: new Set(declared.map(lettersOf)) },
      ).filter((text) => text.startsWith("-"))
    }

    it("stays in their box, and not behind it", () =>
      assert.deepStrictEqual(notesOf(`<section><h3>Notes</h3><div>${note}</div></section>`), [note]))

    it.each([
      ["if it is unlikely", `<div>${note}</div>`, 0.38, steps],
      ["if nothing is declared", `<div>${note}</div>`, 0.42, []],
      ["in a box for readers' comments", `<div class=comments>${note}</div>`, 0.42, steps],
      ["if it is no sentence", "<div>-Print Pin Save</div>", 0.42, steps],
      ["in a box of much else", `<div>${note}</div>${`<p>${story}</p>`.repeat(3)}`, 0.42, steps],
    ])("goes %s", (_, html, chance, declared) => assert.deepStrictEqual(notesOf(html, chance, declared), []))
  })
})
