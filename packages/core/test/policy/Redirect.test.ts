import { assert, describe, it } from "@effect/vitest"
import { Redirect, WebError, WebUrl } from "@porthole/core"
import { Result } from "effect"

const policy = { ports: [80, 443] }
const vetted = (text: string) => Result.getOrThrow(WebUrl.parse(text, policy))

const next = (
  location: string | undefined,
  options: { from?: string; visited?: ReadonlyArray<string>; max?: number } = {},
) => {
  const from = vetted(options.from ?? "https://example.com/a/b")
  return Result.match(
    Redirect.next(
      { from, status: 302, location, visited: options.visited ?? [from], maxRedirects: options.max ?? 5 },
      policy,
    ),
    { onSuccess: ({ url }): string => url, onFailure: ({ wire }) => wire },
  )
}

describe("the redirect decision", () => {
  it.each([
    ["/c", "https://example.com/c"],
    ["c", "https://example.com/a/c"],
    ["?q", "https://example.com/a/b?q"],
    ["//other.example/x", "https://other.example/x"],
    ["https://other.example/", "https://other.example/"],
  ])("resolves %s against its own URL", (location, expected) => assert.strictEqual(next(location), expected))

  it.each([
    "http://10.0.0.1/",
    "https://127.0.0.1/",
    "//169.254.169.254/",
    "https://localhost/",
    "https://user:pass@example.com/",
    "https://example.com:8443/",
    "http://example.com/",
    "https://[",
    "https://exam\tple.com/",
    "https://[::ffff:10.0.0.1]/",
    `//${"\u00e4\u00b8\u0080".repeat(1_025)}/`,
    `/${"x".repeat(9_000)}`,
  ])("refuses %j as redirect_to_blocked_target", (location) =>
    assert.include(Object(next(location)), { error: "blocked_url", reason: "redirect_to_blocked_target" }),
  )

  it.each([
    "ftp://example.com/",
    "file:///etc/passwd",
    "javascript:alert(1)",
    "data:text/html,x",
    "gopher://10.0.0.1/",
  ])("reports %s as unsupported_scheme", (location) =>
    assert.include(Object(next(location)), { error: "unsupported_scheme" }),
  )

  it.each([
    ["/a b", "https://example.com/a%20b"],
    ["/caf\u00c3\u00a9", "https://example.com/caf%C3%A9"],
    ["/caf\u00e9", "https://example.com/caf%C3%A9"],
    ["/\u6f6e", "https://example.com/%E6%BD%AE"],
    ["//b\u00c3\u00bccher.example/", "https://xn--bcher-kva.example/"],
  ])("reads the bytes of %j as UTF-8 if they are UTF-8", (location, expected) =>
    assert.strictEqual(next(location), expected),
  )

  // Full-width digits and a circled one, as UTF-8 bytes: 127.0.0.1 and 10.0.0.1 after decoding.
  it.each(["//\u00ef\u00bc\u0091\u00ef\u00bc\u0092\u00ef\u00bc\u0097.0.0.1/", "//\u00e2\u0091\u00a9.0.0.1/"])(
    "judges %j after reading it",
    (location) => assert.include(Object(next(location)), { reason: "redirect_to_blocked_target" }),
  )

  it("keeps refusals by domain rules and a site's bounds under their own reasons", () => {
    const reported = (reason: WebError.ErrorReason) =>
      Redirect.onLaterHop(WebError.make({ error: "blocked_url", reason }), "https://example.com/").reason
    assert.deepStrictEqual(
      (["domain_not_allowed", "outside_site", "port_not_allowed", "private_or_metadata_target"] as const).map(reported),
      ["domain_not_allowed", "outside_site", "redirect_to_blocked_target", "redirect_to_blocked_target"],
    )
    const timeout = WebError.make({ error: "timeout" })
    assert.strictEqual(Redirect.onLaterHop(timeout, "https://example.com/"), timeout)
  })

  it("allows http to https", () =>
    assert.strictEqual(next("https://example.com/", { from: "http://example.com/" }), "https://example.com/"))

  it.each([undefined, ""])("without a Location (%j) is http_error with the status", (location) =>
    assert.include(Object(next(location)), { error: "http_error", status_code: 302 }),
  )

  it("is too_many_redirects for a URL already visited, with any fragment", () =>
    assert.include(Object(next("/a/b#again")), { error: "http_error", reason: "too_many_redirects" }))

  it("is too_many_redirects for a URL visited earlier in the chain", () =>
    assert.include(Object(next("/0", { visited: ["https://example.com/0", "https://example.com/1"] })), {
      reason: "too_many_redirects",
    }))

  it("is too_many_redirects past the limit, and 0 follows none", () => {
    const visited = Array.from({ length: 6 }, (_, at) => `https://example.com/${at}`)
    assert.include(Object(next("/next", { visited })), { reason: "too_many_redirects" })
    assert.strictEqual(next("/next", { visited: visited.slice(1) }), "https://example.com/next")
    assert.include(Object(next("/next", { max: 0 })), { reason: "too_many_redirects" })
  })

  it("lists the statuses that redirect, 300 only with a Location", () => {
    const statuses = [300, 301, 302, 303, 304, 305, 306, 307, 308]
    const redirecting = (location: string | undefined) =>
      statuses.filter((status) => Redirect.isRedirect(status, location))
    assert.deepStrictEqual(redirecting("/next"), [300, 301, 302, 303, 307, 308])
    assert.deepStrictEqual(redirecting(undefined), [301, 302, 303, 307, 308])
  })
})
