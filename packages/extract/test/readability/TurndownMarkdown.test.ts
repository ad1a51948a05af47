import { assert, describe, it } from "@effect/vitest"
import { Result } from "effect"
import { existsSync, readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { read, stages } from "../../src/html/Pipeline.ts"
import { contentStage } from "../../src/readability/ReadableContent.ts"
import { markdownOf } from "../../src/readability/TurndownMarkdown.ts"
import { article, bytesOf, fetchedOf, withoutCode } from "../support.ts"

const golden = join(import.meta.dirname, "../golden")
/** The golden files of what Turndown writes in another way than our own writer. */
const ofItsOwn = join(import.meta.dirname, "golden")
const names = readdirSync(golden).flatMap((file) => /^(?!.*-page).*(?=\.md$)/.exec(file) ?? [])

/** Reads an article's content without Readability, which would choose among so few words. */
const written = (html: string): string =>
  Result.getOrThrow(
    read(fetchedOf(bytesOf(article(html))), {
      isTimedOut: () => false,
      spent: () => 0,
      stages: stages.filter(({ name }) => name !== contentStage.name),
      markdownOf,
    }),
  ).content

describe("TurndownMarkdown", () => {
  it.each(names)("writes %s as its golden file says", (name) => {
    const html = readFileSync(join(golden, `${name}.html`), "utf8")
    const own = join(ofItsOwn, `${name}.md`)
    const expected = existsSync(own) ? own : join(golden, `${name}.md`)
    assert.strictEqual(`${written(html)}\n`, readFileSync(expected, "utf8"))
  })

  it("escapes each bracket once", () => {
    const items = "<ul><li>[x]</li><li>[<b>y</b>]</li><li>[z\\]<b>(/q)</b></li></ul>"
    assert.strictEqual(written(items), "- \\[x\\]\n- \\[**y**\\]\n- [z\\\\\\]**(/q)**")
  })

  it.each([
    ["an escaped tag", "<p>&lt;script>alert(1)&lt;/script> and &lt;img src=x onerror=alert(1)></p>"],
    ["a tag in a heading", "<h2>&lt;b>bold&lt;/b></h2>"],
    ["a tag in a cell", "<table><tr><th>&lt;i>a</th><th>b</th></tr><tr><td>&lt;!-- c --></td><td>d</td></tr></table>"],
    ["a tag in an alternative text", '<p>words <img src="/a.png" alt="&lt;script>"> words</p>'],
    ["a tag in a list of tasks", "<ul><li><input type=checkbox>&lt;a href=x>go</li></ul>"],
  ])("writes no raw HTML outside of code: %s", (_, html) => {
    assert.notMatch(withoutCode(written(html)), /(?<!\\)<[a-z!/?]/i)
  })
})
