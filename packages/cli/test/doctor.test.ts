/** Tests `porthole doctor`: each state of a provider, its advice, and the exit code. */
import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Settings, VERSION } from "@porthole/core"
import { assert, describe, it, vi } from "vitest"
import { porthole, stopClock } from "./support/inProcess.ts"
import { linesOf } from "./support/porthole.ts"
import { keyOf, serve, wires } from "./support/providers.ts"
import { brave } from "./support/wire/brave.ts"
import { challenge, duckduckgo } from "./support/wire/duckduckgo.ts"
import { exa } from "./support/wire/exa.ts"
import { firecrawl } from "./support/wire/firecrawl.ts"
import { json } from "./support/wire/json.ts"
import { searxng } from "./support/wire/searxng.ts"
import { serpapi } from "./support/wire/serpapi.ts"
import { tavily } from "./support/wire/tavily.ts"
import { wikipedia } from "./support/wire/wikipedia.ts"

/** No page is read from this machine, so no site is requested; `packages/test-net` has the way to sites. */
const elsewhere = { PORTHOLE_READER: "jina" }

const doctor = (env: Readonly<Record<string, string>>, ...flags: ReadonlyArray<string>) =>
  porthole(["doctor", ...flags], { env: { ...elsewhere, ...env } })

type Findings = Readonly<Record<string, Readonly<Record<string, unknown>>>>

/** The report on each provider in `--json`. */
const findingsOf = (stdout: string): Findings => {
  const [{ providers }] = linesOf(stdout) as [{ providers: ReadonlyArray<{ provider: string }> }]
  return Object.fromEntries(providers.map(({ provider, ...finding }) => [provider, finding]))
}

/** The report on the other parts in `--json`. */
const partsOf = (stdout: string): ReadonlyArray<unknown> => {
  const [{ parts }] = linesOf(stdout) as [{ parts: ReadonlyArray<unknown> }]
  return parts
}

const inUse = { configured: true, used: true }

const refused = (reason: string, message: string) => ({
  ...inUse,
  reachable: false,
  error: { error: "web_search_unavailable", reason, message },
})

