/** Tests the rules for better addresses: where each leads, and that none leads elsewhere. */
import { assert, describe, it } from "@effect/vitest"
import { AddressRules, BetterAddress, Settings, WebUrl } from "@porthole/core"
import { Result } from "effect"
import { addresses, documentId } from "../BetterAddresses.ts"

const defaults = Settings.table.defaults

const found = (page: string, settings: Settings.SettingsShape = defaults) =>
  BetterAddress.find(Result.getOrThrow(WebUrl.judge(page, settings)), settings, settings)

describe("the rules", () => {
  it.each(addresses)("lead from $page to $better", ({ better, page, rule }) => {
    const address = found(page)
    assert.deepStrictEqual([address?.rule.name, address?.target.url], [rule, better])
  })

  it("are all in the table above, each with its source", () => {
    const tested = new Set(addresses.map(({ rule }) => rule))
    assert.deepStrictEqual(
      AddressRules.builtIn.filter(({ name }) => !tested.has(name)).map(({ name }) => name),
      [],
    )
    for (const { source } of AddressRules.builtIn) assert.strictEqual(URL.parse(source)?.protocol, "https:")
  })

  it.each([
    "https://example.com/",
    "https://github.com/",
    "https://github.com/features/actions/blob",
    "https://github.com:8443/o/r/blob/main/a.md",
    "https://raw.githubusercontent.com/o/r/main/a.md",
    "https://gist.github.com/user/starred",
    "https://en.wikipedia.org/wiki/Tide",
    "https://arxiv.org/pdf/2401.00001",
    "https://news.example/article.php?id=5&amp=1",
    "https://news.example/amp/article.php?id=5",
    "https://docs.example.com/page?version=2",
  ])("say nothing about %s", (page) => {
    const settings = { ...defaults, ports: [443, 8443] }
    assert.isUndefined(found(page, settings))
  })

  it("are off by the setting, and an operator's own come first", () => {
    const own = ["https://github.com/{page*} => https://mirror.example.com/github/{page*}"]
    const page = "https://github.com/o/r/blob/main/a.md"
    assert.isUndefined(found(page, { ...defaults, better_addresses: false }))
    const address = found(page, { ...defaults, address_rules: own })
    assert.deepStrictEqual(
      [address?.rule.name, address?.target.url],
      ["own-1", "https://mirror.example.com/github/o/r/blob/main/a.md"],
    )
  })

  it("give way to the next one where the policy refuses the address", () => {
    const own = ["https://github.com/{page*} => https://wiki.corp/{page*}"]
    const address = found("https://github.com/o/r/blob/main/a.md", { ...defaults, address_rules: own })
    assert.strictEqual(address?.rule.name, "github-file")
  })
})

