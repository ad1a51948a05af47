import { assert, describe, it } from "@effect/vitest"
import { SitePrefix } from "@porthole/core"
import * as fc from "fast-check"
import { readingProperty } from "./Readings.ts"

const prefixOf = (base: string): SitePrefix.SitePrefix => {
  const prefix = SitePrefix.read(base)
  if (prefix === undefined) assert.fail(`${base} is no prefix`)
  return prefix
}

const isInside = (base: string, url: string): boolean => SitePrefix.contains(prefixOf(base), new URL(url))

const docs = "https://docs.test/guide"

describe("a base URL", () => {
  it.each([
    ["https://docs.test", { host: "docs.test", port: 443, path: "" }],
    ["https://docs.test/", { host: "docs.test", port: 443, path: "" }],
    ["http://docs.test/guide", { host: "docs.test", port: 80, path: "/guide" }],
    ["https://DOCS.test./guide///", { host: "docs.test", port: 443, path: "/guide" }],
    ["https://docs.test:8443/guide/", { host: "docs.test", port: 8443, path: "/guide" }],
    ["https://docs.test/a/../guide/%7euser/", { host: "docs.test", port: 443, path: "/guide/%7Euser" }],
    ["https://b\u00fccher.test/f\u00fcr/", { host: "xn--bcher-kva.test", port: 443, path: "/f%C3%BCr" }],
    ["http://93.184.216.34/guide", { host: "93.184.216.34", port: 80, path: "/guide" }],
    ["http://[2606:2800:220:1::1]/guide", { host: "2606:2800:220:1::1", port: 80, path: "/guide" }],
  ])("%s", (base, prefix) => {
    assert.deepStrictEqual(SitePrefix.read(base), prefix)
  })

  it.each([
    "",
    "guide",
    "/guide",
    "//docs.test/guide",
    "ftp://docs.test/guide",
    "javascript:alert(1)",
    "https://user@docs.test/guide",
    "https://:pass@docs.test/guide",
    "https://docs.test/guide?x",
    "https://docs.test/guide#x",
    "https://docs.test/guide/..%2f",
    "https://docs.test/guide/%252e%252e/",
    "https://docs.test/%00guide",
  ])("%j is invalid", (base) => {
    assert.isUndefined(SitePrefix.read(base))
  })
})

describe("inside", () => {
  it.each([
    [docs, "https://docs.test/guide"],
    [docs, "https://docs.test/guide/"],
    [docs, "https://docs.test/guide/a/b.html"],
    [docs, "https://docs.test/guide//a"],
    [docs, "https://docs.test/guide/a/../b"],
    [docs, "https://docs.test/other/../guide/b"],
    [docs, "https://docs.test/guide/./a"],
    [docs, "https://docs.test/guide/a%2fb"],
    [docs, "https://docs.test/guide/a%5cb"],
    [docs, "https://docs.test/guide/100%25"],
    [docs, "https://docs.test/guide/100%"],
    [docs, "https://docs.test/guide/a%2520b"],
    [docs, "https://docs.test/guide/std::vector;v=1"],
    [docs, "https://docs.test/guide/.well-known/x"],
    [docs, "https://docs.test/guide/a..b/c.."],
    [docs, "https://docs.test/guide/%E2%82%AC/%F0%9F%8C%8A/f\u00fcr"],
    [docs, "https://docs.test/guide/caf%e9"],
    [docs, "https://docs.test/guide/caf%u00e9"],
    [docs, "https://docs.test/guide/?next=/../../secret"],
    [docs, "https://docs.test/guide/#/../../secret"],
    [docs, "http://docs.test/guide/a"],
    [docs, "https://docs.test./guide/a"],
    [docs, "https://DOCS.TEST:443/guide/a"],
    [docs, "https:\\\\docs.test\\guide\\a"],
    ["https://docs.test/", "https://docs.test/"],
    ["https://docs.test/", "https://docs.test/anything"],
    ["https://docs.test/%c3%a9t%C3%A9", "https://docs.test/%C3%A9t%c3%a9/a"],
    ["https://docs.test/\u00e9", "https://docs.test/%c3%a9/a"],
    ["https://docs.test/a%2fb/", "https://docs.test/a%2Fb/c"],
    ["http://93.184.216.34:8080/guide", "http://93.184.216.34:8080/guide/a"],
    ["http://93.184.216.34/guide", "http://0x5db8d822/guide/a"],
    ["http://[2606:2800:220:1::1]/guide", "http://[2606:2800:0220:1:0:0:0:1]/guide/a"],
  ])("%s: %s", (base, url) => {
    assert.isTrue(isInside(base, url))
  })
})

