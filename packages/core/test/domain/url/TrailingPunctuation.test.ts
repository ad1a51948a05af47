import { assert, describe, it } from "@effect/vitest"
import { WebError } from "@porthole/core"
import * as fc from "fast-check"
import * as TrailingPunctuation from "../../../src/domain/url/TrailingPunctuation.ts"

describe("a URL without the punctuation at its end", () => {
  it.each([
    ["https://site.test/a.", "https://site.test/a"],
    ["https://site.test/a,", "https://site.test/a"],
    ["https://site.test/a)", "https://site.test/a"],
    ["https://site.test/a).", "https://site.test/a"],
    ["https://site.test/Lamp_(unit)).", "https://site.test/Lamp_(unit)"],
    ["https://site.test/a?b=c;", "https://site.test/a?b=c"],
    ["https://site.test/a**", "https://site.test/a"],
    ["https://site.test/a%22", "https://site.test/a"],
    ["https://site.test/a%3E.", "https://site.test/a"],
    ["https://site.test/a%E3%80%82", "https://site.test/a"],
    ["https://site.test/a%EF%BC%89%EF%BC%8C", "https://site.test/a"],
    ["https://site.test/a%E2%80%9D", "https://site.test/a"],
    ["https://site.test/a%E2%80%A6", "https://site.test/a"],
    ["https://site.test/a%E3%80%91%E3%80%82", "https://site.test/a"],
    ["https://site.test/a%D8%8C", "https://site.test/a"],
  ])("is, of %s, %s", (url, bare) => assert.strictEqual(TrailingPunctuation.without(url), bare))

  it.each([
    "https://site.test/",
    "https://site.test/a",
    "https://site.test/Lamp_(unit)",
    "https://site.test/a[1]",
    "https://site.test/%E3%80%8A%E7%BA%A2%E6%A5%BC%E3%80%8B",
    "https://site.test/%e3%80%90a%E3%80%91",
    "https://site.test/a#b.",
    "https://site.test/a/",
    "https://site.test/a%20",
  ])("is none of %s", (url) => assert.isUndefined(TrailingPunctuation.without(url)))

  it("is a beginning of any URL", () =>
    fc.assert(
      fc.property(fc.webUrl(), fc.stringMatching(/^[.,)\]*]{0,50}$/), (url, end) => {
        const bare = TrailingPunctuation.without(`${url}${end}`)
        assert.isTrue(bare === undefined || `${url}${end}`.startsWith(bare))
      }),
    ))
})

describe("an error", () => {
  const error = (status_code: number) => WebError.make({ error: "http_error", status_code, message: "Not there." })
  const explained = (status: number, url: string) => TrailingPunctuation.explain(error(status), url).wire.message

  it("of a page that isn't there names the URL without its punctuation", () => {
    const message = "Not there. The URL ends in punctuation; https://site.test/a is the same without it."
    for (const status of [404, 410]) assert.strictEqual(explained(status, "https://site.test/a)."), message)
  })

  it("stays as it is otherwise", () => {
    assert.strictEqual(explained(404, "https://site.test/a"), "Not there.")
    assert.strictEqual(explained(403, "https://site.test/a."), "Not there.")
    assert.strictEqual(explained(404, `https://site.test/${"a".repeat(600)}.`), "Not there.")
    const blocked = WebError.make({ error: "blocked_url", reason: "invalid_target" })
    assert.strictEqual(TrailingPunctuation.explain(blocked, "https://site.test/a."), blocked)
  })
})
