import { assert, describe, it } from "@effect/vitest"
import { parseHTML } from "linkedom"
import { blocksOf, type Holder } from "../../src/content/Block.ts"
import { candidateOf, standingIn } from "../../src/content/Candidate.ts"

const paragraph = "<p>The tide came in before noon, slowly, and the boats, which had lain on sand, rose one by one.</p>"

const candidateIn = (html: string) => {
  const { blocks, root } = blocksOf(parseHTML(`<html><body>${html}</body></html>`).document.body)
  const candidate = candidateOf(blocks, root)
  const standing = (text: string): number =>
    standingIn(candidate, blocks.find((block) => block.text.startsWith(text))?.holder ?? root)
  return { candidate, standing }
}

const idOf = ({ element }: Holder): string => element.id

describe("the candidate", () => {
  it("is the element with most text in paragraphs", () => {
    const { candidate, standing } = candidateIn(
      `<div id=a><p>Links, and more links, and nothing else.</p></div><div id=b>${paragraph.repeat(4)}</div>`,
    )
    assert.strictEqual(idOf(candidate.best), "b")
    assert.strictEqual(standing("The tide"), 2)
    assert.strictEqual(standing("Links"), 0)
  })

  it("takes in siblings that read like it", () => {
    const { candidate } = candidateIn(
      `<div><div id=a>${paragraph.repeat(4)}</div><div id=b>${paragraph.repeat(3)}</div><div id=c>Menu</div></div>`,
    )
    assert.deepStrictEqual(Array.from(candidate.parts, idOf).toSorted(), ["a", "b"])
  })

  it("marks boxes of links, and those named after clutter, within it", () => {
    const links = "<a href=x>Another story of the day</a> <a href=y>And one more of them</a>"
    const { standing } = candidateIn(
      `<div>${paragraph.repeat(3)}<div>${links}</div><div class=related><p>Read this too.</p></div>` +
        `<div><p>A quiet box.</p></div>${paragraph}</div>`,
    )
    assert.strictEqual(standing("Another"), 1)
    assert.strictEqual(standing("Read this"), 1)
    assert.strictEqual(standing("A quiet"), 2)
  })

  it("is the body where nothing reads like text", () => {
    const { candidate } = candidateIn("<ul><li>a<li>b</ul>")
    assert.strictEqual(candidate.best.name, "body")
  })
})
