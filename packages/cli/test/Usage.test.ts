import { SearchQuery } from "@porthole/core"
import { assert, describe, it } from "vitest"
import { porthole } from "./support/inProcess.ts"
import { linesOf, porthole as startsProcess } from "./support/porthole.ts"
import { assertRefused } from "./support/usage.ts"

// oxlint-disable-next-line no-control-regex -- escape sequences are what is looked for
const escape = /\u001b/

describe("wrong usage ends with 2, a sentence on stderr and nothing on stdout", () => {
  it.each([
    [["fetch", "http://a.test", "--nonsense"], "--nonsense"],
    [["nonsense"], "nonsense"],
    [["search"], "query"],
    [["fetch"], "url"],
    [["search", "a", "b"], "b"],
    [["search", "a", "--max-results", "many"], "--max-results"],
    [["search", "a", "--max-results", "1.5"], "--max-results"],
    [["search", "a", "--category", "sports"], "--category"],
    [["search", "a", "--time-range", "decade"], "--time-range"],
    [["search", "a", "--safesearch", "paranoid"], "--safesearch"],
    [["search", "a", "--freshness-days", "some"], "--freshness-days"],
    [["search-and-fetch", "a", "--page", "last"], "--page"],
    [["search", "a", "--provider", "altavista"], "--provider"],
    [["fetch", "http://a.test", "--extract", "pdf"], "--extract"],
    [["mcp", "--docs-site", "https://docs.test/"], "--docs-site"],
    [["mcp", "--docs-site", "boats"], "--docs-site"],
    [["mcp", "--docs-site", "boats=http://127.0.0.1/"], "--docs-site"],
    [["mcp", "--tenant", ""], "--tenant"],
    [["mcp", "--listen", "127.0.0.1:8710"], "are for --http"],
    [["mcp", "--allow-tokenless"], "are for --http"],
    [["mcp", "--docs-for", "/no/project"], "there is no folder /no/project"],
    [["check"], "URL"],
    [["check", "http://a.test", "--ndjson"], "stdin"],
    [["extract", "a.html", "--url", "ftp://a.test/"], "http"],
    [["extract", "a.html", "--ndjson"], "stdin"],
    [["extract", "--ndjson", "--explain"], "--explain"],
    [["extract", "--explain"], "file"],
    [["extract", "-", "--explain"], "--explain"],
  ])("%j", assertRefused)

  it("a command that isn't named shows the help on stderr", async () => {
    const { code, stdout, stderr } = await porthole([])
    assert.strictEqual(code, 2)
    assert.strictEqual(stdout, "")
    assert.include(stderr, "SUBCOMMANDS")
  })

  it.each([
    ["PORTHOLE_PORTS", "eighty"],
    ["PORTHOLE_MAX_REDIRECTS", "21"],
    ["PORTHOLE_FETCH_TIMEOUT", "1 h"],
    ["PORTHOLE_CACHE_TTL", "soon"],
    ["PORTHOLE_CACHE_MAX_ENTRIES", "0 pages"],
    ["PORTHOLE_MAX_USES", "no more"],
    ["PORTHOLE_RATE_LIMIT_BY", "user"],
    ["PORTHOLE_KNOWN_URLS", "example.com"],
    ["PORTHOLE_ALLOW_DOMAINS", "https://x"],
    ["PORTHOLE_DENY_DOMAINS", "x/y"],
    ["PORTHOLE_ROBOTS", "maybe"],
    ["PORTHOLE_REDIS_URL", "http://user:sesame@cache.test"],
    ["PORTHOLE_REDIS_URL", "redis://:sesame@cache.test/pages"],
  ])("a setting out of bounds is named: %s=%s", async (name, value) => {
    const { code, stdout, stderr } = await porthole(["check", "http://a.test", "--offline"], {
      env: { [name]: value },
    })
    assert.strictEqual(code, 2)
    assert.strictEqual(stdout, "")
    assert.include(stderr, name)
    assert.lengthOf(stderr.split("\n"), 2)
    assert.notInclude(stderr, value)
    assert.notInclude(stderr, "sesame")
  })

  it.each([
    ["search", "--max-results", "max_results", "a whole number"],
    ["search", "--freshness-days", "freshness_days", "a whole number"],
    ["search-and-fetch", "--page", "page", "a whole number"],
    ["search", "--safesearch", "safesearch", "off, moderate, strict"],
  ])(
    "under --json a flag's bad value is an invalid_request on stdout too: %s %s",
    async (command, flag, reason, expected) => {
      const { code, stdout } = await porthole([command, "a", flag, "many", "--json"])
      assert.strictEqual(code, 2)
      assert.deepStrictEqual(linesOf(stdout), [
        { error: "invalid_request", reason, message: `${reason}: expected ${expected}.` },
      ])
    },
  )
})

