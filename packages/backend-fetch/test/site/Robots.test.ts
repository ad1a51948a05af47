/** Tests RFC 9309 by its own examples and tables, then by files from the wild. */
import { assert, describe, it } from "@effect/vitest"
import * as Robots from "../../src/site/Robots.ts"
import { Schema } from "effect"

const octets = (text: string) => new TextEncoder().encode(text)
const rules = (text: string, token = "foobot") => Robots.parse(octets(text), token)
const mayVisit = (text: string, path: string, token?: string) => Robots.allows(rules(text, token), path)
const forAll = (...lines: ReadonlyArray<string>) => ["User-agent: *", ...lines].join("\n")

describe("the simple example (section 5.1)", () => {
  const file = `
    User-Agent: *
    Disallow: *.gif$
    Disallow: /example/
    Allow: /publications/

    User-Agent: foobot
    Disallow:/
    Allow:/example/page.html
    Allow:/example/allowed.gif

    User-Agent: barbot
    User-Agent: bazbot
    Disallow: /example/page.html

    User-Agent: quxbot
  `
  it.each([
    ["anybot", "/logo.gif", false],
    ["anybot", "/logo.gif?x", true],
    ["anybot", "/example/page.html", false],
    ["anybot", "/publications/", true],
    ["anybot", "/", true],
    ["foobot", "/", false],
    ["foobot", "/publications/", false],
    ["foobot", "/example/page.html", true],
    ["foobot", "/example/allowed.gif", true],
    ["foobot", "/example/other.gif", false],
    ["barbot", "/example/page.html", false],
    ["bazbot", "/example/page.html", false],
    ["barbot", "/example/allowed.gif", true],
    ["quxbot", "/example/page.html", true],
    ["quxbot", "/logo.gif", true],
  ] as const)("%s at %s: %s", (token, path, expected) => assert.strictEqual(mayVisit(file, path, token), expected))
})

it("the longest match wins (section 5.2)", () => {
  const file = "User-Agent: foobot\nAllow: /example/page/\nDisallow: /example/page/disallowed.gif"
  assert.isFalse(mayVisit(file, "/example/page/disallowed.gif"))
  assert.isTrue(mayVisit(file, "/example/page/allowed.gif"))
  const nested = forAll("Disallow: /a", "Disallow: /a/b/c", "Allow: /a/b")
  assert.deepStrictEqual(
    ["/a", "/a/b", "/a/b/c"].map((path) => mayVisit(nested, path)),
    [false, true, false],
  )
})

describe("octets are compared by section 2.2.2", () => {
  it.each([
    ["/foo/bar?baz=quz", "/foo/bar?baz=quz"],
    ["/foo/bar?baz=https://foo.bar", "/foo/bar?baz=https%3A%2F%2Ffoo.bar"],
    ["/foo/bar/\u30c4", "/foo/bar/%E3%83%84"],
    ["/foo/bar/%E3%83%84", "/foo/bar/%E3%83%84"],
    ["/foo/bar/%62%61%7A", "/foo/bar/baz"],
    ["/foo/bar/%e3%83%84", "/foo/bar/%E3%83%84"],
    ["/a b", "/a%20b"],
    ["/%7Ejoe/", "/~joe/"],
    ["/x?'", "/x?%27"],
  ])("%s and %s are the same, either way round", (one, other) => {
    assert.isFalse(mayVisit(forAll(`Disallow: ${one}$`), other))
    if (/^[ -~]*$/.test(one)) assert.isFalse(mayVisit(forAll(`Disallow: ${other}$`), one))
  })

  it.each([
    ["/a%2Fb", "/a/b"],
    ["/a/b", "/a%2Fb"],
    ["/?a%3Db", "/?a=b"],
    ["/?a%26b", "/?a&b"],
    ["/a%3Fb", "/a?b"],
    ["/a%2Fb?c", "/a/b?c"],
    ["/100%x", "/100%25x"],
    ["/A", "/a"],
  ])("%s and %s are not", (pattern, path) => assert.isTrue(mayVisit(forAll(`Disallow: ${pattern}`), path)))

  it("in a file that isn't UTF-8, too", () => {
    const latin = Uint8Array.from(forAll("Disallow: /caf\u00e9", "Disallow: /voil\u00e0\u00a0"), (c) => c.charCodeAt(0))
    assert.isFalse(Robots.allows(Robots.parse(latin, "foobot"), "/caf%E9"))
    assert.isTrue(Robots.allows(Robots.parse(latin, "foobot"), "/caf%C3%A9"))
    assert.isFalse(mayVisit(forAll("Disallow: /voil\u00e0"), "/voil%C3%A0"))
    assert.isTrue(mayVisit(forAll("Disallow: /voil\u00e0"), "/voil%C3"))
  })
})

