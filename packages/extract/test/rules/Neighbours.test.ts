/** Tests that a paragraph that is a little less likely than those beside it stays, and that others still go. */
import { assert, describe, it } from "@effect/vitest"
import { parseHTML } from "linkedom"
import { neighbours } from "../../src/rules/Neighbours.ts"
import { joining, keptBy } from "./keptBy.ts"

/** The texts that are kept of a body: those with a `~` at the end are nearly as likely as the others. */
const keptOf = (html: string): ReadonlyArray<string> =>
  keptBy(
    parseHTML(`<html><body>${html}</body></html>`).document.body,
    (text) => (text.endsWith("x") ? 0.05 : text.endsWith("~") ? 0.38 : 0.45),
    (chance) => chance >= 0.4,
    [...joining, neighbours],
  )

describe("a paragraph beside kept ones of its name and class", () => {
  it.each([
    [
      "in a box of facts",
      "<div class=facts><p>Notice A 14 ~</p><p>Reference 2026 77 ~</p><p>Published in May</p></div>",
    ],
    [
      "behind them",
      "<section><div class=note>Lab one, Harbour Road</div><div class=note>Lab two, Mill Lane ~</div></section>",
    ],
  ])("%s stays", (_, html) => assert.include(keptOf(html).join(), "~"))

  it.each([
    ["of another class", "<p class=by>By the harbour office ~</p><p>Published in May</p>"],
    ["that is a link with a teaser", "<p><a href=/a>The bridge</a> opens in May ~</p><p>Published in May</p>"],
    ["of a word or two", "<p>Print ~</p><p>Published in May</p>"],
    ["that is unlikely", "<p>Share this page with friends x</p><p>Published in May</p>"],
    ["of a table", "<table><tr><td><p>Oak and ash x</p></td><td><p>40 or more</p></td></tr></table>"],
  ])("%s goes", (_, html) => assert.notMatch(keptOf(html).join(), /[~x](?:,|$)/))
})
