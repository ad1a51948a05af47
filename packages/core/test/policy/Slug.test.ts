import { assert, describe, it } from "@effect/vitest"
import { Slug, WebError } from "@porthole/core"
import { Result } from "effect"
import { judged, siteOf, slugProperty } from "./SlugProperty.ts"

const outside = "blocked_url outside_site"

describe("a slug", () => {
  it.each([
    ["architecture/blackboard", "https://docs.test/guide/architecture/blackboard.html"],
    ["index", "https://docs.test/guide/index.html"],
    ["/architecture/blackboard", "https://docs.test/guide/architecture/blackboard.html"],
    ["architecture/blackboard/", "https://docs.test/guide/architecture/blackboard.html"],
    ["  architecture/blackboard\n", "https://docs.test/guide/architecture/blackboard.html"],
    ["architecture/blackboard.html", "https://docs.test/guide/architecture/blackboard.html"],
    ["architecture/blackboard.HTML", "https://docs.test/guide/architecture/blackboard.HTML"],
    ["old.htm", "https://docs.test/guide/old.htm"],
    ["blackboard.html/", "https://docs.test/guide/blackboard.html"],
    ["blackboard.html#events", "https://docs.test/guide/blackboard.html"],
    ["architecture/blackboard#events", "https://docs.test/guide/architecture/blackboard.html"],
    ["a#b#../../c", "https://docs.test/guide/a.html"],
    ["v1.2", "https://docs.test/guide/v1.2.html"],
    ["a.html.old", "https://docs.test/guide/a.html.old.html"],
    ["html", "https://docs.test/guide/html.html"],
    ["a?version=2", "https://docs.test/guide/a.html?version=2"],
    ["a/?version=2/", "https://docs.test/guide/a.html?version=2/"],
    ["a.html?x=#y", "https://docs.test/guide/a.html?x="],
    ["?q=x", "https://docs.test/guide/?q=x"],
    ["/", "https://docs.test/guide/"],
    ["#top", "https://docs.test/guide/"],
    ["a b", "https://docs.test/guide/a%20b.html"],
    ["f\u00fcr/\u6f6e", "https://docs.test/guide/f%C3%BCr/%E6%BD%AE.html"],
    ["f%C3%BCr", "https://docs.test/guide/f%C3%BCr.html"],
    ["100%", "https://docs.test/guide/100%25.html"],
    ["100%2", "https://docs.test/guide/100%252.html"],
    ["50%off%20", "https://docs.test/guide/50%25off%20.html"],
    ["a\\b", "https://docs.test/guide/a/b.html"],
    ["a/../b", "https://docs.test/guide/b.html"],
    ["./a", "https://docs.test/guide/a.html"],
    ["./std::vector", "https://docs.test/guide/std::vector.html"],
    ["a/b:c", "https://docs.test/guide/a/b:c.html"],
    ["@evil.test", "https://docs.test/guide/@evil.test.html"],
    [":80/a", "https://docs.test/guide/:80/a.html"],
    ["evil.test/a", "https://docs.test/guide/evil.test/a.html"],
    ["a//b", "https://docs.test/guide/a//b.html"],
    ["constructor", "https://docs.test/guide/constructor.html"],
  ])("%j is %s", (slug, url) => {
    assert.strictEqual(judged(slug), url)
  })

  it.each([
    ["https://docs.test/guide/a", "https://docs.test/guide/a"],
    ["https://docs.test/guide/a.html#x", "https://docs.test/guide/a.html#x"],
    [" HTTPS://DOCS.TEST/guide/a ", "https://docs.test/guide/a"],
    ["http://docs.test/guide/a", "http://docs.test/guide/a"],
    ["//docs.test/guide/a", "https://docs.test/guide/a"],
    ["\\\\docs.test\\guide\\a", "https://docs.test/guide/a"],
  ])("%j is a URL, %s", (slug, url) => {
    assert.strictEqual(judged(slug), url)
  })

  it.each([
    ["", "invalid_request slug_or_url"],
    [" \n\t", "invalid_request slug_or_url"],
    ["..", outside],
    ["../secret", outside],
    ["a/../../secret", outside],
    ["/../secret", outside],
    ["..\\secret", outside],
    ["%2e%2e/secret", outside],
    ["..%2fsecret", outside],
    ["%2e%2e%5csecret", outside],
    ["%252e%252e%252fsecret", outside],
    ["..;/secret", outside],
    ["\uff0e\uff0e/secret", outside],
    ["a/..", outside],
    ["//evil.test/guide/a", outside],
    ["/\\evil.test/guide/a", outside],
    ["\\/evil.test/guide/a", outside],
    ["\\\\evil.test\\guide", outside],
    ["///evil.test/guide/a", outside],
    ["https://docs.test/", outside],
    ["https://docs.test/guidebook", outside],
    ["https://docs.test/guide/../secret", outside],
    ["https://evil.test/guide/a", outside],
    ["https:evil.test/guide/a", outside],
    ["https://docs.test:8443/guide/a", outside],
    ["https://user@docs.test/guide/a", "blocked_url invalid_target"],
    ["//docs.test@evil.test/guide", "blocked_url invalid_target"],
    ["http://127.0.0.1/guide/a", "blocked_url private_or_metadata_target"],
    ["//169.254.169.254/latest", "blocked_url private_or_metadata_target"],
    ["https://", "blocked_url invalid_target"],
    ["//", "blocked_url invalid_target"],
    ["a\nb", "blocked_url invalid_target"],
    ["/\t/evil.test/a", "blocked_url invalid_target"],
    ["a\u0000", "blocked_url invalid_target"],
    ["javascript:alert(1)", "unsupported_scheme"],
    ["data:text/html,x", "unsupported_scheme"],
    ["file:///etc/passwd", "unsupported_scheme"],
    ["ftp://docs.test/guide/a", "unsupported_scheme"],
    ["std::vector", "unsupported_scheme"],
    ["localhost:8080/a", "unsupported_scheme"],
    ["C:\\secret", "unsupported_scheme"],
    ["x".repeat(9_000), "blocked_url invalid_target"],
    [`//${"\u00e4".repeat(5_000)}/`, "blocked_url invalid_target"],
  ])("%j is refused: %s", (slug, reason) => {
    assert.strictEqual(judged(slug), reason)
  })

  slugProperty(500)
})

