import { assert, describe, it } from "@effect/vitest"
import { Hop, Redirect, Refusal, RefusalReport, WebError, WebUrl } from "@porthole/core"
import { Result } from "effect"
import corpus from "../vectors/url-vectors.json" with { type: "json" }

const policy = { ports: [80, 443] }

const errorOf = (result: Result.Result<unknown, WebError.WebError>): WebError.WebError =>
  Result.match(result, { onFailure: (error) => error, onSuccess: () => assert.fail("nothing was refused") })

/** The whole policy's judgement of a URL and of a DNS answer. */
const judged = (
  url: string,
  answers: ReadonlyArray<string> = [],
): Partial<Record<keyof Refusal.RefusedInput, unknown>> => {
  const hops = Result.flatMap(WebUrl.judge(url, policy), (target) => Hop.vet(target, answers))
  return { ...Refusal.of(errorOf(hops)) }
}

const special = "(IANA IPv4 Special-Purpose Address Registry)"

describe("the advice of a refusal", () => {
  it("names the setting that helps against fake addresses, wherever among the answers one is", () => {
    for (const answers of [["198.18.0.7"], ["fc00::7"], ["93.184.216.34", "198.19.0.1"]]) {
      assert.match(String(judged("http://example.com/", answers).advice), /Set resolver to a DNS-over-HTTPS endpoint/)
    }
  })

  it("is absent for any other address", () => {
    for (const answers of [["10.0.0.1"], ["fd00::7"], ["198.51.100.1"]]) {
      assert.notProperty(judged("http://example.com/", answers), "advice")
    }
  })
})

describe("the verdict of the URL policy", () => {
  it.each([
    ["nonsense", { rule: "shape", source: "the WHATWG URL Standard", url: "nonsense" }],
    ["ftp://example.com/", { rule: "scheme", source: "RFC 9110 section 4.2", url: "ftp://example.com/" }],
    [
      "http://user:secret@example.com/",
      { rule: "credentials", source: "RFC 9110 section 4.2.4", url: "http://example.com/", host: "example.com" },
    ],
    [
      "http://example.com/\u001b[31m",
      {
        rule: "control_character",
        source: "RFC 3986 section 2",
        url: "http://example.com/\ufffd[31m",
        host: "example.com",
      },
    ],
    [
      "http://a..example/",
      {
        rule: "host",
        source: "RFC 1035 section 2.3.4; letters, digits, hyphen and underscore",
        url: "http://a..example/",
        host: "a..example",
      },
    ],
    [
      "http://0x7f.1/",
      {
        rule: "literal",
        source: `127.0.0.0/8, Loopback, RFC 1122 ${special}`,
        url: "http://0x7f.1/",
        host: "127.0.0.1",
        address: "127.0.0.1",
      },
    ],
    [
      "http://printer/",
      { rule: "name", source: "a name without a dot, ICANN SAC053", url: "http://printer/", host: "printer" },
    ],
    [
      "http://metadata.google.internal/",
      {
        rule: "name",
        source: "internal and below, ICANN board resolution of 2024-07-29",
        url: "http://metadata.google.internal/",
        host: "metadata.google.internal",
      },
    ],
    [
      "http://localhost/",
      {
        rule: "name",
        source: "localhost and below, RFC 6761 section 6.3",
        url: "http://localhost/",
        host: "localhost",
      },
    ],
    [
      "http://7.0.0.10.in-addr.arpa/",
      {
        rule: "name",
        source: "in-addr.arpa and below, reverse names of IPv4 addresses, RFC 1035 section 3.5",
        url: "http://7.0.0.10.in-addr.arpa/",
        host: "7.0.0.10.in-addr.arpa",
      },
    ],
    [
      "http://example.com:8080/",
      { rule: "port", source: "the setting ports: 80, 443", url: "http://example.com:8080/", host: "example.com" },
    ],
  ])("of %j", (url, expected) => assert.deepEqual(judged(url), expected))

  it("of a URL too long, before and after escapes are written out", () => {
    const before = judged(`http://example.com/${"x".repeat(WebUrl.maxLength)}`)
    const after = judged(`http://example.com/${" x".repeat(4_000)}`)
    for (const { rule, source } of [before, after]) {
      assert.deepStrictEqual([rule, source], ["length", "8192 characters (RFC 9110 section 4.1)"])
    }
  })
})

describe("the verdict of the address policy", () => {
  it("lists the refused address and all others", () =>
    assert.deepEqual(judged("http://mixed.test/", ["93.184.216.34", "10.0.0.1", "127.0.0.1"]), {
      rule: "address",
      source: `10.0.0.0/8, Private-Use, RFC 1918 ${special}`,
      url: "http://mixed.test/",
      host: "mixed.test",
      address: "10.0.0.1",
      answers: ["93.184.216.34", "10.0.0.1", "127.0.0.1"],
    }))

  it("has an unreadable answer", () =>
    assert.deepInclude(judged("http://odd.test/", ["10.0.0.1\n\u0007"]), {
      rule: "address",
      address: "10.0.0.1\ufffd\ufffd",
      source: "no address in the spelling of RFC 1123 section 2.1 or RFC 4291 section 2.2",
    }))
})

