/**
 * Articles of 51 KB, like those of real sites: text with headings, links, a list, a table and a quotation, between
 * menus, a sidebar, lists of related articles, comments, styles and structured data. The seed decides every word.
 */

/** Bytes of every article. */
export const size = 51 * 1_024

/** The article of a number, as HTML of exactly {@link size} bytes in ASCII. */
export const html = (number: number): string => {
  const text = writer(number)
  const title = text.title()
  const head = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${title} | The Harbour Post</title>
<meta name="description" content="${text.sentence()}"><meta property="og:title" content="${title}">
<link rel="stylesheet" href="/style.css"><style>${styles}</style>
<script type="application/ld+json">${JSON.stringify({ "@type": "NewsArticle", headline: title })}</script>
<script>window.settings=${JSON.stringify({ id: number, topics: text.words(120) })}</script></head>`
  const start = `<body class="page"><header class="site-header">${menu(text, "main", 24)}</header>
<div class="layout"><main id="main"><article class="story"><h1>${title}</h1>
<p class="byline">By <a href="/people/${text.word()}">${text.name()}</a>, <time datetime="2026-11-02">2 November 2026</time></p>`
  const end = `${share}</article>${related(text)}${comments(text)}</main>
<aside class="sidebar">${menu(text, "most-read", 12)}${related(text)}</aside></div>
<footer class="site-footer">${menu(text, "footer", 30)}<p>Copyright The Harbour Post. All rights reserved.</p></footer></body></html>`
  const left = size - head.length - start.length - end.length
  return head + start + body(text, left) + end
}

// --- private --------------------------------------------------------------------------

type Writer = ReturnType<typeof writer>

/** The article's own text, exactly that many characters long. */
const body = (text: Writer, length: number): string => {
  let written = ""
  for (let at = 0; ; at++) {
    const next = section(text, at)
    if (written.length + next.length + "<p></p>".length > length) break
    written += next
  }
  const left = length - written.length - "<p></p>".length
  return `${written}<p>${text
    .words(Math.ceil(left / 3))
    .join(" ")
    .slice(0, left)}</p>`
}

const section = (text: Writer, at: number): string => {
  const kinds = [paragraph, paragraph, heading, paragraph, list, paragraph, figure, paragraph, quotation, table]
  return (kinds[at % kinds.length] ?? paragraph)(text)
}

const paragraph = (text: Writer): string =>
  `<p>${text.sentence()} ${text.sentence()} <a href="/topics/${text.word()}">${text.word()}</a> ${text.sentence()}
<em>${text.word()}</em> ${text.sentence()} <strong>${text.word()}</strong> ${text.sentence()}</p>\n`

const heading = (text: Writer): string => `<h2 id="${text.word()}">${text.title()}</h2>\n`

const list = (text: Writer): string =>
  `<ul class="points">${times(4, () => `<li>${text.sentence()}</li>`)}</ul>\n${paragraph(text)}`

const figure = (text: Writer): string =>
  `<figure class="wide"><img src="/pictures/${text.word()}.jpg" alt="${text.sentence()}" width="800" height="450">
<figcaption>${text.sentence()}</figcaption></figure>\n`

const quotation = (text: Writer): string => `<blockquote><p>${text.sentence()}</p></blockquote>\n`

const table = (text: Writer): string =>
  `<table><thead><tr><th>Port</th><th>Boats</th><th>Tide</th></tr></thead><tbody>${times(
    5,
    () => `<tr><td>${text.name()}</td><td>${text.number(900)}</td><td>${text.number(12)} m</td></tr>`,
  )}</tbody></table>\n`

const menu = (text: Writer, name: string, items: number): string =>
  `<nav class="menu menu--${name}" aria-label="${name}"><ul>${times(
    items,
    () => `<li class="menu__item"><a class="menu__link" href="/${text.word()}/${text.word()}">${text.word()}</a></li>`,
  )}</ul></nav>`

const related = (text: Writer): string =>
  `<section class="related"><h2>More on this</h2>${times(
    8,
    () => `<div class="card"><a href="/news/${text.word()}-${text.number(9_999)}"><img src="/thumbs/${text.word()}.jpg" alt="">
<h3>${text.title()}</h3></a><p class="card__lead">${text.sentence()}</p></div>`,
  )}</section>`

const comments = (text: Writer): string =>
  `<section id="comments"><h2>Comments</h2>${times(
    10,
    () => `<div class="comment"><span class="comment__author">${text.name()}</span> <time>${text.number(59)} minutes ago</time>
<p>${text.sentence()} ${text.sentence()}</p><button type="button">Reply</button></div>`,
  )}</section>`

const share = `<div class="share"><a href="https://social.test/share">Share</a><a href="mailto:?subject=Read">Email</a></div>`

const styles =
  ".page{font:16px/1.5 serif}.menu{display:flex}.menu__item{padding:4px}.card{border:1px solid #ccc}.hidden{display:none}" +
  "@media(max-width:600px){.sidebar{display:none}}.comment__author{font-weight:bold}".repeat(8)

const times = (count: number, make: () => string): string => Array.from({ length: count }, make).join("\n")

const vocabulary = (
  "anchor boat captain deck engine ferry galley harbour island journey keel lantern mast north ocean pilot quay rudder sail tide " +
  "under vessel water yard bright careful distant early fresh gentle heavy inner large modern narrow open quiet rapid strong " +
  "arrive build carry deliver enter follow gather hold inspect join keep launch measure notice order pass reach steer turn visit " +
  "because before during while after against between through across toward never always often again together later slowly " +
  "council report morning evening summer winter season market worker village company station bridge signal message number"
).split(" ")

const writer = (seed: number) => {
  let state = (seed * 2_654_435_761 + 12_345) >>> 0
  const number = (below: number): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 4_294_967_296) * below)
  }
  const word = (): string => vocabulary[number(vocabulary.length)] ?? ""
  const words = (count: number): ReadonlyArray<string> => Array.from({ length: count }, word)
  const capital = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1)
  return {
    number,
    word,
    words,
    name: () => `${capital(word())} ${capital(word())}`,
    title: () => capital(words(5 + number(4)).join(" ")),
    sentence: () => `${capital(words(6 + number(6)).join(" "))}, ${words(4 + number(8)).join(" ")}.`,
  }
}
