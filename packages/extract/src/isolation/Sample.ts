/** A page of the usual parts, for a thread or process to practise on (`WarmUp.ts`). Nobody ever sees what is read of it. */
import type { Extractor } from "@porthole/core"

const prose = (at: number): string =>
  `<h2 id="part-${at}">The harbour in month ${at}</h2>` +
  `<p>The harbour was quiet, and the fog lay low over the water. By <em>noon</em> the boats came in, <strong>one after the other</strong>, with what they had caught; the <a href="/log/${at}">log of the day</a> says which.</p>` +
  `<p>Nobody had expected the wind to turn, but it did, and those who were still out had to wait<br>for the tide, as <code>tide.csv</code> shows &mdash; see <a href="https://tides.test/?month=${at}#top">the tables</a>.</p>`

const list = (at: number): string =>
  `<ul class="catch"><li>Herring, ${at} crates<li>Mackerel<ul><li>large<li>small</ul><li><a href="/fish/cod">Cod</a>, two crates</ul><ol><li>Weigh it.</li><li>Write it down.</li></ol>`

const table =
  "<table><thead><tr><th>Boat<th>In<th>Out<tbody><tr><td>Anna<td>11:40<td>04:10<tr><td>Berta<td>12:05<td>04:30</table>"

const code =
  '<div class="highlight"><pre><code class="language-js">const tide = read("tide.csv")\nfor (const row of tide) {\n  console.log(row)\n}\n</code></pre></div>'

const figure =
  '<figure><img src="/boats.jpg" srcset="/boats-2.jpg 2x" alt="Boats at the quay"><figcaption>Boats at the quay</figcaption></figure><blockquote><p>A good day.</p></blockquote>'

const head =
  '<title>The harbour log - Harbour</title><meta charset="utf-8"><meta name="description" content="What came in, and when."><meta property="og:type" content="article">' +
  "<style>.top { color: #333; margin: 0 } .gone { display: none } @media (max-width: 600px) { .top, nav > ul { display: none } }</style>" +
  '<script type="application/ld+json">{"@context":"https://schema.org","@type":"Article","headline":"The harbour log"}</script>'

const links = (from: number): string =>
  Array.from({ length: 8 }, (_, at) => `<li class="item"><a href="/page/${from + at}">Page ${from + at}</a></li>`).join(
    "",
  )

const html =
  `<!doctype html><html lang="en"><head>${head}</head><body class="page"><header class="top"><a href="/">Harbour</a><nav><ul>${links(0)}</ul></nav></header>` +
  `<main><article><h1>The harbour log</h1><p class="byline">By the harbour master, <time datetime="2020-01-01">1 January</time></p>` +
  `${prose(1)}${figure}${prose(2)}${list(3)}${prose(3)}${table}${code}${prose(4)}<p class="gone">Not seen.</p></article></main>` +
  `<aside class="sidebar"><h3>More</h3><ul>${links(8)}</ul><form><input name="q"><button>Search</button></form></aside>` +
  `<footer><p>All rights reserved. <a href="/imprint">Imprint</a></p></footer><script>var page = 1</script></body></html>`

/** The page, as it would come from the transport. */
export const sample = (): Extractor.Fetched => ({
  url: "https://harbour.test/log",
  contentType: "text/html; charset=utf-8",
  bytes: new TextEncoder().encode(html),
  mode: "markdown",
})
