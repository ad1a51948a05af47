import { assert, describe, it } from "@effect/vitest"
import { markdownOf } from "../support.ts"

const section = (at: number, jump: string): string =>
  `<h2>Part ${at}</h2><p>The text of part ${at} is short.</p>${jump}`

const written = (jumps: ReadonlyArray<string>): string =>
  markdownOf(jumps.map((jump, at) => section(at, jump)).join(""))

describe("pictures that link to an anchor", () => {
  it("go where each part has the same one", () => {
    const jump = '<div><a href="#head"><img alt="to the top" src="/up.png"></a></div>'
    assert.notInclude(written([jump, jump, jump]), "up.png")
    assert.include(written([jump, jump, ""]), "up.png")
  })

  it("stay where each is another", () => {
    const jumps = [1, 2, 3, 4].map((at) => `<p><a href="#p${at}"><img alt="boat ${at}" src="/boat${at}.png"></a></p>`)
    assert.strictEqual(written(jumps).match(/boat\d\.png/g)?.length, 4)
  })
})

describe("the caption of a figure", () => {
  it("is a paragraph where the page writes a heading", () => {
    const figure = "<figure><img src=/g.jpg><figcaption><h2>The gate</h2><div>Ada</div></figcaption></figure>"
    const markdown = written(["", figure, ""])
    assert.match(markdown, /^The gate$/m)
    assert.match(markdown, /^Ada$/m)
  })
})
