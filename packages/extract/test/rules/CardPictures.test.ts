import { assert, describe, it } from "@effect/vitest"
import { parseHTML } from "linkedom"
import { redundantPicturesIn } from "../../src/rules/CardPictures.ts"
import { phasesOf } from "../../src/phases/Phases.ts"
import { rules } from "../../src/rules/index.ts"
import { recordsIn } from "../../src/records/Records.ts"
import { markdownOf } from "../support.ts"

const redundantIn = (card: string): ReadonlyArray<string | null> => {
  const { body } = parseHTML(`<html><body><ul>${card.repeat(4)}</ul></body></html>`).document
  return redundantPicturesIn(recordsIn(body, phasesOf(rules).record)).map((picture) => picture.getAttribute("src"))
}

describe("pictures of cards", () => {
  it("are redundant, except the first one whose alternative text the card doesn't repeat", () => {
    const card = (pictures: string) => `<li><a href=/p>Oak rake</a> <p>Four tines</p>${pictures}</li>`
    const same = "<img src=a alt='oak rake'><img src=b alt=''>"
    assert.deepStrictEqual(redundantIn(card(same)).slice(0, 2), ["a", "b"])
    assert.deepStrictEqual(redundantIn(card(`${same}<img src=c alt='In the shed'>`)).length, 8)
  })

  it("are never redundant in tables without links, of which each has a caption", () => {
    const rows = (link: string) =>
      `<tr><td><img src=a alt="oak rake"></td><td><img src=b alt=shed></td></tr>` +
      `<tr><th>Oak rake${link}</th><th><h4>Shed, by night</h4></th></tr>`
    const redundant = (link: string) => {
      const { body } = parseHTML(
        `<html><body>${`<table class=figure>${rows(link)}</table>`.repeat(4)}</body></html>`,
      ).document
      return redundantPicturesIn(recordsIn(body, phasesOf(rules).record)).length
    }
    assert.strictEqual(redundant(""), 0)
    assert.strictEqual(redundant(" <a href=/p>Buy</a>"), 8)
  })

  it("are never redundant in posts", () => {
    const text = "<p>The rake leans on the shed, where it has stood since the leaves came down.</p>".repeat(8)
    assert.deepStrictEqual(redundantIn(`<li><a href=/p>Birch</a>${text}<img src=a alt=''></li>`), [])
  })

  it("visit each element of a figure once, however many pictures it has", () => {
    const visitsOf = (count: number): number => {
      const card = `<li><a href=/p>Oak rake</a> <p>Four tines</p><figure>${"<img alt=''>".repeat(count)}</figure></li>`
      const { body } = parseHTML(`<html><body><ul>${card.repeat(4)}</ul></body></html>`).document
      const records = recordsIn(body, phasesOf(rules).record)
      let visits = 0
      const get = () => {
        visits++
        return "img"
      }
      for (const image of body.querySelectorAll("img")) Object.defineProperty(image, "localName", { get })
      assert.strictEqual(redundantPicturesIn(records).length, 4 * count)
      return visits
    }
    assert.isBelow(visitsOf(200) / visitsOf(100), 2.5)
  })
})

describe("pictures of a text", () => {
  it("need an alternative text or a caption, and an address of limited length", () => {
    const long = `/rake.jpg?crop=${"1,".repeat(300)}`
    const markdown = markdownOf(
      `<p>Rakes. <img src=/a.jpg alt=""> <img src="${long}" alt="Tines"></p>` +
        `<figure><img src=/c.jpg><figcaption>The shed</figcaption></figure>`,
    )
    assert.notInclude(markdown, "a.jpg")
    assert.include(markdown, "![Tines](https://site.test/rake.jpg)")
    assert.include(markdown, "https://site.test/c.jpg")
  })
})
