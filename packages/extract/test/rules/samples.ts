/**
 * Bodies of which another part is kept without a rule, for rules that only show with given chances. A text with an `x`
 * at the end is unlikely, one with a `?` doubtful, one with a `~` or a `+` just below or above the threshold, and all
 * others are likely.
 */
import { parseHTML } from "linkedom"
import type { Rule } from "../../src/phases/Rule.ts"
import { rules } from "../../src/rules/index.ts"
import { joining, keptBy } from "./keptBy.ts"

const times = (count: number, one: (at: number) => string): string =>
  Array.from({ length: count }, (_, at) => one(at)).join("")

const sentence = "The saw binds in green oak when the blade is dull, so sharpen it first."
const card = (at: number) =>
  `<div class=card><h3><a href=/p${at}>Plane ${at}</a></h3><p>It is ${at} feet long</p></div>`
const article = (at: number) =>
  `<article><a href=/${at}><h3>Bench vise number ${at} of ${at * 3}</h3></a><div class=cost>${at} shillings x</div></article>`
const column = (inner: string): string => `<div class=column>${inner}</div>`

/** By the names of the rules. */
export const samples: ReadonlyMap<string, string> = new Map([
  [
    "listsOfLists",
    times(3, (of) => {
      const cards = times(4, (at) => card(of * 4 + at))
      return `<section class=shelf><h2>Shelf ${of}</h2>${cards}<p>See shelf ${of} x</p></section>`
    }) + `<p>${sentence.repeat(4)}</p>`,
  ],
  [
    "likeness",
    column(`<h2>Benches and their makers</h2>${times(5, article)}`) +
      column(`<p>${sentence.repeat(6)}</p><a href=/a>More x</a>`) +
      column(`<blockquote>${sentence.repeat(7)} x</blockquote><h4><a href=/x>Home</a> x</h4>`),
  ],
  [
    "sureParts",
    times(
      4,
      (at) =>
        `<div class=job><a href=/j>Turner ${at}</a><div class=city>Town ${at} of a very long name by the sea x</div>` +
        `<div class=posted>${at + 1} May 2025 at ten in the morning x</div></div>`,
    ),
  ],
  ["codeBlocks", `<p>${sentence}</p><pre>run it?</pre>`],
  ["tables", `<p>${sentence}</p><table><tr><td>Oak</td><td>40 x</td></tr><tr><td>Ash</td><td>35 x</td></tr></table>`],
  ["textBeside", `<p>${sentence}</p><pre>run it?</pre>`],
  ["itemLists", "<ul><li>Light enough to carry</li><li>Runs on one battery</li><li>Loud x</li></ul>"],
  ["siblingParagraphs", times(12, (at) => `<p>${sentence} So says keeper ${at}${at === 6 ? "?" : "."}</p>`)],
  ["shareLinks", `<p>${sentence}</p><ul><li><a href="https://twitter.com/share?url=x">Teilen</a></li></ul>`],
  ["neighbours", `<p>${sentence}</p><div><p>Notice A 14 ~</p><p>Published in May +</p></div>`],
  ["listTitles", `<p>${sentence}</p><section><div class=bar>Seen with it?</div>${times(6, card)}</section>`],
  ["pairs", times(3, (at) => `<div class=question>Does saw ${at} fold?</div><div class=answer>${sentence}</div>`)],
  [
    "offers",
    `<h1>Saws</h1><ul>${times(
      12,
      (at) => `<li class=saw><a href=/${at}>Saw ${at}?</a><div class=price>$${at + 3}.50?</div></li>`,
    )}</ul>`,
  ],
])

const chances: ReadonlyMap<string, number> = new Map([
  ["x", 0.05],
  ["?", 0.3],
  ["~", 0.38],
  ["+", 0.45],
])

/** What is kept of a sample with a rule, and without it. */
export const keptOfSample = (rule: Rule, html: string): ReadonlyArray<ReadonlyArray<string>> => {
  const withRule = rules.filter((one) => one === rule || joining.includes(one))
  return [withRule, withRule.filter((one) => one !== rule)].map((some) =>
    keptBy(
      parseHTML(`<html><body>${html}</body></html>`).document.body,
      (text) => chances.get(text.at(-1) ?? "") ?? 0.9,
      (chance) => chance >= 0.4,
      some,
    ),
  )
}
