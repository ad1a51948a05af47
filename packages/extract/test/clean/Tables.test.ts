import { assert, describe, it } from "@effect/vitest"
import { clean } from "../../src/clean/Clean.ts"
import { parse } from "../../src/tree/Parse.ts"
import { markdownOf } from "../../src/render/Markdown.ts"

const cleaned = (html: string): string => {
  const { base, document } = parse(html, "https://site.test/")
  return markdownOf(clean(document.body, base))
}

const row = (name: string, items: string): string => `<tr><th>${name}</th><td><ul>${items}</ul></td></tr>`

describe("a list in a cell", () => {
  it("separates the items that are left", () => {
    const rows =
      row("Waders", "<li></li><li>Curlew</li><li> </li><li>Knot</li><li></li>") + row("Gulls", "<li>Tern</li>")
    assert.strictEqual(
      cleaned(`<table>${rows}</table>`),
      "|  |  |\n| --- | --- |\n| Waders | Curlew; Knot |\n| Gulls | Tern |",
    )
  })

  it("leaves nothing of a table whose items are gone", () => {
    assert.strictEqual(cleaned(`<p>Birds.</p><table>${row("", "<li></li><li></li>").repeat(2)}</table>`), "Birds.")
  })
})
