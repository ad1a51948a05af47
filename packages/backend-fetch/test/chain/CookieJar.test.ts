import { assert, describe, it } from "@effect/vitest"
import { WebUrl } from "@porthole/core"
import { Result } from "effect"
import * as fc from "fast-check"
import { CookieJar, maxCookieBytes, maxCookies } from "../../src/chain/CookieJar.ts"

const now = Date.UTC(2026, 0, 1)
const targetOf = (url: string) => Result.getOrThrow(WebUrl.judge(url, { ports: [80, 443, 8080] }))

/** The Cookie field at a URL after these were set at another. */
const sent = (setAt: string, setCookies: ReadonlyArray<string>, at = setAt) => {
  const jar = new CookieJar()
  jar.store(targetOf(setAt), setCookies, { now, visits: 1 })
  return jar.fieldFor(targetOf(at))
}

describe("a cookie", () => {
  it.each([
    ["another path", "https://a.test/x", "https://a.test/y"],
    ["a default port in words", "https://a.test/", "https://a.test:443/"],
  ])("returns to its origin at %s", (_, setAt, at) => assert.strictEqual(sent(setAt, ["a=1"], at), "a=1"))

  it.each([
    ["another host", "https://b.test/"],
    ["a host below", "https://www.a.test/"],
    ["the host above", "https://test.test/"],
    ["another scheme", "http://a.test/"],
    ["another port", "https://a.test:8080/"],
  ])("never goes to %s, whatever its Domain says", (_, at) => {
    for (const domain of ["", "; Domain=test", `; Domain=${new URL(at).hostname}`, "; Domain=.a.test"])
      assert.isUndefined(sent("https://a.test/", [`a=1${domain}; Path=/`], at))
  })

  it.each([
    ["/docs/page", "a=1", "/docs/other", true],
    ["/docs/page", "a=1", "/docs", true],
    ["/docs/page", "a=1", "/", false],
    ["/docs/page?x=/y/z", "a=1", "/docs/other", true],
    ["/", "a=1; Path=/docs", "/docs/x", true],
    ["/", "a=1; Path=/docs/", "/docs/x?y", true],
    ["/", "a=1; Path=/docs", "/docsy", false],
    ["/", "a=1; Path=docs", "/elsewhere", true],
  ])("set at %s as %j fits %s: %s", (setAt, cookie, at, fits) =>
    assert.strictEqual(sent(`https://a.test${setAt}`, [cookie], `https://a.test${at}`), fits ? "a=1" : undefined),
  )

  it("of a secure site is set over TLS only", () => {
    assert.strictEqual(sent("https://a.test/", ["a=1; Secure; HttpOnly; SameSite=Strict"]), "a=1")
    assert.isUndefined(sent("http://a.test/", ["a=1; secure"]))
  })

  it("is replaced, removed and ordered", () => {
    const field = (...cookies: ReadonlyArray<string>) => sent("https://a.test/x/y", cookies)
    assert.strictEqual(field("a=1", "a=2"), "a=2")
    assert.isUndefined(field("a=1", "a=; Max-Age=0"))
    assert.isUndefined(field("a=1", "a=; Expires=Thu, 01 Jan 1970 00:00:00 GMT"))
    assert.strictEqual(field("a=1; Expires=Thu, 01-Jan-2037 00:00:00 GMT"), "a=1")
    assert.strictEqual(field("a=1; Max-Age=60; Expires=Thu, 01 Jan 1970 00:00:00 GMT"), "a=1")
    assert.strictEqual(field("a=1; Expires=soon"), "a=1")
    assert.strictEqual(field("a=1; Path=/", "b=2; Path=/x"), "b=2; a=1")
    assert.strictEqual(field(' a = "b=c" '), 'a="b=c"')
  })

  it.each([
    "",
    "=1",
    "a",
    ";",
    "a=1\r\nX-Injected: 1",
    "a=1\n",
    "a=\0",
    "a=\u0001",
    "a=\u0100",
    `a=${"x".repeat(102_400)}`,
  ])("is ignored if it is %j", (cookie) => assert.isUndefined(sent("https://a.test/", [cookie])))
})

describe("a jar", () => {
  it("has bounds", () => {
    const many = Array.from({ length: 1_000 }, (_, at) => `name${at}=${at}`)
    assert.lengthOf(sent("https://a.test/", many)?.split("; ") ?? [], maxCookies)
    const large = Array.from({ length: 5 }, (_, at) => `${at}=${"x".repeat(2_000)}`)
    assert.lengthOf(sent("https://a.test/", large)?.split("; ") ?? [], Math.floor(maxCookieBytes / 2_001))
  })

  it("tells whether a URL may answer otherwise now, and whether a cookie was sent", () => {
    const jar = new CookieJar()
    const target = targetOf("https://a.test/")
    assert.isUndefined(jar.fieldFor(target))
    assert.isFalse(jar.wasSent)
    jar.store(target, ["a=1"], { now, visits: 1 })
    jar.store(target, ["a=1"], { now, visits: 2 })
    assert.strictEqual(jar.visitsBefore, 1)
    jar.store(target, ["a=2"], { now, visits: 3 })
    assert.strictEqual(jar.visitsBefore, 3)
    jar.fieldFor(targetOf("https://b.test/"))
    assert.isFalse(jar.wasSent)
    jar.fieldFor(target)
    assert.isTrue(jar.wasSent)
  })

  it("makes only fields that a request may have, of any cookies", () => {
    const piece = fc.constantFrom(
      "a",
      "=",
      ";",
      " ",
      ",",
      "\r",
      "\n",
      "\0",
      "\u00e9",
      "Path=/",
      "Domain=b.test",
      "Max-Age=",
    )
    const cookie = fc.oneof(
      fc.string(),
      fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.join("")),
    )
    fc.assert(
      fc.property(fc.array(cookie, { maxLength: 80 }), (cookies) => {
        const field = sent("https://a.test/x/y", cookies)
        assert.match(field ?? "", /^[\t\x20-\x7e\x80-\xff]{0,9000}$/)
        assert.isUndefined(sent("https://a.test/x/y", cookies, "https://b.test/x/y"))
      }),
    )
  })
})
