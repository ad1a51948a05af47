import { assert, describe, it } from "@effect/vitest"
import { readHtml } from "../support.ts"

const text = "The rope holds nine tons, floats, and doesn't rot in salt water, as the office measured in spring."
const page = (before: string, after: string): string =>
  readHtml(`<title>Rope</title><body>${before}<main><h1>Rope</h1>${after}</main></body>`).content

describe("a copy for machines", () => {
  const item = `<div class="hidden" itemscope itemtype="http://schema.org/Product"><div itemprop="description"><p>${text}</p></div></div>`

  it("goes where the page shows the text, too", () => {
    assert.strictEqual(page(item, `<p>${text}</p><p>Blue or white.</p>`), `${text}\n\nBlue or white.`)
    const author = '<p>By <a href="/k">Ketil Moe</a> <span class="d-none" itemprop="name">Ketil Moe</span>.</p>'
    assert.include(page("", `${author}<p>${text}</p>`), "By [Ketil Moe](https://site.test/k) .")
  })

  it("stays where it is the only one, or differs", () => {
    assert.include(page("", `${item}<p>Blue or white.</p>`), text)
    const other = '<p>By <a href="/k">Ketil</a> <span class="d-none" itemprop="name">Ketil Moe</span>.</p>'
    assert.include(page("", `${other}<p>${text}</p>`), "Ketil Moe")
  })

  it("stays once where all are such copies", () => {
    assert.include(page("", `${item}${item}<p>Blue or white.</p>`), text)
  })
})
