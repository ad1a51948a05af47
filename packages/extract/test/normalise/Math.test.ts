/** Running text with a dollar sign is common, so it must not cost the text of every element. */
import { assert, describe, it } from "@effect/vitest"
import { normaliseMath } from "../../src/normalise/Math.ts"
import { parse } from "../../src/tree/Parse.ts"

describe("normaliseMath", () => {
  it("reads the text of scripts only, to find out whether a dollar sign delimits a formula", () => {
    const { document } = parse(
      "<html><body><div><p>It costs $5, not $6.</p></div><script>x = 1</script></body></html>",
      "https://site.test/",
    )
    const read: Array<string> = []
    for (const element of document.querySelectorAll("*")) {
      const { localName, textContent } = element
      Object.defineProperty(element, "textContent", { get: () => (read.push(localName), textContent) })
    }
    normaliseMath(document.body)
    assert.deepStrictEqual(new Set(read), new Set(["script"]))
  })
})
