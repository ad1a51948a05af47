import { Effect } from "effect"
import { assert, describe, it } from "vitest"
import * as SiteScope from "../../src/site/SiteScope.ts"

const scopeOf = (url: string, options: SiteScope.ScopeOptions = {}) => {
  const scope = SiteScope.make(url, options)
  if (scope === undefined) throw new Error("no scope")
  return scope
}

const wants = (scope: SiteScope.SiteScope, path: string): boolean =>
  Effect.runSync(SiteScope.wants(scope, new URL(path, scope.start)))

describe("a scope", () => {
  it.each([
    ["https://docs.example/guide/", "https://docs.example/guide/a", true],
    ["https://docs.example/guide", "https://docs.example/guide/a", true],
    ["https://docs.example/guide/", "https://docs.example/guidebook", false],
    ["https://docs.example/guide/", "https://docs.example/guide/..%2fsecret", false],
    ["https://docs.example/guide/start.html", "https://docs.example/guide/a", true],
    ["https://docs.example/guide/start.html", "https://docs.example/other", false],
    ["https://docs.example/guide/?x=1#y", "http://docs.example/guide/a", true],
    ["https://docs.example/", "https://api.docs.example/a", false],
  ])("of %s and %s: %s", (prefix, url, expected) => {
    assert.strictEqual(SiteScope.covers(scopeOf(prefix), new URL(url)), expected)
  })

  it("may have subdomains, and no host that only looks like one", () => {
    const scope = scopeOf("https://docs.example/guide/", { subdomains: true })
    assert.isTrue(SiteScope.covers(scope, new URL("https://api.docs.example/a")))
    assert.isFalse(SiteScope.covers(scope, new URL("https://mydocs.example/a")))
  })

  it("wants what its patterns say", () => {
    const scope = scopeOf("https://docs.example/", { include: ["/guide/**"], exclude: ["**/old/**"] })
    const wanted = ["/guide/a", "/guide/old/a", "/api"].filter((path) => wants(scope, path))
    assert.deepStrictEqual(wanted, ["/guide/a"])
  })

  it("wants all paths if no pattern is given", () => {
    assert.isTrue(wants(scopeOf("https://docs.example/", { include: [], exclude: [] }), "/api"))
  })

  it("wants paths with characters that URLs escape", () => {
    const scope = scopeOf("https://docs.example/", { include: ["/größe \ud83c\udf0a/**", "/%C3%A9t%C3%A9/*"] })
    for (const path of ["/größe \ud83c\udf0a/a", "/été/a"]) assert.isTrue(wants(scope, path), path)
  })
})

describe("a URL", () => {
  it.each([
    ["https://a.example/x;jsessionid=AB12?PHPSESSID=1&id=5&utm_source=x#top", "https://a.example/x?id=5"],
    ["https://a.example/x?sid=0123456789abcdef0123", "https://a.example/x"],
    ["https://a.example/x?s=search+term", "https://a.example/x?s=search+term"],
  ])("%s loses what only tells visitors apart", (url, expected) => {
    assert.strictEqual(SiteScope.cleaned(new URL(url)).href, expected)
  })

  it("has one key in all of its spellings", () => {
    const urls = ["https://a.example/x", "http://a.example/x/", "https://a.example:443/x/index.html"]
    assert.strictEqual(new Set(urls.map((url) => SiteScope.keyOf(new URL(url)))).size, 1)
    assert.notStrictEqual(
      SiteScope.keyOf(new URL("https://a.example/x.html")),
      SiteScope.keyOf(new URL("https://a.example/x/")),
    )
  })
})
