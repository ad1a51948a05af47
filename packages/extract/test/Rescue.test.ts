import { assert, describe, it } from "@effect/vitest"
import { Result } from "effect"
import { read, stages } from "../src/html/Pipeline.ts"
import { bytesOf, readHtml } from "./support.ts"

const script = "<script src=/app.js></script>"
const sentence = (n: number): string =>
  `Sentence number ${n} is here to be read, and it has a comma and some words in it.`
const sentences = Array.from({ length: 12 }, (_, n) => sentence(n))
const prose = sentences.join("\n\n")
const html = sentences.map((text) => `<p>${text}</p>`).join("")

const ld = (value: unknown): string => `<script type="application/ld+json">${JSON.stringify(value)}</script>`
const escaped = (value: unknown): string => JSON.stringify(value).replaceAll("</", "<\\/")
const shell = (data: string, body = "<div id=root></div>"): string => `<title>T</title>${data}${body}${script}`

const pathOf = (page: string): string => {
  let path = ""
  const fetched = { url: "https://site.test/", contentType: "text/html", bytes: bytesOf(page), mode: "text" } as const
  read(fetched, { isTimedOut: () => false, onStage: (_, reading) => (path = reading.foundBy) })
  return path
}

describe("the fallback text of a page without main content", () => {
  it.each([
    ["a body of JSON-LD", ld({ "@type": "Article", articleBody: prose })],
    ["one in a graph", ld({ "@graph": [{ "@type": "WebSite" }, { "@type": "NewsArticle", articleBody: prose }] })],
    ["a text of JSON-LD", ld({ "@type": "Comment", text: prose })],
    ["a long description", ld({ "@type": "Product", description: prose })],
    ["a body that is HTML", ld({ "@type": "Article", articleBody: html }).replaceAll("</p", "<\\/p")],
    [
      "a body that is escaped HTML",
      ld({ "@type": "Article", articleBody: html.replaceAll("<", "&lt;").replaceAll(">", "&gt;") }),
    ],
  ])("is found in %s", (_, data) => {
    const { content } = readHtml(shell(data), { mode: "text" })
    assert.strictEqual(content, prose)
    assert.notProperty(readHtml(shell(data)), "obstacle")
  })

  it("is cleaned like any other", () => {
    const hostile = `${html}<script>alert(1)</script><p style="display:none">INJECTED</p><p><a href="javascript:x()">js</a> <a href="/on">on\u200b</a></p>`
    const data = ld({ "@type": "Article", articleBody: hostile }).replaceAll(/<\/(?!script>$)/g, "<\\/")
    const page = readHtml(shell(data))
    assert.notMatch(page.content, /INJECTED|alert|javascript/)
    assert.deepStrictEqual(page.links, ["https://site.test/on"])
    assert.deepStrictEqual(page.removed, { hidden_elements: 1, invisible_characters: 1 })
  })

  it("treats markup in plain text as text", () => {
    const page = readHtml(shell(ld({ "@type": "Article", articleBody: `${prose} a <b> c &amp; d` })), { mode: "text" })
    assert.isTrue(page.content.endsWith("a <b> c & d"))
  })

  it("names its method", () => {
    assert.strictEqual(pathOf(shell(ld({ "@type": "Article", articleBody: prose }))), "json-ld")
  })
})

describe("what was left out of a text that is replaced", () => {
  it("isn't told, unlike the characters that weren't read", () => {
    const characters = { part: "characters", read: 1, of: 2 } as const
    const cutting = { name: "cut", run: () => ({ reduced: [characters, { part: "text", read: 1, of: 9 } as const] }) }
    const withCut = stages.flatMap((stage) => (stage.name === "rescue" ? [cutting, stage] : [stage]))
    const reducedOf = (page: string) => {
      const fetched = {
        url: "https://site.test/",
        contentType: "text/html",
        bytes: bytesOf(page),
        mode: "text",
      } as const
      return Result.getOrThrow(read(fetched, { isTimedOut: () => false, stages: withCut })).reduced
    }
    assert.deepStrictEqual(reducedOf(shell(ld({ "@type": "Article", articleBody: prose }))), [characters])
    assert.strictEqual(reducedOf(shell("", html))?.length, 2)
  })
})

describe("data stays unchanged", () => {
  const shown = (page: string): boolean => readHtml(page, { mode: "text" }).content.includes("Sentence number")
  const other = `<main>${"<p>Another sentence, that can be seen, and which has some words in it, too.</p>".repeat(6)}</main>`

  const brief =
    "<main><p>What the shop shows of its blue lamp to each visitor, who came here by chance or by search, is no more than a " +
    "handful of lines about glass, brass, cable and bulb, sixty watts at most, made by hand near Porto, two years of warranty.</p></main>"
  const longer = [...sentences, ...sentences].join(" ")

  it.each([
    ["where what is seen says something else", shell(ld({ "@type": "Article", articleBody: longer }), brief)],
    ["where the page has text of its own", shell(ld({ "@type": "Article", articleBody: prose }), other)],
    ["where it holds little", shell(ld({ "@type": "Article", articleBody: sentences.slice(0, 3).join(" ") }))],
    ["when it is broken", shell(`<script type="application/ld+json">{"articleBody":"${prose}</script>`)],
    ["when it is a script's state", shell(`<script type="application/json">${escaped({ html })}</script>`)],
  ])("%s", (_, page) => assert.isFalse(shown(page)))
})