describe("a hostile address", () => {
  const elsewhere = (page: string, settings: Settings.SettingsShape = defaults): boolean => {
    const judged = WebUrl.judge(page, settings)
    if (Result.isFailure(judged)) return false
    return BetterAddress.candidates(judged.success, settings, settings).some(({ judged: address, rule }) => {
      if (Result.isFailure(address)) return false
      const expected = new URL(rule.to.replace(/\{(?:host|site\*)\}/, judged.success.host)).hostname
      const { hostname, pathname, search } = new URL(address.success.url)
      const isHost = hostname.replace(/^[a-z-]+(?=\.wikipedia\.org$)/, "{language}") === expected
      const parts = new URL(rule.to).search.split("&").length
      return !isHost || readingsOf(pathname).some((path) => climbs.test(path)) || search.split("&").length > parts
    })
  }

  /** Two dots as a segment, with parameters or without. */
  const climbs = /(?:^|\/)\.\.(?:[/;]|$)/

  /** A path as servers may read it: decoded none to three times, with backslashes as slashes. */
  const readingsOf = (path: string): ReadonlyArray<string> =>
    [0, 1, 2, 3].map((times) => {
      let text = path.replace(/%c0%ae|%u002e/gi, ".")
      for (let time = 0; time < times; time++) text = text.replace(/%(2e|2f|5c|25)/gi, (all) => decodeURIComponent(all))
      return text.replaceAll("\\", "/")
    })

  it.each([
    ["a path that climbs by an encoded slash", "https://github.com/o/r/blob/main/..%2f..%2f..%2fevil/x/main/a"],
    ["a path that climbs by encoded dots and a backslash", "https://github.com/o/r/blob/main/%2e%2e%5c%2e%2e%5ca"],
    ["a path that climbs twice encoded", "https://gitlab.com/g/p/-/blob/main/%252e%252e%252f%252e%252e%252fapi"],
    ["a host within the path", "https://gitlab.com//evil.example/-/blob/main/x"],
    ["a user name within the path", "https://github.com/@evil.example/r/blob/main/a"],
    ["a second parameter within a value", `https://docs.google.com/spreadsheets/d/${documentId}/edit?gid=1%26id=evil`],
    ["a parameter that isn't a number", `https://docs.google.com/spreadsheets/d/${documentId}/edit#gid=1/../x`],
    ["a fragment that is an address", "https://arxiv.org/abs/2401.00001#https://evil.example/"],
    ["a host that only begins like the rule's", "https://github.com.evil.example/o/r/blob/main/a"],
    ["a mobile host of another site", "https://en.m.wikipedia.org.evil.example/wiki/Tide"],
    ["an AMP path with another host", "https://news.example/amp//evil.example/page"],
    ["a documentation host with a list elsewhere", "https://docs.example.com/%2f%2fevil.example/llms.txt/page"],
    ["a path that climbs behind parameters of segments", "https://github.com/o/r/blob/main/..;a=1/..;/evil/x"],
    ["a path that climbs by overlong UTF-8", "https://github.com/o/r/blob/main/%c0%ae%c0%ae/%c0%ae%c0%ae/evil"],
    ["a path that climbs by %u escapes", "https://www.reddit.com/r/sea/comments/%u002e%u002e%2fuser"],
    ["a line break in the path", "https://bitbucket.org/o/r/src/main/a%0d%0aHost:%20evil.example/b"],
    ["a project that climbs out of the API's", "https://gitlab.com/g%2f..%2f..%2fusers/p/-/issues/1"],
    ["an encoded query in a project", "https://gitlab.com/g/p%3Fprivate_token=x%26y=z/-/issues/1"],
    ["two labels where a language stands", "https://en.wikipedia.org.evil.m.wikipedia.org/wiki/Tide"],
    ["a backslash in the host", "https://evil.example\\.m.wikipedia.org/wiki/Tide"],
    ["an AMP path that is an address", "https://news.example/amp/https:%2f%2fevil.example%2fpage"],
    ["a user that climbs", `https://docs.google.com/document/u/..%2f..%2f0/d/${documentId}/edit`],
    ["an identifier that is an address", "https://drive.google.com/open?id=https://evil.example/a-long-path-of-it"],
    ["a second parameter behind a document", `https://drive.google.com/file/d/${documentId}&export=x/view`],
  ])("by %s leads nowhere else", (_, page) => {
    assert.isFalse(elsewhere(page))
  })

  it.each(["https://github.com/o%2Fx/r/blob/main/a.md", "https://github.com/o/r%5cx/blob/main/a.md"])(
    "%s has none, because its segment may be several",
    (page) => {
      assert.isUndefined(found(page))
    },
  )

  it("is refused by the domain rules where only the page's host is allowed", () => {
    const page = "https://github.com/o/r/blob/main/a.md"
    assert.isUndefined(found(page, { ...defaults, allow_domains: ["github.com"] }))
    assert.isUndefined(found(page, { ...defaults, deny_domains: ["raw.githubusercontent.com"] }))
  })

  it("within a site leads nowhere out of it", () => {
    const policy = { ...defaults, within: { host: "github.com", port: 443, path: "/o/r" } }
    const target = Result.getOrThrow(WebUrl.judge("https://github.com/o/r/blob/main/a.md", policy))
    assert.isUndefined(BetterAddress.find(target, policy, defaults))
  })
})

describe("a rule of one's own", () => {
  it.each([
    "https://a.example/{page*} => https://b.example/{page*}",
    "https://{wiki}.example.com/{page*}=>https://{wiki}.example.com/raw/{page*}",
    "https://a.example/view?page={page} => https://a.example/raw/{page}.txt",
    "https://a.example/{page*} => https://{host}/raw/{page*}",
  ])("is accepted: %s", (text) => {
    assert.isDefined(AddressRules.readOwn(text))
  })

  it.each([
    "",
    "https://a.example/",
    "https://a.example/{page*} -> https://b.example/{page*}",
    "https://a.example/{page} => http://b.example/{page}",
    "https://a.example/{page} => https://{page}/",
    "https://a.example/{page} => https://b.example",
    "https://a.example/{page} => https://B.example/{page}",
    "https://a.example/{page} => https://b.example/../{page}",
    "https://a.example/{page} => https://b.example/{other}",
    "https://a.example/{page}/{page} => https://b.example/{page}",
    "https://a.example/{page*}/{rest*} => https://b.example/{page*}/{rest*}",
    "https://a.example/{page:word} => https://b.example/{page}",
    "https://a.example/{page => https://b.example/{page}",
    "https://a.example/{host} => https://b.example/{host}",
    "ftp://a.example/{page} => https://b.example/{page}",
  ])("is refused, and what is wrong is told: %s", (text) => {
    assert.isUndefined(AddressRules.readOwn(text))
    assert.match(AddressRules.faultOfOwn(text) ?? "", /=>/)
  })
})
