import { assert, describe, it } from "@effect/vitest"
import { markdownOf } from "./support.ts"

const golden: ReadonlyArray<readonly [name: string, html: string, markdown: string]> = [
  [
    "headings",
    "<h2>Two</h2><p>Text.</p><h3>Three <a href='#three'>¶</a></h3><p>More.</p>",
    "## Two\n\nText.\n\n### Three\n\nMore.",
  ],
  ["headings that link to themselves", "<h2 id=a><a href='#a'>Two</a></h2><p>Text.</p>", "## Two\n\nText."],
  ["emphasis", "<p>An <i>odd</i> and <b>bold</b> <s>old</s> word.</p>", "An *odd* and **bold** ~~old~~ word."],
  [
    "absolute links",
    "<p>See <a href='../x?y=1#z' title='hidden'>that</a>.</p>",
    "See [that](https://site.test/x?y=1#z).",
  ],
  ["parentheses in links", "<p><a href='/a_(b)'>c</a></p>", "[c](https://site.test/a_\\(b\\))"],
  ["unlinked scripts and data", "<p><a href='javascript:x()'>a</a> <a href='data:text/html,x'>b</a></p>", "a b"],
  ["images", "<p><img src='i.png' alt='An *image*'></p>", "![An \\*image\\*](https://site.test/dir/i.png)"],
  [
    "lazy images",
    "<p>x <img src='data:image/gif;base64,R0' data-src='/l.png' alt='l'></p>",
    "x ![l](https://site.test/l.png)",
  ],
  [
    "pictures",
    "<p>x <picture><source srcset='/l.webp 2x'><img alt='l'></picture></p>",
    "x ![l](https://site.test/l.webp)",
  ],
  ["no data images", "<p>x <img src='data:image/gif;base64,R0' alt='l'></p>", "x"],
  ["lists", "<ul><li>a<ul><li>b</li></ul></li><li>c</li></ul>", "- a\n  - b\n- c"],
  ["numbered lists", "<ol start=3><li>a</li><li>b</li></ol>", "3. a\n4. b"],
  [
    "tasks",
    "<ul><li><input type=checkbox checked> done</li><li><input type=checkbox> open</li></ul>",
    "- [x] done\n- [ ] open",
  ],
  ["quotes", "<blockquote><p>a</p><p>b</p></blockquote>", "> a\n>\n> b"],
  ["rules and breaks", "<p>a<br>b</p><hr><p>c</p>", "a  \nb\n\n---\n\nc"],
  ["inline code", "<p>Use <code>a < b</code> and <code>x`y</code>.</p>", "Use `a < b` and ``x`y``."],
  [
    "code with a language class",
    "<pre><code class='language-ts'>let a = 1\n\nlet b</code></pre>",
    "```ts\nlet a = 1\n\nlet b\n```",
  ],
  ["code with the class on pre", "<pre class='lang-py'>x = 1</pre>", "```py\nx = 1\n```"],
  ["code with the class around it", "<div class='highlight-source-js'><pre>x</pre></div>", "```js\nx\n```"],
  ["code by highlight.js", "<pre><code class='hljs javascript'>x</code></pre>", "```javascript\nx\n```"],
  ["breaks in code", "<pre>a<br>b<br><br>c</pre>", "```\na\nb\n\nc\n```"],
  ["lines as elements in code", "<pre><div>a</div><div>b</div></pre>", "```\na\nb\n```"],
  ["fences in code", "<pre>```\nx\n```</pre>", "````\n```\nx\n```\n````"],
  ["tables", "<table><tr><th>A<th>B<tr><td>1|2<td>x<br>y</table>", "| A | B |\n| --- | --- |\n| 1\\|2 | x y |"],
  [
    "spanning cells",
    "<table><tr><th colspan=2>A<th>B<tr><td rowspan=2>1<td>2<td>3<tr><td>4<td>5</table>",
    "| A |  | B |\n| --- | --- | --- |\n| 1 | 2 | 3 |\n|  | 4 | 5 |",
  ],
  ["layout tables", "<table><tr><td><h2>Column</h2><p>b</p></td><td>c</td></tr></table>", "## Column\n\nb\n\nc"],
  ["definitions", "<dl><dt>Term</dt><dd>Meaning.</dd></dl>", "**Term**\n\nMeaning."],
  ["links around blocks", "<a href='/p'><h3>Name</h3><p>Price</p></a>", "### [Name](https://site.test/p)\n\nPrice"],
  [
    "escaped markup",
    "<p>&lt;script&gt; and &lt;img onerror&gt; and 1 &lt; 2</p>",
    "\\<script> and \\<img onerror> and 1 < 2",
  ],
  [
    "escaped Markdown",
    "<p>*a* [b] `c` snake_case _d_ &amp;lt;</p>",
    "\\*a\\* \\[b\\] \\`c\\` snake_case \\_d\\_ \\&lt;",
  ],
  ["text at the start of a line", "<p># a</p><p>1. b</p><p>- c</p><p>&gt; d</p>", "\\# a\n\n1\\. b\n\n\\- c\n\n\\> d"],
  ["invisible characters", "<p>a\u200bb\u202ec&#xE0041;d&#8203;e</p>", "abcde"],
  ["divisions as paragraphs", "<div><div>a</div>b<br><br>c<span>d</span></div>", "a\n\nb\n\ncd"],
]

describe("Markdown", () => {
  for (const [name, html, markdown] of golden) {
    it(`writes ${name}`, () => {
      assert.strictEqual(markdownOf(html), markdown)
    })
  }
})
