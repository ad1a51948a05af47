import { assert, describe, it } from "@effect/vitest"
import { Refusal, WebUrl } from "@porthole/core"
import { Option, Result } from "effect"

const parse = (text: string, ports = [80, 443]) =>
  Result.match(WebUrl.parse(text, { ports }), { onSuccess: (url): string => url, onFailure: ({ wire }) => wire.reason })

describe("a vetted URL", () => {
  it.each([
    ["HTTP://Example.COM:80/a b", "http://example.com/a%20b"],
    ["https://example.com./", "https://example.com/"],
    ["https://bücher.example", "https://xn--bcher-kva.example/"],
    ["http://93.184.216.34./", "http://93.184.216.34/"],
    ["http://[2606:2800:0021:0::1]/", "http://[2606:2800:21::1]/"],
  ])("is the canonical spelling of %s", (text, expected) => assert.strictEqual(parse(text), expected))

  it.each([
    ["http://example.com/a?", "/a?"],
    ["http://example.com?", "/?"],
    ["http://example.com/a?#b?", "/a?"],
    ["http://example.com/a#", "/a"],
    ["http://example.com/a?b=1#c", "/a?b=1"],
  ])("is requested with its query, also an empty one: %s", (text, expected) => {
    const target = Result.map(WebUrl.judge(text, { ports: [80] }), ({ path }) => path)
    assert.deepStrictEqual(target, Result.succeed(expected))
  })

  it("has at most 8,192 characters, before and after escapes are written out", () => {
    const start = "http://example.com/"
    const room = WebUrl.maxLength - start.length
    assert.strictEqual(parse(start + "x".repeat(room)), start + "x".repeat(room))
    assert.strictEqual(parse(start + "x".repeat(room + 1)), "invalid_target")
    assert.strictEqual(parse(start + " x".repeat(room / 2)), "invalid_target")
  })

  it.each(["http://", "HTTPS:\\\\", " http:/", "ht\ttp:///", "https:"])(
    "is not searched for if %j is followed by an overlong host",
    (start) => {
      const rule = (text: string) =>
        Option.map(Result.getFailure(WebUrl.parse(text, { ports: [80, 443] })), (error) => Refusal.of(error)?.rule)
      assert.deepStrictEqual(rule(`${start}${"\u4e00".repeat(1_025)}/`), Option.some("length"))
      assert.notDeepEqual(rule(`${start}${"\u4e00".repeat(1_024)}/`), Option.some("length"))
    },
  )

  it.each([
    ["//", true],
    ["\\\\", true],
    ["https:", true],
    ["/", false],
    ["", false],
    ["a/http://", false],
    ["?next=//", false],
  ])("has an overlong authority after %j in a reference: %j", (start, expected) => {
    assert.strictEqual(WebUrl.hasEndlessAuthority(start + "x".repeat(1_025)), expected)
    assert.isFalse(WebUrl.hasEndlessAuthority(start + "x".repeat(1_024 - start.length)))
  })

  it("that is unparsable is described by its shape unless it is too long", () => {
    const rule = (length: number) => {
      const text = `http://[/${"x".repeat(length - 9)}`
      return Result.match(WebUrl.parse(text, { ports: [80] }), {
        onSuccess: () => undefined,
        onFailure: (error) => Refusal.of(error)?.rule,
      })
    }
    assert.deepStrictEqual([rule(WebUrl.maxLength), rule(WebUrl.maxLength + 1)], ["shape", "length"])
  })

  it("may have a path of any length that a URL may have, without a slash in it", () => {
    for (const path of ["?q=", "#", "a/", ""]) {
      const url = `https://example.com/${path}${"x".repeat(2_000)}`
      assert.strictEqual(parse(url), url)
    }
  })

  it.each([
    ["http://example.com/", [443], "port_not_allowed"],
    ["https://example.com/", [80], "port_not_allowed"],
    ["https://example.com/", [443], "https://example.com/"],
    ["http://example.com:8080/", [8080], "http://example.com:8080/"],
  ])("%s is on one of the ports %j: %s", (text, ports, expected) => assert.strictEqual(parse(text, ports), expected))

  it("that another policy admitted is refused on ports that this policy closes", () => {
    const url = "http://remembered.test:8080/"
    assert.strictEqual(parse(url, [8080]), url)
    assert.strictEqual(parse(url), "port_not_allowed")
    assert.strictEqual(parse(url, [8080]), url)
  })

  it("has the parts that a transport needs", () => {
    const targetOf = (text: string) => ({ ...Result.getOrThrow(WebUrl.judge(text, { ports: [443, 80] })) })
    assert.deepStrictEqual(targetOf("https://example.com./a?b#c"), {
      url: "https://example.com/a?b#c",
      origin: "https://example.com",
      secure: true,
      host: "example.com",
      literal: false,
      port: 443,
      path: "/a?b",
    })
    assert.deepStrictEqual(targetOf("http://[2606:2800:21::1]"), {
      url: "http://[2606:2800:21::1]/",
      origin: "http://[2606:2800:21::1]",
      secure: false,
      host: "2606:2800:21::1",
      literal: true,
      port: 80,
      path: "/",
    })
  })
})
