import { assert, describe, it } from "@effect/vitest"
import { Refresh } from "@porthole/core"
import * as fc from "fast-check"
import * as Onward from "../src/html/Onward.ts"
import { readHtml } from "./support.ts"

const onward = (source: string, text = "") => Onward.onwardOf(source, text, "https://site.test/dir/page")

describe("a document that leads on", () => {
  it.each([
    ['<meta http-equiv=refresh content="0;url=/real">', "https://site.test/real"],
    ["<META HTTP-EQUIV='Refresh' CONTENT=\"5; URL='real'\">", "https://site.test/dir/real"],
    ['<meta http-equiv=refresh content="0,https://other.test/a?b=1&amp;c=2">', "https://other.test/a?b=1&c=2"],
    ["<noscript><meta http-equiv=refresh content='0;url=/real'></noscript>", "https://site.test/real"],
    ["<script>location.replace('/real')</script>", "https://site.test/real"],
    ['<script>window.location.href = "/real";</script>', "https://site.test/real"],
    ['<script>var a=1; top.location="https:\\/\\/other.test\\/x"</script>', "https://other.test/x"],
    ["<script>document.location.assign( '/real' )</script>", "https://site.test/real"],
  ])("%s redirects to %s", (source, url) => assert.deepStrictEqual(onward(source), { url, by: "redirect" }))

  it.each([
    "<frameset cols=*><frame src=/real><frame src=/menu></frameset>",
    "<body><iframe src='/real'></iframe>",
    "<embed type=application/pdf src=/real>",
    "<object data=/real type=application/pdf></object>",
  ])("%s is a frame", (source) =>
    assert.deepStrictEqual(onward(source), { url: "https://site.test/real", by: "frame" }),
  )

  it.each([
    ["a refresh of itself", "<meta http-equiv=refresh content=30>"],
    ["a refresh of its own address", '<meta http-equiv=refresh content="0;url=page#x">'],
    ["another meta", '<meta name=refresh content="0;url=/real">'],
    ["a comment", '<!-- <meta http-equiv=refresh content="0;url=/real"> -->'],
    ["a template", "<template><iframe src=/real></iframe></template>"],
    ["another scheme", '<meta http-equiv=refresh content="0;url=javascript:alert(1)">'],
    ["two frames", "<iframe src=/a></iframe><iframe src=/b></iframe>"],
    [
      "a frame that counts visitors",
      "<noscript><iframe src=//tags.test/x height=0 style='display:none'></iframe></noscript>",
    ],
    ["a computed address", "<script>location.href = base + '/real'</script>"],
    ["a comparison", "<script>if (location == '/x') go()</script>"],
    ["a name that ends so", "<script>mylocation = '/real'</script>"],
    ["words about it", "<p>location.replace('/real')</p>"],
  ])("%s doesn't", (_, source) => assert.isUndefined(onward(source)))

  it("is no page of its own", () => {
    const refresh = '<meta http-equiv=refresh content="0;url=/real">'
    assert.isDefined(onward(refresh, "Redirecting to the page."))
    assert.isUndefined(onward(refresh, "x".repeat(Refresh.maxText + 1)))
    assert.isUndefined(onward("<iframe src=/widget></iframe>", "Words."))
    assert.isDefined(onward("<frameset><frame src=/real></frameset>", "Use another browser."))
    assert.isUndefined(onward(refresh + " ".repeat(Refresh.maxSource)))
    assert.strictEqual(readHtml(`${refresh}<p>Moved.`).onward?.by, "redirect")
    assert.notProperty(readHtml(`${refresh}<p>${"The tide comes in. ".repeat(40)}`), "onward")
  })

  it("is looked for in any text without an exception", () => {
    const piece = fc.constantFrom(
      ..."<script>|</script>|<meta http-equiv=refresh content='0;|url=|location|=|'|/a|<iframe src=|>|<template>".split(
        "|",
      ),
    )
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
        const found = onward(pieces.join(""))
        if (found !== undefined) assert.match(found.url, /^https?:/)
      }),
    )
  })
})