describe("outside", () => {
  it.each([
    "https://docs.test/",
    "https://docs.test/guid",
    "https://docs.test/guidebook",
    "https://docs.test/guide.html",
    "https://docs.test/guide;x/a",
    "https://docs.test/guide%2fa",
    "https://docs.test/guide%00/a",
    "https://docs.test/Guide/a",
    "https://docs.test/%67uide/a",
    "https://docs.test//guide/a",
    "https://docs.test/other/guide/a",
    "https://docs.test/other?/guide/",
    "https://docs.test/other#/guide/",
    "https://docs.test:8443/guide/a",
    "https://www.docs.test/guide/a",
    "https://docs.test.evil.test/guide/a",
    "https://evil.test/docs.test/guide/a",
    "https://docs.test@evil.test/guide/a",
    "https://docs.test\\@evil.test/guide/a",
    "https://xdocs.test/guide/a",
    "https://docs.test/guide/..",
    "https://docs.test/guide/../",
    "https://docs.test/guide/../secret",
    "https://docs.test/guide/a/../../secret",
    "https://docs.test/guide/%2e%2e/secret",
    "https://docs.test/guide/.%2E/secret",
    "https://docs.test/guide/..\\secret",
    "https://docs.test/guide\\..\\..\\secret",
    "https://docs.test/guide/..%2fsecret",
    "https://docs.test/guide/..%2Fsecret",
    "https://docs.test/guide/%2e%2e%2fsecret",
    "https://docs.test/guide/a%2f..%2f..%2fsecret",
    "https://docs.test/guide/..%5csecret",
    "https://docs.test/guide/%2e%2e%5Csecret",
    "https://docs.test/guide/%252e%252e/secret",
    "https://docs.test/guide/%252e%252e%252fsecret",
    "https://docs.test/guide/..%252fsecret",
    "https://docs.test/guide/..%25252fsecret",
    "https://docs.test/guide/..%25255csecret",
    "https://docs.test/guide/%2%35%32e./secret",
    "https://docs.test/guide/%%32%65%%32%65/secret",
    "https://docs.test/guide/%252525252525252e",
    "https://docs.test/guide/..;/secret",
    "https://docs.test/guide/..;x=1/secret",
    "https://docs.test/guide/..%3b/secret",
    "https://docs.test/guide/..%3f/secret",
    "https://docs.test/guide/..%23/secret",
    "https://docs.test/guide/..%00/secret",
    "https://docs.test/guide/..%20/secret",
    "https://docs.test/guide/%20../secret",
    "https://docs.test/guide/..%0a/secret",
    "https://docs.test/guide/a%00b",
    "https://docs.test/guide/.../secret",
    "https://docs.test/guide/..%c0%afsecret",
    "https://docs.test/guide/%c0%ae%c0%ae/secret",
    "https://docs.test/guide/%e0%80%ae%e0%80%ae/secret",
    "https://docs.test/guide/%f0%80%80%ae./secret",
    "https://docs.test/guide/%25c0%25ae%25c0%25ae/secret",
    "https://docs.test/guide/..%u002fsecret",
    "https://docs.test/guide/%u002e%u002e/secret",
    "https://docs.test/guide/%uff0e%uff0e%uff0fsecret",
    "https://docs.test/guide/..\uff0fsecret",
    "https://docs.test/guide/\uff0e\uff0e/secret",
    "https://docs.test/guide/\u2025/secret",
    "https://docs.test/guide/\u2024\u2024/secret",
    "https://docs.test/guide/%ef%bb%bf../secret",
    "https://docs.test/guide/.\u200b./secret",
    "https://docs.test/guide/%ef%bc%852e%ef%bc%852e/secret",
    "https://docs.test/guide/..%2f%2fguide/a",
    "https://docs.test/guide/..%2fguide/a",
  ])("%s", (url) => {
    assert.isFalse(isInside(docs, url))
  })
})

describe("a URL that is judged to be inside", () => {
  readingProperty(3_000)

  it("may have segments of any name, if none begins with two dots", () => {
    const name = fc
      .string({ minLength: 1, maxLength: 12, unit: "grapheme" })
      .filter((text) => !/[\p{C}\ufffd]/u.test(text) && !/%|^\s*\.|[/\\]\s*\./u.test(text.normalize("NFKC")))
    fc.assert(
      fc.property(fc.array(name, { minLength: 1, maxLength: 4 }), (names) => {
        assert.isTrue(isInside(docs, `${docs}/${names.map(encodeURIComponent).join("/")}`))
      }),
      { numRuns: 3_000 },
    )
  })

  it("may have a path as long as a URL can be", () => {
    const long = `/guide/${"%2525".repeat(1_500)}`
    assert.isTrue(isInside(docs, `https://docs.test${long}`))
    assert.isFalse(isInside(docs, `https://docs.test/guide/${"/ ".repeat(4_000)}..`))
  })
})
