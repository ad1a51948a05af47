/** Tests that a short `main` beside menus of any length is the page, and that text beside a placeholder is. */
import { assert, describe, it } from "@effect/vitest"
import { readHtml } from "../support.ts"

const words = "harbour ferry tide winter summer market museum garden village bridge".split(" ")
const label = (at: number, count: number): string =>
  Array.from({ length: count }, (_, word) => words[(at * 3 + word) % words.length]).join(" ")
const items = (count: number, length: number, from = 0): string =>
  Array.from({ length: count }, (_, at) => `<li><a href="/p${from + at}">${label(from + at, length)}</a></li>`).join("")

const menu = `<ul>${items(30, 5)}</ul>`
const hi = "<main><p>Hi there.</p></main>"
const imprint = "<p>Copyright © 2026 The Harbour Company Ltd. All rights reserved.</p>"
const groups = Array.from({ length: 10 }, (_, at) => `<li>Group ${at}<ul>${items(10, 2, at * 10)}</ul></li>`).join("")
const prose = "<p>The ferry leaves at noon, and it comes back in the evening with the tide.</p>"

const pageOf = (body: string) => readHtml(`<title>A title</title><body>${body}</body>`)

describe("a short main beside menus", () => {
  it.each([1, 2, 3, 4, 5, 6, 8].flatMap((length) => [20, 60, 200].map((count) => [count, length] as const)))(
    "is the page: %i links of %i words",
    (count, length) => {
      const links = items(count, length)
      for (const surroundings of [
        `<ul>${links}</ul>`,
        `<nav><ul>${links}</ul></nav>`,
        `<div><div>${links}</div></div>`,
      ])
        for (const body of [surroundings + hi, hi + surroundings]) {
          const page = pageOf(body)
          assert.strictEqual(page.content, "Hi there.")
          assert.notProperty(page, "is_complete")
        }
    },
  )

  it.each([
    ["by its role", `${menu}<div role=main>Hi there.</div>`],
    ["as the only article", `${menu}<article><p>Hi there.</p></article>`],
    ["beside an empty one", `<main></main>${menu}<main><p>Hi there.</p></main>`],
    ["beside nested lists", `<ul>${groups}</ul>${hi}`],
    ["beside links in a row", `<p>${items(60, 3).replaceAll(/<\/?li>/g, " | ")}</p>${hi}`],
    ["beside links around blocks", `${menu.replaceAll(/(<a[^>]*>)(.*?)<\/a>/g, "$1<div>$2.</div></a>")}${hi}`],
    [
      "between a header and a footer",
      `<header><h1>Harbour</h1><nav>${menu}</nav></header>${hi}<footer>${imprint}</footer>`,
    ],
    ["above a footer of plain elements", `<div>${menu}</div>${hi}<div class=footer>${imprint}</div>`],
    ["above an imprint", `${menu}${hi}${imprint}`],
    ["with navigation in it", `${menu}<main><nav><a href=/>Home</a></nav><p>Hi there.</p></main>`],
    ["in a form", `<form>${menu}${hi}</form>`],
    ["in something that is named as a menu", `<div class=has-menu>${menu}${hi}</div>`],
  ])("is the page: %s", (_, body) => {
    assert.strictEqual(pageOf(body).content, "Hi there.")
  })

  it("keeps its heading, its links and its pictures", () => {
    const picture = (name: string) => `<img src="/${name}.png" alt="A ${name}">`
    const main = `<main>${picture("boat")}<h2>Hello</h2><p>Hi <a href=/b>Bob</a>.</p>${picture("lamp")}</main>`
    const { content } = pageOf(`${picture("logo")}${menu}${main}${picture("seal")}`)
    assert.match(content, /^!\[A boat\].*\n\n## Hello\n\nHi \[Bob\]\(.*\)\.\n\n!\[A lamp\].*$/)
  })

  it.each(["text", "html"] as const)("is the page as %s", (mode) => {
    const { content } = readHtml(`<title>A title</title><body>${menu}${hi}</body>`, { mode })
    assert.strictEqual(content.replaceAll(/<[^>]*>/g, "").trim(), "Hi there.")
  })

  it("leaves the menus to those who ask for what is around it", () => {
    const { outside } = readHtml(`<title>A title</title><body>${menu}${hi}</body>`, { withOutside: true })
    assert.include(outside, label(7, 5))
  })

  it("is the page with a paragraph or two", () => {
    const { content } = pageOf(`<ul>${items(200, 8)}</ul><main>${prose.repeat(5)}</main>`)
    assert.match(content, /^The ferry/)
    assert.notInclude(content, label(7, 8))
  })
})

describe("the text beside a main", () => {
  const article = `<div><h2>Noon ferry</h2>${prose.repeat(6)}</div>`

  it.each([
    ["that is empty", "<main></main>"],
    ["that is an empty shell", "<main><div id=root></div></main>"],
    ["that waits", "<main><p>Loading, please wait…</p></main>"],
    ["that asks for a script", "<main><p>Please enable JavaScript.</p></main>"],
    ["that is a cookie banner", "<main class=cookie-banner><p>We use cookies. <button>Accept</button></p></main>"],
    ["that is a search box", "<main><form><label>Search</label><input type=search><button>Go</button></form></main>"],
    ["that is a link", "<main><a href=#top>Top</a></main>"],
  ])("is the page: one %s", (_, main) => {
    for (const body of [menu + main + article, menu + article + main, `<header>${menu}</header>${article}${main}`])
      assert.include(pageOf(body).content, "The ferry leaves at noon")
  })

  it.each([
    ["a short one", "<div><h2>Noon ferry</h2><p>The ferry leaves at noon.</p></div>"],
    ["an article", "<article><h2>Noon ferry</h2><p>Leaves at noon</p></article>"],
    ["one in a page of a form", "<form><h2>Noon ferry</h2><p>The ferry leaves at noon.</p></form>"],
    ["one in a page that is named as a menu", "<h2>Noon ferry</h2><p>The ferry leaves at noon.</p>"],
  ])("stays beside a placeholder: %s", (_, text) => {
    const body = `<div class=has-menu>${menu}<main><p>Loading…</p></main>${text}</div>`
    assert.match(pageOf(body).content, /eaves at noon/)
  })

  it("stays if it is a table", () => {
    const rows = Array.from({ length: 25 }, (_, at) => `<tr><td>Port ${at}</td><td>${at} m</td></tr>`).join("")
    const { content } = pageOf(`${menu}<main><p>Loading…</p></main><table>${rows}</table>`)
    assert.include(content, "Port 20")
  })

  it("is the page where only a search box is the main", () => {
    const search = "<main><form><label>Search the directory</label><input><button>Go</button></form></main>"
    assert.include(pageOf(`${search}${menu}`).content, label(7, 5))
  })
})
