/** The properties of every reading, over documents of random pieces, and of random bytes. */
import { assert, describe, it } from "@effect/vitest"
import { UntrustedText } from "@porthole/core"
import { Result } from "effect"
import * as fc from "fast-check"
import { read } from "../src/html/Pipeline.ts"
import { readHtml, withoutCode } from "./support.ts"

const piece = fc.oneof(
  fc.constantFrom(
    ..."<p>|</p>|<div>|</div>|<ul>|<li>|</ul>|<b>|</b>|<a href='/x#y'>|<a href='javascript:1'>|</a>|<h2>|</h2>|<br>".split(
      "|",
    ),
  ),
  fc.constantFrom(
    ..."<table>|<tr>|<td>|<th colspan=2>|</table>|<pre>|</pre>|<code>|</code>|<img src=i alt='<b>'>|<blockquote>|<main>".split(
      "|",
    ),
  ),
  fc.constantFrom(
    ..."&lt;script&gt;|&lt;|<!--|-->|<svg>|</svg>|<title>|</title>|<a|\"|'|`|```\n|\\|&amp;lt;b&amp;gt;|\u200b|\u00a0|\n\n|    ".split(
      "|",
    ),
  ),
  fc.constantFrom(
    ..."<script type='math/tex'>a<b `$</script>|<math>|<mi>|</mi>|<mfrac>|<mtext>|<annotation encoding='application/x-tex'>|</math>|\\(|\\)|$$|<span class='katex'>|</span>".split(
      "|",
    ),
  ),
  fc.constantFrom(
    ..."<sup>|</sup>|<sub>|<a href='#n' class='footnote-ref'>|<li id='n'>|<aside id='n'>|<dt>|<dd>|<dl>|<ol type='a' reversed>|<li value='7'>|<figure>|<figcaption>|<details>|<summary>".split(
      "|",
    ),
  ),
  fc.constantFrom(
    ..."<iframe src='/v' title='&lt;v&gt;'></iframe>|<video src='/v'>|</video>|<kbd>|</kbd>|<q>|</q>|<ruby>|<rt>|</ruby>|<mark>|<th>|<caption>|<td rowspan=3>|<span class='line'>|<h1>|<input type=checkbox>|<picture>|<source srcset='a 2x'>".split(
      "|",
    ),
  ),
  fc.string({ maxLength: 12 }),
  fc.webUrl().map((url) => `<a href="${url}">`),
)
const documents = fc.array(piece, { maxLength: 40 }).map((pieces) => pieces.join(""))

/** Declares the properties of any document, with this share of all runs. */
export const propertyTests = (share: number) =>
  describe("any document", () => {
    it("gives Markdown without a raw tag outside code or anything invisible, and absolute links, without fragment and each once", () => {
      fc.assert(
        fc.property(documents, (html) => {
          const { content, links } = readHtml(html)
          assert.notMatch(withoutCode(content).replace(/\\\\/g, ""), /(?<!\\)<[a-z/!?]/i)
          assert.strictEqual(UntrustedText.stripInvisible(content), content)
          assert.strictEqual(new Set(links).size, links.length)
          for (const link of links) {
            assert.match(link, /^https?:\/\//)
            assert.notInclude(link, "#")
          }
        }),
        { numRuns: Math.ceil(share * 400) },
      )
    })

    it("gives HTML of the small vocabulary only", () => {
      fc.assert(
        fc.property(documents, (html) => {
          const { content } = readHtml(html, { mode: "html" })
          for (const [tag] of content.matchAll(/<(?:[^>"]|"[^"]*")*>/g)) {
            assert.match(
              tag,
              /^<\/?(?:h[1-6]|p|ul|ol|li|dl|dt|dd|blockquote|pre|code|table|thead|tbody|tfoot|tr|td|th|caption|a|img|br|hr|strong|em|del|sub|sup|mark|figure|figcaption|details|summary|span|div)(?: (?:href|src|alt|class|colspan|rowspan|type|value|data-embed|data-math|data-task|data-ref|data-note)="[^"]*")*>$/,
            )
          }
          assert.notMatch(content, /<(?:span(?! data-task=)|div(?! data-note="[\p{L}\p{N}_-]+">))/u)
          assert.notMatch(content, /data-note="[^"]*%/)
          assert.notMatch(content, /(?:href|src)="(?!https?:|mailto:|tel:)/)
        }),
        { numRuns: Math.ceil(share * 300) },
      )
    })

    it("is read the same way each time", () => {
      fc.assert(
        fc.property(documents, (html) => {
          assert.deepStrictEqual(readHtml(html), readHtml(html))
        }),
        { numRuns: Math.ceil(share * 100) },
      )
    })

    it("is read without an exception or a failure, for any bytes, type and mode", () => {
      const types = fc.constantFrom(
        "text/html",
        "text/plain",
        "text/markdown",
        "",
        "application/xhtml+xml; charset=utf-16",
      )
      fc.assert(
        fc.property(
          fc.uint8Array({ maxLength: 400 }),
          types,
          fc.constantFrom("markdown", "text", "html"),
          (bytes, contentType, mode) => {
            const result = read({ url: "https://site.test/", contentType, bytes, mode }, { isTimedOut: () => false })
            assert.isTrue(Result.isSuccess(result))
          },
        ),
        { numRuns: Math.ceil(share * 400) },
      )
    })
  })
