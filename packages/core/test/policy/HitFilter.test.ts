/** Tests the filter of hits rule by rule; the tests of `webSearch` prove that it is applied. */
import { assert, describe, it } from "@effect/vitest"
import { Result } from "effect"
import { DomainPattern, HitFilter } from "../../src/index.ts"

const domains = (...names: ReadonlyArray<string>) => Result.getOrThrow(HitFilter.readDomains(names))

const lists = (allow: ReadonlyArray<string>, deny: ReadonlyArray<string> = []) => ({
  allow_domains: allow.map((text) => DomainPattern.readPattern(text) ?? assert.fail(text)),
  deny_domains: deny.map((text) => DomainPattern.readPattern(text) ?? assert.fail(text)),
})

const everything = { domains: [], excluded: [], lists: lists([]), window: {} }

describe("domains of a request", () => {
  it("are read in canonical form, each once", () =>
    assert.strictEqual(
      domains("Example.com", "example.com.", "bücher.example").join(),
      "example.com,xn--bcher-kva.example",
    ))

  it.each(["", "https://example.com", "example.com/a", "10.0.0.1", "*.example.com"])("refuse %j by name", (text) => {
    const reported = (parameter?: "exclude_domains") =>
      Result.getOrThrow(Result.flip(HitFilter.readDomains(["a.test", text], parameter))).wire
    assert.deepInclude(reported(), { error: "invalid_request", reason: "domains" })
    assert.deepInclude(reported("exclude_domains"), { error: "invalid_request", reason: "exclude_domains" })
  })

  it.each([
    ["https://example.com/", true],
    ["https://docs.EXAMPLE.com./a", true],
    ["https://notexample.com/", false],
    ["https://93.184.216.34/", false],
    ["example.com", false],
  ])("cover %s: %j", (url, expected) => {
    assert.strictEqual(HitFilter.covers(domains("other.test", "example.com"), url), expected)
    assert.strictEqual(HitFilter.admits(domains("other.test", "example.com"), url), expected)
  })

  it("that are empty admit all and cover nothing", () => {
    assert.isTrue(HitFilter.admits([], "https://example.com/"))
    assert.isFalse(HitFilter.covers([], "https://example.com/"))
  })
})

describe("the operator's lists", () => {
  it.each([
    [[], [], "https://example.com/", true],
    [["example.com"], [], "https://docs.example.com/", true],
    [["example.com"], [], "https://other.test/", false],
    [[], ["example.com"], "https://example.com/", false],
    [[], ["example.com"], "https://other.test/", true],
    [["93.184.216.34"], [], "https://93.184.216.34/", true],
    [["example.com"], [], "no address", false],
    [[], ["example.com"], "no address", false],
    [[], [], "no address", true],
  ])("%j and %j permit %s: %j", (allow, deny, url, expected) =>
    assert.strictEqual(HitFilter.permits(lists(allow, deny), url), expected),
  )

  it.each([
    [[], []],
    [
      ["example.com", "*.example.com", "other.test"],
      ["example.com", "other.test"],
    ],
    [["example.com", "93.184.216.34"], []],
    [Array.from({ length: 10 }, (_, at) => `${at}.test`), Array.from({ length: 10 }, (_, at) => `${at}.test`)],
    [Array.from({ length: 11 }, (_, at) => `${at}.test`), []],
  ])("%j narrow a search to %j", (allow, expected) =>
    assert.strictEqual(HitFilter.allowedDomains(lists(allow)).join(), expected.join()),
  )
})

describe("a hit", () => {
  const fault = (filter: Partial<HitFilter.HitFilter>, url: string, publishedAt?: string) =>
    HitFilter.faultOf({ ...everything, ...filter }, url, publishedAt)

  it.each([
    ["https://example.com/", undefined],
    ["http://10.0.0.1/", "unfetchable"],
    ["http://vault.internal/", "unfetchable"],
    ["https://user:word@example.com/", "unfetchable"],
    ["https://:word@example.com/", "unfetchable"],
    ["https://user@example.com/", "unfetchable"],
    ["https://example.com:8443/", undefined],
    ["no address", undefined],
  ])("%s has the fault %j", (url, expected) => assert.strictEqual(fault({}, url), expected))

  it("has the first of its faults", () => {
    const strict = { domains: domains("a.test"), excluded: domains("b.a.test"), lists: lists([], ["c.a.test"]) }
    const faults = ["https://x.test/", "https://b.a.test/", "https://c.a.test/", "https://a.test/"]
    assert.deepStrictEqual(
      faults.map((url) => fault(strict, url)),
      ["elsewhere", "excluded", "denied", undefined],
    )
  })
})

describe("the filters that a provider ignored", () => {
  const still = (ignored: ReadonlyArray<string>, query: object = {}, isAllDated = false) =>
    HitFilter.stillIgnored(ignored, { query: "x", ...query }, isAllDated)

  it("are reported once, but for those that the kernel applies", () => {
    assert.deepStrictEqual(still(["language", "language", "domains", "exclude_domains", "max_results"]), ["language"])
    assert.deepStrictEqual(still(["include_metadata", "country"]), ["country"])
  })

  it("don't include page if it is the first", () => {
    assert.deepStrictEqual(still(["page"]), [])
    assert.deepStrictEqual(still(["page"], { page: 1 }), [])
    assert.deepStrictEqual(still(["page"], { page: 2 }), ["page"])
  })

  it("lists no unrequested date, and none if every hit has one", () => {
    assert.deepStrictEqual(still(["time_range", "start_date"], { time_range: "week" }), ["time_range"])
    assert.deepStrictEqual(still(["time_range"], { time_range: "week" }, true), [])
  })
})
