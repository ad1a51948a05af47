import { assert, describe, it } from "@effect/vitest"
import { readdirSync, readFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { markdownOf, readHtml } from "../support.ts"

const folder = fileURLToPath(new URL("../golden/", import.meta.url))
const contentOf = (file: string): string => readFileSync(`${folder}${file}`, "utf8")
const namesOf = (ending: string): ReadonlyArray<string> =>
  readdirSync(folder)
    .filter((file) => file.endsWith(ending))
    .map((file) => file.slice(0, -ending.length))
    .toSorted()

/** A file with a doctype is a whole document; any other is the inside of an article. */
const read = (html: string): string => (html.startsWith("<!doctype") ? readHtml(html).content : markdownOf(html))

describe("the golden files", () => {
  it("come in pairs", () => {
    assert.deepStrictEqual(namesOf(".html"), namesOf(".md"))
    assert.isAbove(namesOf(".html").length, 0)
  })

  for (const name of namesOf(".html")) {
    it(`hold the output for ${name}`, () => {
      assert.strictEqual(`${read(contentOf(`${name}.html`))}\n`, contentOf(`${name}.md`))
    })
  }
})
