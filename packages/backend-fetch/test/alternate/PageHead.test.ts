import { assert, describe, it } from "@effect/vitest"
import * as fc from "fast-check"
import * as PageHead from "../../src/alternate/PageHead.ts"

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text)
const hrefs = (html: string): ReadonlyArray<string | undefined> =>
  PageHead.read(bytes(html)).links.map((attributes) => attributes.get("href"))

describe("a link in a head", () => {
  it.each([
    "<link href=a>",
    "<LINK REL=x HREF='a'/>",
    '<!doctype html><html><head><title>x</title><link\nhref = "a">',
    "<title><link href=b></title><link href=a>",
    "<script>'<link href=b>'</script><link href=a>",
    "<script>x</scripts><link href=b></script ><link href=a>",
    "<style><link href=b></STYLE><link href=a>",
    "<noscript><img><link href=b></noscript><link href=a>",
    "<!-- <link href=b> --><link href=a>",
    "<!-- > <link href=b> --><link href=a>",
    "<!--><link href=a>",
    "<meta content='><link href=b>'><link href=a>",
    "<meta content=\"'\" title='\"><link href=b>'><link href=a>",
    "<template><template></template><link href=b></template><link href=a>",
    "<link href=a></head><link href=b>",
    "<link href=a><body><link href=b>",
    "<link href=a><p>by a visitor: <link href=b>",
    "<link href=a href=b>",
    "<?xml version='1.0'?><link href=a>",
    "< link href=b><link href=a>",
    "< <link href=a></head>",
    "</link href=b><link href=a>",
    "</ <link href=b><link href=a>",
    "</template><template><link href=b></template><link href=a>",
    "<link/href=a>",
    "<link disabled href=a>",
    "<link  rel  =  'x  y'  href  =  \"a\">",
    "<link rel='x'href=a>",
    "<title>x</title ><link href=a>",
  ])("is found in %j", (html) => assert.deepStrictEqual(hrefs(html), ["a"]))

  it.each([
    "<!-- <link href=b>",
    "<script><link href=b>",
    "<template><link href=b>",
    "<p><link href=b>",
    "<links href=b>",
  ])("is absent from %j", (html) => assert.deepStrictEqual(hrefs(html), []))

  it("is absent after the read bytes", () =>
    assert.deepStrictEqual(hrefs(`<meta content='${" ".repeat(PageHead.maxBytes)}'><link href=b>`), []))

  it("has its character references resolved", () => {
    assert.deepStrictEqual(hrefs("<link href='?a=1&amp;b=2&#38;c&#x3d;3&lt;&nothing;&#0;'>"), [
      "?a=1&b=2&c=3<&nothing;\ufffd",
    ])
    assert.deepStrictEqual(hrefs("<link href='&QUOT&apos;&gt;&nbsp;&#X3D&#1114111;&#1114112;&#x110000;'>"), [
      "\"'> =\u{10ffff}\ufffd\ufffd",
    ])
  })
})

it("the first base and the first title count, but not within a template", () => {
  const { base, title } = PageHead.read(
    bytes(
      "<template><base href=x></template><script>x</script><base target=y><base href=/a><base href=/b><title> A &amp; <b> </title><title>B</title>",
    ),
  )
  assert.deepStrictEqual([base, title], ["/a", "A & <b>"])
})

it("any bytes are read without an exception, in one pass", () => {
  const pieces = fc.constantFrom(
    "<",
    ">",
    "<!--",
    "-->",
    "<link ",
    "<script>",
    "</script",
    "<template>",
    '"',
    "'",
    "=",
    "&#",
    " ",
    "a",
  )
  fc.assert(
    fc.property(fc.oneof(fc.uint8Array(), fc.string({ unit: pieces }).map(bytes)), (document) => {
      assert.isArray(PageHead.read(document).links)
    }),
    { numRuns: 1_000 },
  )
})
