/** Elements with very many children, of every kind, pages of what each rule reads, and a large page that the model judges. */
import { assert, it } from "@effect/vitest"
import { rules } from "../src/rules/index.ts"
import { childrenTests, parents } from "./Children.ts"
import { ruleTests } from "./rules/Hostile.ts"
import { readHtml } from "./support.ts"

childrenTests(parents)
ruleTests(rules)

it("a page of four thousand chapters keeps its structure to the end, and loses its surroundings", () => {
  const chapter = "<h2>A chapter</h2><p>Some words with <a href=/x>a link</a>.</p><ul><li>One.</li><li>Two.</li></ul>"
  const html = `<nav>${"<a href=/n>Elsewhere</a> ".repeat(20)}</nav><main>${chapter.repeat(4_000)}</main><footer>All rights</footer>`
  const { content, reduced } = readHtml(html)
  const parts = content.split("\n## ").slice(1)
  assert.lengthOf(parts, 4_000 - 1)
  assert.strictEqual(
    parts.at(-1)?.trim(),
    "A chapter\n\nSome words with [a link](https://site.test/x).\n\n- One.\n- Two.",
  )
  assert.notMatch(content, /Elsewhere|All rights/)
  assert.isUndefined(reduced)
})
