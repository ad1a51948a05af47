import { assert, describe, it } from "@effect/vitest"
import { readHtml } from "./support.ts"

const titleOf = (head: string, body = "<p>x</p>"): string => readHtml(`<head>${head}</head><body>${body}</body>`).title

const cases: ReadonlyArray<readonly [name: string, title: string, head: string, body?: string]> = [
  ["the title element", "Only this", "<title> Only\n this </title>"],
  [
    "a heading that the title contains",
    "How to boil an egg",
    "<title>How to boil an egg | Kitchen Tales - 2026</title>",
    "<h1>How to boil an egg</h1>",
  ],
  [
    "a heading without the mark that links to it",
    "Logging",
    "<title>Logging — The manual</title>",
    '<h1>Logging<a href="#logging">¶</a></h1>',
  ],
  [
    "what is declared where the heading holds the pages' numbers",
    "Mooring lines",
    "<title>Mooring lines | Page 2 - Quay talk</title><meta property=og:title content='Mooring lines'>",
    "<h1><div><span>Page 2 of 9</span><nav><a href=1>1</a> <a href=3>3</a></nav></div>GEAR 12 Mooring lines</h1>",
  ],
  [
    "the part of a manual whose name is the first heading",
    "Winches",
    "<title>Winches | Deck manual v4.2</title>",
    "<h1>Deck manual v4.2</h1><h2>Contents</h2><h2>Winches <a href=#w>#</a></h2><p>x</p>",
  ],
  ["a heading whose sign is part of the name", "C#", "<title>C# | Site</title>", "<h1>C#</h1>"],
  [
    "a name without the site's",
    "Eggs",
    "<title>Eggs - Kitchen Tales</title><meta property=og:site_name content='Kitchen Tales'>",
  ],
  ["a name without the host's", "Eggs", "<title>Eggs | Site</title>"],
  ["a name behind the site's", "Eggs", "<title>Site: x - Eggs</title><meta property=og:title content=Eggs>"],
  ["the heading where the title is only the site's", "Lamps", "<title> | Site</title>", "<h1>Lamps</h1>"],
  ["og:title where there is no title", "Social", "<meta property='og:title' content='Social'>"],
  ["the first heading where nothing is declared", "Heading", "", "<h1>Heading</h1>"],
  ["a dash that belongs to the name", "Spider-Man: far from home", "<title>Spider-Man: far from home</title>"],
  ["character references and no invisible characters", "A & B", "<title>A &amp;&#8203; B</title>"],
]

describe("Title", () => {
  for (const [name, title, head, body] of cases) {
    it(`is ${name}`, () => {
      assert.strictEqual(titleOf(head, body), title)
    })
  }
})
