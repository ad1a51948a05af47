/** Style sheets often hide what is `:empty`, so the test of it must not cost the text of every element. */
import { assert, describe, it } from "@effect/vitest"
import { parseHTML } from "linkedom/worker"
import { removeHidden } from "../src/index.ts"

describe(":empty", () => {
  it("reads no text of an element with an element in it", () => {
    const { document } = parseHTML(
      "<html><head><style>div:empty{display:none}</style></head><body><div><p>Shown.</p></div></body></html>",
    )
    const read: Array<string> = []
    for (const element of document.querySelectorAll("div")) {
      const { localName, textContent } = element
      Object.defineProperty(element, "textContent", { get: () => (read.push(localName), textContent) })
    }
    removeHidden(document)
    assert.deepStrictEqual(read, [])
  })
})
