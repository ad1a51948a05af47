import { assert, describe, it } from "@effect/vitest"
import { LogText } from "@porthole/core"

describe("a URL for a log", () => {
  const { urlForLog } = LogText

  it.each([
    // Nothing to remove: the text stays as it is.
    ["HTTP://0x7f.1/a?b=c#d", "HTTP://0x7f.1/a?b=c#d"],
    ["nonsense", "nonsense"],
    ["/end", "/end"],
    ["", ""],
    // Credentials by the URL parser.
    ["http://user:s3cret@h.test/a?b#c", "http://h.test/a?b#c"],
    ["HTTPS://s3cret@h.test:81/", "https://h.test:81/"],
    ["http://user:@h.test/", "http://h.test/"],
    ["http://:s3cret@h.test/", "http://h.test/"],
    ["http://user:s3@cret@h.test/", "http://h.test/"],
    ["http://user:s3cret%2F@h.test/", "http://h.test/"],
    ["http:user:s3cret@h.test/", "http://h.test/"],
    ["http:/user:s3cret@h.test/", "http://h.test/"],
    ["http:///user:s3cret@h.test/", "http://h.test/"],
    ["http:\\\\user:s3cret@h.test\\a", "http://h.test/a"],
    ["\u0001http:/user:s3cret@h.test/", "http://h.test/"],
    ["\u0000 \u001f \thttp:/user:s3cret@h.test/ \u0001", "http://h.test/"],
    ["h\tttp:/\n/us\rer:s3\ncret@h.test/", "http://h.test/"],
    ["http://user:s3cret@[::1]:81/", "http://[::1]:81/"],
    ["http://s3cret@[2001:db8::1]/", "http://[2001:db8::1]/"],
    ["ftp://user:s3cret@h.test/", "ftp://h.test/"],
    ["x://user:s3\\cret@h.test/", "x://h.test/"],
    ["x://s3cret%40h.test/", "x://h.test/"],
    // Texts that the URL parser rejects, or parses without a host.
    ["http://us:s3cret/w@h.test/x", "http://h.test/x"],
    ["http://us:s3cret\\w@h.test/x", "http://h.test/x"],
    ["HTTP:/us:s3cret?w@h.test/x", "HTTP:/h.test/x"],
    ["\u0001http:/us:s3cret/w@h.test/", "http:/h.test/"],
    ["ht\ntp:\\\\us:s3cret/w@h.test/", "http:\\\\h.test/"],
    ["http://us:s3cret@[::1/", "http://[::1/"],
    ["http://us:s3cret@h.test:99999/", "http://h.test:99999/"],
    ["http://us:s3cret%40h.test/", "http://h.test/"],
    ["http://us:s3cret/@/@h.test/", "http://h.test/"],
    ["//us:s3cret@h.test/", "//h.test/"],
    ["/\\s3cret@h.test/", "/\\h.test/"],
    ["us:s3cret@h.test", "h.test"],
    ["us:/s3cret@h.test", "h.test"],
    ["us\u0001er://s3cret@h.test", "h.test"],
    ["blob:http://us:s3cret@h.test/x", "h.test/x"],
    // A URL inside another.
    ["http://ok.test:81/?u=http%3A%2F%2Fuser:s3cret@h.test/", "http://ok.test:81/…@h.test/"],
    ["http://ok.test:81/?u=http%3A%2F%2Fuser%3As3cret%40h.test/", "http://ok.test:81/…@h.test/"],
    ["http://ok.test/?u=http%253A%252F%252Fuser%253As3cret%2540h.test", "http://ok.test/…@h.test"],
    ["http://ok.test/?u=http://user:s3cret@h.test/", "http://ok.test/…@h.test/"],
    ["http://ok.test/?u=http://us:s3cret/w@h.test/", "http://ok.test/…@h.test/"],
    ["http://ok.test/?u=us:s3cret%4\t0h.test", "http://ok.test/…@h.test"],
    ["http://ok.test/http:/s3cret@h.test/", "http://ok.test/…@h.test/"],
    ["http://ok.test#s3cret@h.test/", "http://ok.test/…@h.test/"],
    ["http://user:s3cret@ok.test/?u=http://user:s3cret@h.test/", "http://ok.test/…@h.test/"],
    ["http://ok.test/npm/react@18/x?y", "http://ok.test/…@18/x?y"],
    // No place for a user name.
    ["http://ok.test/@scope/x", "http://ok.test/@scope/x"],
  ])("of %j is %j, and is unchanged the second time", (url, expected) => {
    assert.strictEqual(urlForLog(url), expected)
    assert.strictEqual(urlForLog(expected), expected)
  })

  it.each([
    ["  https://user:s3cret@bad host/", "https://bad host/"],
    ["ws://user:s3cret@bad host/", "ws://bad host/"],
    ["https://example.com/@a:s3cret@b", "https://example.com/…@b"],
    [`https://user:s3cret@${"a".repeat(1_100)}/x@y`, "https://y"],
  ])("%j is %j", (url, expected) => assert.strictEqual(urlForLog(url), expected))

  it("is cut after 2,048 characters", () => {
    const longest = `https://example.com/${"x".repeat(2_028)}`
    assert.strictEqual(urlForLog(longest), longest)
    assert.strictEqual(urlForLog(`${longest}x`), `${longest}…`)
  })

  it("leaves an overlong host unparsed, whose work is quadratic", () => {
    const longest = `x://${"x".repeat(1_024)}`
    assert.strictEqual(urlForLog(`${longest}/a@b`), `${longest}/…@b`)
    assert.strictEqual(urlForLog(`${longest}x/a@b`), "b")
  })

  it("has no terminal control sequence and no bidirectional mark", () =>
    assert.strictEqual(urlForLog("/\u001b[2J\u009b\u202e\u2028\u0000x"), "/\ufffd[2J\ufffd\ufffd\ufffd\ufffdx"))

  it.each(["/", ":", "@", "\\", "%", "%25", "%40", "/@", " ", "\t", "a", "http://"])(
    "is cut where %j is repeated, with and without an @ behind it",
    (piece) => {
      const many = piece.repeat(8_192)
      for (const start of ["", "http:", "http://h.test/", "x:", "//"]) {
        assert.isAtMost(urlForLog(`${start}${many}`).length, 2_049)
        assert.notInclude(urlForLog(`${start}${many}s3cret@end`), "s3cret")
        assert.match(urlForLog(`${start}${many}s3cret@end`), /(end\/?|…)$/)
      }
    },
  )
})