describe("the verdict of the redirect decision", () => {
  const from = Result.getOrThrow(WebUrl.parse("https://example.com/a", policy))
  const onTheWay = "redirect_to_blocked_target"
  const next = (location: string, visited: ReadonlyArray<string> = [from], maxRedirects = 5) =>
    errorOf(Redirect.next({ from, status: 302, location, visited, maxRedirects }, policy))

  it.each([
    ["http://169.254.169.254/x", onTheWay, "literal", `169.254.0.0/16, Link Local, RFC 3927 ${special}`],
    ["//localhost/", onTheWay, "name", "localhost and below, RFC 6761 section 6.3"],
    ["https://u:p@example.com/", onTheWay, "credentials", "RFC 9110 section 4.2.4"],
    ["https://example.com:81/", onTheWay, "port", "the setting ports: 80, 443"],
    ["https://[", onTheWay, "shape", "the WHATWG URL Standard"],
    ["https://exam\tple.com/", onTheWay, "control_character", "RFC 3986 section 2"],
    ["http://example.com/", onTheWay, "downgrade", "Porthole's own rule: never from https to http"],
    ["ftp://10.0.0.1/", undefined, "scheme", "RFC 9110 section 4.2"],
    ["/a#again", "too_many_redirects", "loop", "RFC 9110 section 15.4"],
  ])("of %j names its origin", (location, reason, rule, source) => {
    const error = next(location)
    assert.strictEqual(error.reason, reason)
    const reported: object = { ...Refusal.of(error) }
    assert.deepInclude(reported, { rule, source, from: "https://example.com/a" })
    assert.notInclude(JSON.stringify(Refusal.of(error)), "u:p")
  })

  it("of one redirect too many names the limit", () =>
    assert.deepInclude(
      { ...Refusal.of(next("/b", [from], 0)) },
      { rule: "redirect_limit", source: "the setting max_redirects: 0", url: "https://example.com/b" },
    ))

  it("keeps Hop.vet's verdict on a later hop, which the wire doesn't have", () => {
    const later = Result.getOrThrow(WebUrl.judge("http://private.test/", policy))
    const error = Redirect.onLaterHop(errorOf(Hop.vet(later, ["10.0.0.1"])), from)
    assert.deepStrictEqual(error.wire, {
      error: "blocked_url",
      reason: "redirect_to_blocked_target",
      message: "The site redirected to a blocked URL. Use another page.",
    })
    assert.deepInclude(
      { ...Refusal.of(error) },
      { rule: "address", address: "10.0.0.1", from: "https://example.com/a" },
    )
  })
})

describe("a refusal", () => {
  it("exists for every refused vector, under a listed rule and with a source", () => {
    const known: ReadonlySet<string> = new Set(Refusal.rules)
    const mute = corpus.vectors.flatMap((vector: { url: string; resolves?: Array<string>; error?: string }) => {
      if (vector.error !== "blocked_url" && vector.error !== "unsupported_scheme") return []
      const { rule, source = "" } = judged(vector.url, vector.resolves)
      return known.has(String(rule)) && source !== "" ? [] : [{ ...vector, rule, source }]
    })
    assert.deepStrictEqual(mute, [])
  })

  it.each([
    "http://user:s3cret@example.com/",
    "http://s3cret@example.com:99999/",
    "http:user:s3cret@example.com:99999/",
    " \tht\ntp://user:s3\ncret@example.com:99999/",
    "http://user:s3cret/@example.com:99999",
    "http:\\\\user:s3cret@example.com:99999\\",
    "user:s3cret@example.com",
    "http://[s3cret@s3cret@:x",
    "ftp://user:s3cret@example.com/",
    "ftp:/user:s3cret@example.com:99999/",
    "blob:http://user:s3cret@10.0.0.1/x",
    "view-source:http://user:s3cret@10.0.0.1/x",
    `http://user:${"x".repeat(3_000)}s3cret@example.com/`,
    `http://user:s3cret${"x".repeat(9_000)}@example.com/`,
  ])("has no credentials of %j", (url) => {
    const reported = String(judged(url).url)
    assert.notInclude(reported.replaceAll("\ufffd", ""), "s3cret")
    assert.notInclude(reported, "xxx")
  })

  it.each([
    "http://us:s3cret/w@h.test/x",
    "\u0001http:/user:s3cret@host.test:99999/",
    "http://ok.test:81/?u=http%3A%2F%2Fuser:s3cret@h.test/",
  ])("at the end of a redirect has no credentials of %j, for any rule", (location) => {
    const from = Result.getOrThrow(WebUrl.parse("https://example.com/a", policy))
    const step = { from, status: 302, visited: [from], maxRedirects: 5 }
    const errors = [
      Redirect.imageRedirectError(location, from),
      errorOf(Redirect.next({ ...step, location, maxRedirects: 0 }, policy)),
      errorOf(Redirect.next({ ...step, location: `${location}\u0007` }, policy)),
      errorOf(Redirect.next({ ...step, location }, policy)),
    ]
    const rules = errors.map((error) => Refusal.of(error)?.rule)
    assert.deepStrictEqual(rules.slice(0, 3), ["redirect_refused", "redirect_limit", "control_character"])
    for (const error of errors) assert.notInclude(JSON.stringify(Refusal.of(error)), "s3cret")
  })

  it("can't be changed", () =>
    assert.isFrozen(new Refusal.Refusal({ rule: "loop", source: "RFC 9110", url: "http://example.com/" })))

  it("is bounded in length", () => {
    assert.isBelow(String(judged(`x${"y".repeat(1_000_000)}`).url).length, 3_000)
    const answers = Array.from({ length: 5_000 }, () => "10.0.0.1")
    assert.lengthOf(Object(judged("http://many.test/", answers).answers), 256)
  })

  it("doesn't appear in any other error", () => {
    assert.isUndefined(Refusal.of(WebError.make({ error: "timeout" }, new Error("10.0.0.1"))))
    assert.isTrue(RefusalReport.isRefusal(WebError.make({ error: "blocked_url" })))
    assert.isTrue(RefusalReport.isRefusal(WebError.make({ error: "http_error", reason: "too_many_redirects" })))
    assert.isFalse(RefusalReport.isRefusal(WebError.make({ error: "http_error", reason: "target_unreachable" })))
  })
})