describe("at the root of a host", () => {
  const root = siteOf({ baseUrl: "http://docs.test" })

  it.each([
    ["a", "http://docs.test/a.html"],
    ["@evil.test", "http://docs.test/@evil.test.html"],
    [".evil.test", "http://docs.test/.evil.test.html"],
    ["/", "http://docs.test/"],
    ["//docs.test/a", "http://docs.test/a"],
    ["//evil.test/a", outside],
    ["../a", "http://docs.test/a.html"],
  ])("%j is %s", (slug, expected) => {
    assert.strictEqual(judged(slug, root), expected)
  })
})

describe("an author's rule", () => {
  const by = (slugToUrl: (slug: string) => string) => (slug: string) => judged(slug, siteOf({ slugToUrl }))

  it("gets the model's text, without its fragment and surrounding blanks", () => {
    const input: Array<string> = []
    const ask = by((slug) => {
      input.push(slug)
      return "https://docs.test/guide/page"
    })
    for (const slug of [" /a/b/#c ", "../a", "x.html?y"]) assert.strictEqual(ask(slug), "https://docs.test/guide/page")
    assert.deepStrictEqual(input, ["/a/b/", "../a", "x.html?y"])
  })

  it("isn't used for a URL", () => {
    const ask = by(() => assert.fail("asked"))
    assert.strictEqual(ask("https://docs.test/guide/a"), "https://docs.test/guide/a")
    assert.strictEqual(ask("//evil.test/a"), outside)
    assert.strictEqual(ask("javascript:x"), "unsupported_scheme")
  })

  it.each([
    ["https://docs.test/guide/p?id=7", "https://docs.test/guide/p?id=7"],
    ["https://docs.test/other", outside],
    ["https://evil.test/guide/", outside],
    ["https://docs.test/guide/..%2fsecret", outside],
    ["http://127.0.0.1/guide/", "blocked_url private_or_metadata_target"],
    ["file:///etc/passwd", "unsupported_scheme"],
    ["https://user:pass@docs.test/guide/", "blocked_url invalid_target"],
    ["guide/a", "invalid_request slug_or_url"],
    ["", "invalid_request slug_or_url"],
    [`https://${"\u00e4".repeat(5_000)}/`, "invalid_request slug_or_url"],
  ])("with the result %j becomes %s", (input, expected) => {
    assert.strictEqual(by(() => input)("a"), expected)
  })

  it("that throws, or returns no text, has no page; the cause is for the operator", () => {
    const sloppy = (slugToUrl: unknown) => Object.assign({}, siteOf(), { slugToUrl })
    for (const input of [
      undefined,
      null,
      7,
      {},
      Promise.resolve("https://docs.test/guide/a"),
      new URL(siteOf().base),
    ]) {
      assert.strictEqual(
        judged(
          "a",
          sloppy(() => input),
        ),
        "invalid_request slug_or_url",
      )
    }
    const failed = Slug.urlOf(
      sloppy(() => {
        throw new Error("secret")
      }),
      "a",
    )
    const error = Result.isFailure(failed) ? failed.failure : assert.fail("it has a page")
    assert.notInclude(JSON.stringify(error), "secret")
    assert.include(String(WebError.causeOf(error)), "secret")
  })
})