describe("special characters (section 2.2.3)", () => {
  it.each([
    ["/this/path/exactly$", "/this/path/exactly", false],
    ["/this/path/exactly$", "/this/path/exactly/not", true],
    ["/this/*/exactly", "/this/or/that/exactly?x", false],
    ["/this/*/exactly", "/this/exactly", true],
    ["/path/file-with-a-%2A.html", "/path/file-with-a-*.html", false],
    ["/path/file-with-a-%2A.html", "/path/file-with-a-b.html", true],
    ["/path/foo-%24", "/path/foo-$", false],
    ["/path/foo-%24", "/path/foo-", true],
    ["/a$b", "/a$b", false],
    ["/a$b", "/a%24b", false],
    ["/a$b", "/a", true],
    ["/*", "/x", false],
    ["*", "/x", false],
    ["/a**b", "/a-b", false],
    ["/*a*b$", "/ab-a-b", false],
    ["/*ab*ac$", "/xabxacx", true],
    ["/*ab*ac$", "/xabxacxac", false],
    ["*$", "/x", false],
    ["x", "/x", true],
    ["/x # but nobody else", "/x/y", false],
    ["/x%23y", "/x%23y", false],
  ] as const)("%s on %s: %s", (pattern, path, expected) =>
    assert.strictEqual(mayVisit(forAll(`Disallow: ${pattern}`), path), expected),
  )
})

describe("groups", () => {
  it("for the same token are merged (section 2.2.1), and `*` counts only where none is", () => {
    const file =
      "user-agent: foobot\ndisallow: /foo\ndisallow: /bar\n\nuser-agent: *\ndisallow: /all\n\nuser-agent: FooBot/2.0 (x)\ndisallow: /baz"
    for (const path of ["/foo", "/bar", "/baz"]) assert.isFalse(mayVisit(file, path), path)
    assert.isTrue(mayVisit(file, "/all"))
    assert.isFalse(mayVisit(file, "/all", "otherbot"))
    assert.isTrue(mayVisit(file, "/foo", "otherbot"))
  })

  it("that name none of our agents allow all, and so does no file at all", () => {
    assert.isTrue(mayVisit("User-agent: otherbot\nDisallow: /", "/x"))
    assert.isTrue(mayVisit("Disallow: /", "/x"))
    assert.deepStrictEqual(rules(""), Robots.everything)
    assert.isTrue(mayVisit("<!doctype html><p>User-agent: no such page", "/x"))
  })

  it.each([
    ["*", true],
    ["* and all others", true],
    ["*bot", false],
    ["other*", false],
    ["other *", false],
  ])("for %j are for every token: %s", (name, isForAll) =>
    assert.strictEqual(mayVisit(`User-agent: ${name}\nDisallow: /x`, "/x"), !isForAll),
  )

  it("don't end at unknown lines (section 2.2.4) or blank ones", () => {
    const file =
      "User-agent: foobot\nSitemap: http://a.test/s.xml\n\nCrawl-delay: 2\nDisallow/\n\nUser-agent: b\nDisallow: /x"
    assert.isFalse(mayVisit(file, "/x"))
    assert.isFalse(mayVisit(file, "/x", "b"))
    assert.deepStrictEqual([rules(file).crawl_delay, rules(file, "b").crawl_delay], [2, undefined])
  })

  it("may be written with a byte order mark, any line ends, and blanks in odd places", () => {
    for (const end of ["\n", "\r\n", "\r"]) {
      const file = ["\ufeff \tUSER-AGENT\t: FOOBOT ", "  disallow :\t/x\t# why", "Allow:", "", "Disallow"].join(end)
      assert.deepStrictEqual(rules(file), { allow: [], disallow: ["/x"] })
    }
  })
})