describe("a recording", () => {
  it.each([["fetch"], ["search"], ["mcp"]])("that %s should both make and replay is refused", async (command) => {
    const { code, stderr, stdout } = await porthole([command, "x", "--record", "a.warc.gz", "--replay=b.warc.gz"])
    assert.deepStrictEqual([code, stdout], [2, ""])
    assert.match(stderr, /^porthole: Give --record or --replay, not both\. .*--replay-misses live/)
  })
})

describe("help", () => {
  it("lists every command, on stdout, with 0", async () => {
    const { code, stdout, stderr } = await porthole(["--help"])
    assert.strictEqual(code, 0)
    assert.strictEqual(stderr, "")
    for (const command of ["search", "fetch", "search-and-fetch", "check", "extract", "mcp"]) {
      assert.include(stdout, command)
    }
  })

  it.each(["search", "fetch", "search-and-fetch", "check", "extract", "mcp"])("of %s has examples", async (command) => {
    const { code, stdout } = await porthole([command, "--help"], { env: { PORTHOLE_PORTS: "wrong" } })
    assert.strictEqual(code, 0)
    assert.include(stdout, "EXAMPLES")
    assert.include(stdout, `porthole ${command}`)
    assert.notMatch(stdout, escape)
  })

  it("every parameter of a tool is a flag", async () => {
    const { stdout: search } = await porthole(["search", "--help"])
    const { stdout: searchAndFetch } = await porthole(["search-and-fetch", "--help"])
    for (const parameter of Object.keys(SearchQuery.SearchQuery.fields).filter((name) => name !== "query")) {
      const flag = `--${parameter.replaceAll("_", "-")}`
      assert.include(search, flag)
      assert.include(searchAndFetch, flag)
    }
    const { stdout: fetch } = await porthole(["fetch", "--help"])
    for (const flag of ["extract", "query", "max-bytes", "max-length"]) assert.include(fetch, `--${flag}`)
  })

  it("--version is a line", async () => {
    const { code, stdout } = await porthole(["--version"])
    assert.strictEqual(code, 0)
    assert.match(stdout, /^porthole \d+\.\d+\.\d+\n$/)
  })

  it.each(["bash", "zsh", "fish"])("--completions %s prints a script", async (shell) => {
    const { code, stdout } = await porthole(["--completions", shell])
    assert.strictEqual(code, 0)
    assert.include(stdout, "search-and-fetch")
  })

  it("has no colours without a terminal, with any FORCE_COLOR", async () => {
    const { stdout } = await startsProcess(["--help"], { env: { FORCE_COLOR: "1" } })
    assert.notMatch(stdout, escape)
  })

  it.each([[[]], [["fetch"]], [["keys", "remove"]], [["keys"]]])("of %j is what --help prints", async (names) => {
    const asked = await porthole(["help", ...names])
    assert.strictEqual(asked.code, 0)
    assert.strictEqual(asked.stdout, (await porthole([...names, "--help"])).stdout)
    assert.include(asked.stdout, ["porthole", ...names].join(" "))
  })

  it("of a command that there isn't is wrong usage, as the command itself is", async () => {
    const asked = await porthole(["help", "fetc"])
    assert.deepStrictEqual(asked, await porthole(["fetc"]))
    assert.deepStrictEqual([asked.code, asked.stdout], [2, ""])
    assert.include(asked.stderr, "fetch")
  })
})