describe.concurrent("porthole doctor", () => {
  it("shows each state, and missing settings; one that answers is enough", async () => {
    const servers = {
      answers: await serve(tavily),
      noJson: await serve(searxng, { status: 403, body: "<html></html>" }),
      refusing: await serve(brave),
      spent: await serve(serpapi, { status: 429, body: { error: "Your account has run out of searches." } }),
      down: await serve(json, { status: 500, body: "" }),
      gone: await serve(exa),
    }
    servers.gone.close()
    const env = Object.assign({}, ...Object.values(servers).map((server) => server.env)) as Record<string, string>
    const wrong = { BRAVE_API_KEY: "wrong-key-that-nobody-prints", PORTHOLE_SEARCH_TIMEOUT: "60 s" }
    const { code, stderr, stdout } = await doctor({ ...env, ...wrong }, "--json", "--log-level", "debug")
    for (const { close } of Object.values(servers)) close()
    assert.strictEqual(code, 0, stdout)
    const found = findingsOf(stdout)
    assert.deepStrictEqual(found["tavily"], { ...inUse, reachable: true })
    assert.deepStrictEqual(
      found["searxng"],
      refused(
        "searxng_unreachable",
        "SearXNG refused to answer in JSON. Add json to search.formats in its settings.yml.",
      ),
    )
    assert.deepStrictEqual(found["brave"], {
      ...refused("brave_unauthorized", "Brave Search refused the key. Check BRAVE_API_KEY."),
      advice: "Set BRAVE_API_KEY, or store the key with `porthole keys set brave`.",
    })
    assert.deepStrictEqual(found["serpapi"], {
      ...refused("serpapi_quota_exceeded", "The quota of the plan at SerpAPI is used up."),
      advice: "Set SERPAPI_API_KEY, or store the key with `porthole keys set serpapi`.",
    })
    assert.deepStrictEqual(
      found["json"],
      refused("json_unreachable", "The search API answered with an error. Try again later."),
    )
    assert.match(String(found["exa"]?.["detail"]), /^connect ECONNREFUSED 127\.0\.0\.1:\d+$/)
    assert.deepInclude(found["exa"], {
      ...refused("exa_unreachable", "Exa can't be reached. Try again later."),
      advice: "Check PORTHOLE_EXA_URL.",
    })
    assert.deepStrictEqual(found["serper"], {
      configured: false,
      used: false,
      advice: "Set SERPER_API_KEY, or store the key with `porthole keys set serper`.",
    })
    for (const open of ["duckduckgo", "wikipedia"]) {
      assert.deepStrictEqual(found[open], { configured: true, used: false })
    }
    assert.lengthOf(servers.answers.requested, 1)
    for (const key of [...wires.flatMap((wire) => Object.values(keyOf(wire))), wrong.BRAVE_API_KEY]) {
      assert.notInclude(stdout + stderr, key)
    }
  })

  it("says which setting to raise for a provider that hangs", async () => {
    const server = await serve(firecrawl, "hang")
    const clock = await stopClock()
    const report = porthole(["doctor", "--json"], { env: { ...elsewhere, ...server.env }, clock })
    await server.hasReceived(1)
    await clock.adjust("1 minute")
    const { code, stdout } = await report
    server.close()
    assert.strictEqual(code, 1)
    assert.deepStrictEqual(findingsOf(stdout)["firecrawl"], {
      ...inUse,
      reachable: false,
      error: { error: "timeout", message: "The search took too long. Try once more." },
      advice: "Raise PORTHOLE_SEARCH_TIMEOUT.",
    })
  })

  it("says what a service that reads pages lacks", async () => {
    const url = "https://reader.example/"
    const good = await doctor({ PORTHOLE_READER: "json", PORTHOLE_JSON_READER_URL: url }, "--offline")
    assert.match(good.stdout, /^reader +as a service, not tried\n +json: configured\n/m)
    const bad = await doctor({ PORTHOLE_READER: "json" }, "--offline")
    assert.match(bad.stdout, /^reader +as a service, not tried\n +json: Set PORTHOLE_JSON_READER_URL\.\n/m)
  })

  it("doesn't send to itself who reads why a SearXNG can't be reached", async () => {
    const { code, stdout } = await doctor({ SEARXNG_URL: "http://127.0.0.1:1" })
    assert.strictEqual(code, 1)
    assert.match(stdout, /SearXNG at SEARXNG_URL doesn't answer\. .*\n +connect ECONNREFUSED .*\n +Check SEARXNG_URL\./)
    assert.notInclude(stdout, "porthole doctor")
  })

  it("blames the proxy, not the public address of a provider that only a proxy leads to", async () => {
    const env = {
      PORTHOLE_EGRESS_PROXY: "http://127.0.0.1:1",
      PORTHOLE_PROVIDER: "wikipedia",
      PORTHOLE_WIKIPEDIA_URL: "",
    }
    const { stdout } = await doctor(env, "--json")
    assert.propertyVal(findingsOf(stdout)["wikipedia"], "advice", "Check PORTHOLE_EGRESS_PROXY.")
  })

  it("names the settings of a SearXNG's limiter, and fails if no provider answers", async () => {
    const limiter = await serve(searxng, { status: 429, body: "Too Many Requests" })
    const { code, stdout } = await doctor(limiter.env)
    limiter.close()
    assert.strictEqual(code, 1)
    assert.include(stdout, "searxng     configured, doesn't answer\n")
    assert.include(stdout, "limiter.toml, or set server.limiter to false in its settings.yml. (searxng_rate_limited)\n")
    assert.notInclude(stdout, "See whether SEARXNG_URL is right")
    assert.include(stdout, "tavily      not configured\n            Set TAVILY_API_KEY")
  })

  it("tries public providers only if no other is configured", async () => {
    const page = await serve(duckduckgo, { status: 202, body: challenge })
    const wiki = await serve(wikipedia)
    const { code, stdout } = await doctor({ ...page.env, ...wiki.env }, "--json")
    const off = await doctor({ ...page.env, ...wiki.env, PORTHOLE_DUCKDUCKGO: "off" }, "--offline", "--json")
    page.close()
    wiki.close()
    assert.deepStrictEqual([code, off.code], [0, 0])
    assert.deepInclude(findingsOf(stdout)["duckduckgo"], { ...inUse, reachable: false })
    assert.include(stdout, "duckduckgo_challenged")
    assert.deepStrictEqual(findingsOf(stdout)["wikipedia"], { ...inUse, reachable: true })
    assert.deepStrictEqual(findingsOf(off.stdout)["duckduckgo"], {
      configured: false,
      used: false,
      advice: "Set PORTHOLE_DUCKDUCKGO to on.",
    })
    assert.deepStrictEqual([page.requested.length, wiki.requested.length], [1, 1])
  })

  it("--offline sends nothing, and fails if no provider is configured", async () => {
    const server = await serve(tavily)
    const set = await doctor(server.env, "--offline", "--json")
    const missing = await doctor(server.env, "--offline", "--json", "--provider", "brave")
    server.close()
    assert.deepStrictEqual([set.code, missing.code], [0, 1])
    assert.deepStrictEqual(findingsOf(set.stdout)["tavily"], inUse)
    assert.deepStrictEqual(findingsOf(missing.stdout)["tavily"], { configured: true, used: false })
    assert.deepInclude(findingsOf(missing.stdout)["brave"], { configured: false, used: true })
    assert.lengthOf(server.requested, 0)
  })

  it("reports keys that can't be looked up, and an address that can't be used", async () => {
    const redis = await doctor({ PORTHOLE_KEY_STORE: "redis" }, "--provider", "tavily", "--json")
    const address = await doctor({ SEARXNG_URL: "file:///etc" }, "--provider", "searxng", "--json")
    assert.deepStrictEqual([redis.code, address.code], [1, 1])
    assert.deepInclude(findingsOf(redis.stdout)["tavily"], {
      configured: true,
      detail: "PORTHOLE_KEY_STORE is redis, but PORTHOLE_REDIS_URL isn't set.",
    })
    assert.include(address.stdout, "SEARXNG_URL can't be used")
  })

  it("tries the cache, the stored keys and the reader", async () => {
    const good = await doctor({}, "--offline", "--json")
    assert.strictEqual(good.code, 0, good.stdout)
    const [cache, keys, reader] = partsOf(good.stdout)
    assert.deepStrictEqual(
      [cache, keys],
      [
        { part: "cache", place: "memory", works: true },
        { part: "keys", place: "file", works: true },
      ],
    )
    assert.deepInclude(reader, { part: "reader", place: "local", works: true })
    assert.match(JSON.stringify(reader), /Reader processes have (?:no )?namespaces of their own/)
    const folder = await doctor({ PORTHOLE_CACHE_DIR: join(import.meta.filename, "cache") }, "--offline", "--json")
    assert.strictEqual(folder.code, 1)
    assert.deepInclude(partsOf(folder.stdout)[0], {
      place: "folder",
      works: false,
      advice: "Set PORTHOLE_CACHE_DIR to a folder that you can write to.",
    })
    const redis = { PORTHOLE_REDIS_URL: "redis://127.0.0.1:1" }
    const server = await serve(tavily)
    const down = await doctor({ ...server.env, ...redis }, "--provider", "tavily")
    server.close()
    assert.strictEqual(down.code, 1)
    assert.include(down.stdout, "cache       on Redis, doesn't work")
    const offline = await doctor(redis, "--offline", "--json")
    assert.deepStrictEqual(partsOf(offline.stdout)[0], { part: "cache", place: "redis" })
  })

  it.skipIf(Settings.PROJECT_URL !== "")(
    "says what to set while the User-Agent has no contact, which fails nothing",
    async () => {
      const missing = await doctor({}, "--offline", "--json")
      const contact = partsOf(missing.stdout).at(-1)
      assert.strictEqual(missing.code, 0)
      assert.deepStrictEqual(contact, {
        part: "contact",
        place: "user-agent",
        detail: `Porthole/${VERSION} names nobody to turn to: Wikipedia and others may answer 403.`,
        advice: "Set PORTHOLE_USER_AGENT_URL to a page about you, or to mailto: and your address.",
      })
      assert.include((await doctor({}, "--offline")).stdout, "contact     in the User-Agent, missing\n")
      for (const env of [{ PORTHOLE_USER_AGENT_URL: "https://a.test/" }, { PORTHOLE_USER_AGENT: "Mine/1" }]) {
        assert.notInclude((await doctor(env, "--offline", "--json")).stdout, '"contact"')
      }
    },
  )

  it("a cache that can't be used is one warning on stderr", async () => {
    for (const env of [
      { PORTHOLE_CACHE_DIR: join(import.meta.filename, "cache") },
      { PORTHOLE_CACHE_DIR: "/proc/nowhere" },
      { PORTHOLE_REDIS_URL: "redis://127.0.0.1:1" },
    ]) {
      const { stderr } = await porthole(["search", "x", "--json"], { env })
      assert.lengthOf(stderr.match(/can't be used; calls go on without it/g) ?? [], 1, stderr)
    }
  })

  it("of a provider that there isn't is wrong usage", async () => {
    const { code, stdout } = await doctor({}, "--provider", "nobody")
    assert.deepStrictEqual([code, stdout], [2, ""])
  })
})

// Alone: the settings folder is this process's.
describe("porthole doctor --tenant", () => {
  it("looks through the eyes of a tenant", async () => {
    const home = await mkdtemp(join(tmpdir(), "porthole-doctor-"))
    const server = await serve(tavily)
    const env = { ...elsewhere, ...server.place, XDG_CONFIG_HOME: home }
    vi.stubEnv("XDG_CONFIG_HOME", home)
    await porthole(["keys", "set", "tavily", "--tenant", "acme"], { env, input: tavily.key?.value ?? "" })
    const flags = ["--provider", "tavily", "--json"]
    const acme = await porthole(["doctor", ...flags, "--tenant", "acme"], { env })
    const own = await porthole(["doctor", ...flags], { env })
    vi.unstubAllEnvs()
    server.close()
    await rm(home, { recursive: true })
    assert.deepStrictEqual([acme.code, own.code], [0, 1])
    assert.deepStrictEqual(findingsOf(acme.stdout)["tavily"], { ...inUse, reachable: true })
    assert.deepInclude(findingsOf(own.stdout)["tavily"], { configured: false, used: true })
    assert.lengthOf(server.requested, 1)
  })
})