it("allowing wins a tie, an empty rule has no effect, and the file itself may always be read", () => {
  assert.isTrue(mayVisit(forAll("Disallow: /x", "Allow: /x"), "/x"))
  assert.isFalse(mayVisit(forAll("Disallow: /xy", "Allow: /x"), "/xy"))
  assert.isFalse(mayVisit(forAll("Disallow: /x", "Allow: /y"), "/x"))
  assert.isTrue(mayVisit(forAll("Disallow:"), "/x"))
  assert.isTrue(mayVisit(forAll("Disallow: /"), "/robots.txt"))
  assert.isFalse(mayVisit(forAll("Disallow: /"), "/robots.txt.bak"))
  assert.isTrue(Robots.allows(Robots.everything, "/x"))
  assert.isFalse(Robots.allows(Robots.nothing, "/x"))
})

it.each([
  ["Porthole/0.1.0 (+https://a.test)", "porthole"],
  ["My_Bot-X/2", "my_bot-x"],
  ["Mozilla/5.0 (compatible; Bot)", "mozilla"],
  ["Just Words", "just"],
  ["/1.0 Bot", "porthole"],
  ["\u30c4", "porthole"],
  ["", "porthole"],
])("the User-Agent %j has the token %s", (agent, token) => assert.strictEqual(Robots.productToken(agent), token))

it.each([
  ["1", 1],
  ["0.25", 0.25],
  [".5", 0.5],
  ["0", 0],
  ["2 # seconds", 2],
  ["11", Robots.maxCrawlDelay],
  ["86400", Robots.maxCrawlDelay],
  ["-1", undefined],
  ["1e3", undefined],
  ["Infinity", undefined],
  ["ten", undefined],
  ["", undefined],
] as const)("a Crawl-delay of %j is %s", (written, expected) =>
  assert.strictEqual(rules(forAll(`Crawl-delay: ${written}`)).crawl_delay, expected),
)

it("of several delays the longest counts", () =>
  assert.strictEqual(rules(forAll("Crawl-delay: 3", "Crawl-delay: 1")).crawl_delay, 3))

it("a number of another line is no Crawl-delay", () => assert.isUndefined(rules(forAll("Request-rate: 3")).crawl_delay))

describe("a file with slow patterns", () => {
  const path = `/${"a".repeat(4_000)}`
  // Each takes four million steps, of the five million that all patterns may take together.
  const slow = ["b", "c"].map((end) => `/*${"a".repeat(2_000)}${end}`)

  it("allows nothing after its patterns have taken too many steps together", () => {
    assert.isTrue(mayVisit(forAll(`Disallow: ${slow[0]}`), path))
    assert.isFalse(mayVisit(forAll(...slow.map((pattern) => `Disallow: ${pattern}`)), path))
  })

  it("allows everything if it disallows nothing", () =>
    assert.isTrue(mayVisit(forAll(...slow.map((pattern) => `Allow: ${pattern}`)), path)))
})

describe("stored rules", () => {
  const isKept = Schema.is(Robots.Robots)

  it.each([
    [0, true],
    [Robots.maxCrawlDelay, true],
    [-1, false],
    [Robots.maxCrawlDelay + 1, false],
    [Number.NaN, false],
  ])("with a delay of %s are read: %s", (crawl_delay, expected) =>
    assert.strictEqual(isKept({ ...Robots.nothing, crawl_delay }), expected),
  )

  it("without their patterns aren't read", () => assert.isFalse(isKept({ allow: [] })))
})
