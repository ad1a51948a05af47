import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { porthole } from "./support/inProcess.ts"
import { linesOf } from "./support/porthole.ts"
import { serve } from "./support/providers.ts"
import { countingListener, searxng } from "./support/servers.ts"
import { searxng as wire } from "./support/wire/searxng.ts"

describe("fetch", () => {
  let listener: Awaited<ReturnType<typeof countingListener>>
  beforeAll(async () => {
    listener = await countingListener()
  })
  afterAll(() => listener.close())

  it("reaches nothing private by any spelling, and gives the reason", async () => {
    const spellings = [
      "127.0.0.1",
      "127.1",
      "2130706433",
      "0x7f000001",
      "0177.0.0.1",
      "0x7f.0.0.1",
      "127.0.0.1.",
      "%31%32%37.0.0.1",
      "１２７.0.0.1",
      "0.0.0.0",
      "localhost",
      "LOCALHOST.",
      "a.localhost",
      "[::1]",
      "[::]",
      "[::ffff:127.0.0.1]",
      "[::ffff:7f00:1]",
      "[0:0:0:0:0:0:0:1]",
      "[64:ff9b::7f00:1]",
      "[2002:7f00:1::]",
    ]
    const urlOf = (host: string) => `http://${host}:${listener.port}/`
    const refused = { error: "blocked_url", reason: "private_or_metadata_target" }
    for (const host of ["127.1", "a.localhost", "[::ffff:127.0.0.1]"]) {
      const { code, stdout } = await porthole(["fetch", urlOf(host), "--json"])
      assert.strictEqual(code, 1, host)
      assert.deepInclude(linesOf(stdout)[0], refused, host)
      assert.notInclude(stdout, "127")
    }
    // One process for all; a process for each would take most of this file's time.
    const { code, stdout } = await porthole(["fetch", ...spellings.map(urlOf), "--json"])
    assert.strictEqual(code, 1, "no page was read")
    const { pages }: { readonly pages: ReadonlyArray<typeof refused & { readonly url: string }> } = JSON.parse(stdout)
    assert.deepStrictEqual(
      pages.map((page) => page.url),
      spellings.map(urlOf),
    )
    for (const page of pages) assert.deepInclude(page, refused, page.url)
    assert.strictEqual(listener.connections(), 0)
  })

  it("prints the error for a person on stderr and leaves stdout empty", async () => {
    const { code, stdout, stderr } = await porthole(["fetch", `http://127.0.0.1:${listener.port}/`])
    assert.strictEqual(code, 1)
    assert.strictEqual(stdout, "")
    assert.match(stderr, /^porthole: .* \(blocked_url \/ private_or_metadata_target\)\n$/)
    assert.strictEqual(listener.connections(), 0)
  })

  it("--render says what to install or set where no browser is, and fetches nothing", async () => {
    const env = { PORTHOLE_CHROMIUM: "/nowhere/chromium" }
    const { code, stdout } = await porthole(["fetch", "--render", "https://example.com/", "--json"], { env })
    assert.strictEqual(code, 2)
    const [wire] = linesOf(stdout)
    assert.deepInclude(wire, { error: "invalid_request", reason: "render" })
    assert.match(JSON.stringify(wire), /Pages aren't rendered here\..*[Ii]nstall/)
  })

  it("--explain says that nothing was rendered", async () => {
    const { stderr } = await porthole(["fetch", "--explain", `http://127.0.0.1:${listener.port}/`])
    assert.match(stderr, /^Nothing was rendered\.$/m)
  })

  it.each([
    ["http://example.com:8080/", 1, { error: "blocked_url", reason: "port_not_allowed" }],
    ["file:///etc/passwd", 1, { error: "unsupported_scheme" }],
    ["not a url", 2, { error: "invalid_request", reason: "url" }],
    ["http://user:secret@example.com/", 1, { error: "blocked_url", reason: "invalid_target" }],
    ["http://no-such-host.test/", 1, { error: "http_error", reason: "target_unreachable" }],
  ])("%s is a typed failure with code %d", async (url, expectedCode, expected) => {
    const { code, stdout, stderr } = await porthole(["fetch", url, "--json"])
    assert.strictEqual(code, expectedCode)
    assert.deepInclude(linesOf(stdout)[0], expected)
    assert.strictEqual(stderr, "")
  })

  it("tells a person whose network leads nowhere what tests it, and nobody else", async () => {
    const offline = await porthole(["fetch", "http://no-such-host.test/"])
    assert.include(offline.stderr, "\nporthole: `porthole doctor` tests the way to sites.\n")
    const refused = await porthole(["fetch", "http://10.0.0.1/"])
    assert.lengthOf(refused.stderr.trimEnd().split("\n"), 1)
  })
})

describe("search", () => {
  let server: Awaited<ReturnType<typeof searxng>>
  beforeAll(async () => {
    server = await searxng({ title: "Fi\u001b[31mrst" })
  })
  afterAll(() => server.close())
  const search = (...args: ReadonlyArray<string>) =>
    porthole(["search", "ships", ...args], { env: { SEARXNG_URL: server.url } })

  it("--json prints exactly web_search's answer", async () => {
    const { code, stdout, stderr } = await search("--json")
    assert.strictEqual(stderr, "")
    assert.strictEqual(code, 0)
    const [result] = linesOf(stdout)
    assert.deepInclude(result, { count: 2, provider: "searxng" })
    assert.notInclude(stdout, "metadata")
    assert.include(stdout, '"url":"https://example.com/a"')
  })

  it("prints hits for a person, without terminal control sequences", async () => {
    const { code, stdout } = await search()
    assert.strictEqual(code, 0)
    assert.match(stdout, /^1\. Fi.*rst\n {3}https:\/\/example\.com\/a\n {3}About the first\.\n/)
    // oxlint-disable-next-line no-control-regex -- escape sequences are what is looked for
    assert.notMatch(stdout, /\u001b/)
  })

  it("passes every flag on", async () => {
    server.queries.length = 0
    const filters = ["--category", "news", "--language", "de", "--time-range", "week", "--include-metadata"]
    const dates = ["--start-date", "2000-01-01", "--end-date", "2100-01-01", "--freshness-days", "3"]
    const sites = [
      "--domains",
      "example.com",
      "--domains",
      "example.net",
      "--exclude-domains",
      "docs.example.com, x.test",
    ]
    const others = ["--country", "at", "--safesearch", "strict", "--page", "2", "--max-results", "1"]
    const { code, stdout } = await search(...filters, ...dates, ...sites, ...others, "--provider", "searxng", "--json")
    assert.strictEqual(code, 0)
    const [query] = server.queries
    assert.strictEqual(query?.get("categories"), "news")
    assert.strictEqual(query?.get("language"), "de-AT")
    assert.strictEqual(query?.get("time_range"), "week")
    assert.strictEqual(query?.get("safesearch"), "2")
    assert.strictEqual(query?.get("pageno"), "2")
    const [result] = linesOf(stdout)
    assert.deepInclude(result, { count: 1, ignored: ["end_date", "freshness_days", "start_date"] })
    assert.include(stdout, '"engine":"double"')
    assert.notInclude(stdout, "docs.example.org")
  })

  it("leaves out excluded domains", async () => {
    const { code, stdout } = await search("--exclude-domains", "example.com,elsewhere.test", "--json")
    assert.strictEqual(code, 0)
    assert.deepInclude(linesOf(stdout)[0], { count: 1 })
    assert.notInclude(stdout, "example.com")
  })

  it("without hits is a success that reports that", async () => {
    const { code, stdout, stderr } = await search("--domains", "elsewhere.test")
    assert.strictEqual(code, 0)
    assert.strictEqual(stdout, "")
    assert.include(stderr, "No results")
  })

  it("accepts any whole number of results, and clamps it", async () => {
    const { code, stdout } = await search("--max-results", "-3", "--json")
    assert.strictEqual(code, 0)
    assert.deepInclude(linesOf(stdout)[0], { count: 1 })
  })

  it("of SearXNG alone, without SEARXNG_URL, is searxng_not_configured", async () => {
    const { code, stdout } = await porthole(["search", "ships", "--provider", "searxng", "--json"])
    assert.strictEqual(code, 1)
    assert.deepInclude(linesOf(stdout)[0], { error: "web_search_unavailable", reason: "searxng_not_configured" })
  })

  it("without any setting searches public providers, and names settings if they don't answer", async () => {
    const { code, stdout, stderr } = await porthole(["search", "ships"])
    assert.deepStrictEqual([code, stdout], [1, ""])
    assert.match(stderr, /wikipedia_unreachable/)
    assert.match(stderr, /set its variable, for example SEARXNG_URL or TAVILY_API_KEY \(/)
  })

  it("with a stopped SearXNG is searxng_unreachable, and names no address", async () => {
    const gone = await searxng()
    gone.close()
    const { code, stdout } = await porthole(["search", "ships", "--json"], { env: { SEARXNG_URL: gone.url } })
    assert.strictEqual(code, 1)
    assert.deepInclude(linesOf(stdout)[0], { error: "web_search_unavailable", reason: "searxng_unreachable" })
    assert.notInclude(stdout, "127.0.0.1")
  })

  it.each([
    [["--domains", "https://example.com:8080/"], "domains"],
    [["--exclude-domains", "example.com/path"], "exclude_domains"],
    [["--language", "the one of Goethe"], "language"],
    [["--country", "Austria"], "country"],
    [["--start-date", "yesterday"], "start_date"],
    [["--end-date", "2026-02-30"], "end_date"],
    [["--start-date", "2026-03-02", "--end-date", "2026-03-01"], "start_date"],
  ])("%j is an invalid_request of the kernel", async (args, reason) => {
    const { code, stdout } = await search(...args, "--json")
    assert.strictEqual(code, 2)
    assert.deepInclude(linesOf(stdout)[0], { error: "invalid_request", reason })
  })

  it("ends with 2 for a bad number as for a bad date", async () => {
    for (const args of [
      ["--max-results", "many"],
      ["--start-date", "yesterday"],
      ["--page", "1.5"],
    ]) {
      assert.strictEqual((await search(...args)).code, 2, args.join(" "))
    }
  })

  it("of a page after the last one says so", async () => {
    const empty = await serve({ ...wire, answer: () => ({ body: { query: "ships", results: [] } }) })
    const { code, stderr } = await porthole(["search", "ships", "--page", "2"], { env: empty.env })
    empty.close()
    assert.deepStrictEqual([code, stderr], [0, "porthole: No more results.\n"])
  })

  it("search-and-fetch returns an entry for each hit, with errors inline", async () => {
    const refusing = await porthole(["search-and-fetch", "ships", "--max-results", "1", "--json"], {
      env: { SEARXNG_URL: server.url, PORTHOLE_PORTS: "81" },
    })
    assert.strictEqual(refusing.code, 0)
    assert.deepInclude(linesOf(refusing.stdout)[0], {
      pages: [
        {
          url: "https://example.com/a",
          error: "blocked_url",
          reason: "port_not_allowed",
          message: "The URL's port isn't allowed. Use one of these: 81.",
        },
      ],
    })
  })
})
