/** Tests that links that share a page go by their addresses, and other short links stay. */
import { assert, describe, it } from "@effect/vitest"
import { parseHTML } from "linkedom"
import { shareLinks } from "../../src/rules/ShareLinks.ts"
import { keptBy } from "./keptBy.ts"

const keptOf = (html: string): ReadonlyArray<string> =>
  keptBy(
    parseHTML(`<html><body><p>The gate opens at dawn.</p>${html}</body></html>`).document.body,
    () => 0.9,
    () => true,
    [shareLinks],
  )

const link = (address: string): string => `<ul><li><a href="${address}">Teilen</a></li></ul>`

describe("a link alone in its block", () => {
  it.each([
    "https://www.facebook.com/sharer/sharer.php?u=https%3A%2F%2Fharbour.test",
    "https://x.com/intent/post?text=A",
    "https://b.hatena.ne.jp/add?url=https://harbour.test",
    "mailto:?subject=The%20gate",
    "https://api.whatsapp.com/send?text=The%20gate",
  ])("goes if it leads to %s", (address) => assert.notInclude(keptOf(link(address)), "Teilen"))

  it.each([
    "https://www.facebook.com/harbour",
    "https://twitter.com/harbour/status/1",
    "mailto:office@harbour.test?subject=Gate",
    "https://harbour.test/?to=https://x.com/intent/post",
    "https://twitter.com/ShareThis",
    "https://twitter.com/intent/user?screen_name=harbour",
    "https://t.me/sharesofthesea",
    "https://api.whatsapp.com/send?phone=4915550134",
  ])("stays if it leads to %s", (address) => assert.include(keptOf(link(address)), "Teilen"))

  it("stays beside another link", () => {
    const links = '<a href="/report.pdf">Full report</a> <a href="https://x.com/intent/post">Share</a>'
    assert.include(keptOf(`<p>${links}</p>`), "Full report Share")
  })

  it.each(["<h2><a name=gate>Teilen</a></h2>", "<h3><a>Teilen</a></h3>", "<p><a id=gate>Teilen</a></p>"])(
    "stays without an address: %s",
    (html) => assert.include(keptOf(html), "Teilen"),
  )

  it("goes if only a script knows what it does", () => {
    assert.notInclude(keptOf("<p><a onclick=go()>Teilen</a></p>"), "Teilen")
  })

  it("stays in a sentence", () => {
    const text = "Who likes the gate may tell their friends at sea"
    assert.include(keptOf(`<p>${text} <a href="https://x.com/intent/post">here</a></p>`), `${text} here`)
  })
})
