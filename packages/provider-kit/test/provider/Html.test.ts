/** Tests titles and snippets that arrive as HTML. */
import { assert, it } from "@effect/vitest"
import { textOf } from "../../src/provider/Html.ts"

it.each([
  ["plain", "plain"],
  ["wh<strong>ale</strong>s", "whales"],
  ['<span class="searchmatch">Whale</span> song', "Whale song"],
  ["a <script>x</script> b", "a <script>x</script> b"],
  ["fish &amp; chips", "fish & chips"],
  ["&lt;b&gt;", "<b>"],
  ["&amp;lt;b&amp;gt;", "&lt;b&gt;"],
  ["don&#39;t, don&#x27;t, don&#X27;t", "don't, don't, don't"],
  ["&ldquo;so&rdquo;&nbsp;&hellip;", "“so”\u00a0…"],
  ["&quot;&apos;&ndash;&mdash;&lsquo;&rsquo;&laquo;&raquo;", "\"'–—‘’«»"],
  ["&middot;&bull;&copy;&reg;&trade;&euro;", "·•©®™€"],
  ["&unknown; &constructor; &toString; AT&T &", "&unknown; &constructor; &toString; AT&T &"],
  ["&#0;&#x110000;&#9999999;", ""],
  ["&#128051;", "🐳"],
])("%j is %j", (html, text) => assert.strictEqual(textOf(html), text))

it("ends soon over malicious input", () => {
  const hostile = `${"<b ".repeat(100_000)}${"&#".repeat(100_000)}`
  assert.strictEqual(textOf(hostile), hostile)
})
