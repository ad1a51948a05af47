/** Tests `OTEL_EXPORTER_OTLP_ENDPOINT`: the exported data, and the effect of a broken collector. */
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { attributesOf, collect } from "./support/collector.ts"
import { porthole } from "./support/inProcess.ts"
import { initialize } from "./support/mcpClient.ts"
import { porthole as startsProcess } from "./support/porthole.ts"
import { serve, words } from "./support/providers.ts"
import { serving } from "./support/serving.ts"
import { searxng } from "./support/wire/searxng.ts"

describe("the export of spans", () => {
  let provider: Awaited<ReturnType<typeof serve>>
  beforeAll(async () => {
    provider = await serve(searxng)
  })
  afterAll(() => provider.close())

  const search = (env: Readonly<Record<string, string>>) =>
    porthole(["search", words, "--json"], { env: { ...provider.env, ...env } })

  it("has a search's provider and number of hits, but not its words", async () => {
    const collector = await collect()
    const { code } = await search({
      OTEL_EXPORTER_OTLP_ENDPOINT: `${collector.url}/otlp/`,
      OTEL_EXPORTER_OTLP_HEADERS: "authorization=Bearer%20secret",
      OTEL_SERVICE_NAME: "harbour",
    })
    collector.close()
    assert.strictEqual(code, 0)
    assert.deepStrictEqual(
      collector.requests.map(({ authorization, path }) => [path, authorization]),
      [["/otlp/v1/traces", "Bearer secret"]],
    )
    const [span, ...others] = collector.spans()
    assert.deepStrictEqual(others, [])
    assert.strictEqual(span?.name, "webSearch")
    assert.include(attributesOf(span), { "porthole.provider": "searxng", "porthole.cached": false })
    const body = collector.requests.map(({ body }) => body).join("")
    for (const word of [...words.split(" "), "secret", "127.0.0.1"]) assert.notInclude(body, word)
    assert.include(body, "harbour")
    for (const { headers } of provider.requested) assert.notProperty(headers, "traceparent")
  })

  it("traces the providers of a search under trace", async () => {
    const collector = await collect()
    await search({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, PORTHOLE_TRACE: "on" })
    collector.close()
    assert.deepStrictEqual(
      collector.spans().map(({ name }) => name),
      ["provider", "webSearch"],
    )
  })

  it("covers the calls of an MCP client, and names no argument", async () => {
    const collector = await collect()
    const calls = [
      { name: "web_search", arguments: { query: words } },
      { name: "web_fetch", arguments: { url: "http://127.0.0.1/hidden-path" } },
    ].map((params, at) => `${JSON.stringify({ jsonrpc: "2.0", id: at + 2, method: "tools/call", params })}\n`)
    // The SDK's client ends a server that takes seconds for its last spans.
    const env = { ...provider.env, OTEL_EXPORTER_OTLP_ENDPOINT: collector.url }
    assert.deepInclude(await startsProcess(["mcp"], { env, input: initialize + calls.join("") }), { code: 0 })
    collector.close()
    const spans = collector.spans().toSorted((one, other) => one.name.localeCompare(other.name))
    assert.deepStrictEqual(
      spans.map(({ name }) => name),
      ["webFetch", "webSearch"],
    )
    assert.deepStrictEqual(attributesOf(spans[0]), {
      "error.type": "blocked_url",
      "porthole.reason": "private_or_metadata_target",
    })
    const body = collector.requests.map(({ body }) => body).join("")
    assert.notMatch(body, /tidal|hidden-path|127\.0\.0\.1/)
  })

  it("covers the requests to porthole serve, without query or address of their callers", async () => {
    const collector = await collect()
    const { child, finished, url } = await serving({
      env: { ...provider.env, OTEL_EXPORTER_OTLP_ENDPOINT: collector.url },
    })
    const answer = await fetch(`${url}/search?q=${encodeURIComponent(words)}&format=json`, {
      headers: {
        "user-agent": "secret-agent",
        traceparent: "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01",
      },
    })
    child.kill("SIGTERM")
    await finished
    collector.close()
    assert.strictEqual(answer.status, 200)
    const [span, ...others] = collector.spans()
    assert.deepStrictEqual(others, [])
    assert.strictEqual(span?.name, "webSearch")
    // A caller's trace continues; the server's own request span isn't exported.
    assert.deepInclude(span, { traceId: "4bf92f3577b34da6a3ce929d0e0e4736", parentSpanId: "00f067aa0ba902b7" })
    const body = collector.requests.map(({ body }) => body).join("")
    assert.notMatch(body, /tidal|secret-agent|127\.0\.0\.1|url\.|client\./)
  })

  it("follows no redirect", async () => {
    const elsewhere = await collect()
    const collector = await collect(307, { location: `${elsewhere.url}/v1/traces` })
    const { code } = await search({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.url })
    collector.close()
    elsewhere.close()
    assert.deepStrictEqual([code, collector.requests.length, elsewhere.requests.length], [0, 1, 0])
  })

  it("delays no answer if nothing listens", async () => {
    const { code, stderr, stdout } = await search({ OTEL_EXPORTER_OTLP_ENDPOINT: "http://127.0.0.1:1" })
    assert.deepStrictEqual([code, stderr], [0, ""])
    assert.isAbove(JSON.parse(stdout).count, 0)
  })

  it.each([
    [{ OTEL_EXPORTER_OTLP_ENDPOINT: "collector:4317" }, /OTEL_EXPORTER_OTLP_ENDPOINT can't be used: expected an http/],
    [{ OTEL_EXPORTER_OTLP_ENDPOINT: "http://me:secret@127.0.0.1" }, /without credentials/],
  ])("refuses %j as wrong usage", async (env, message) => {
    const { code, stderr } = await search(env)
    assert.strictEqual(code, 2)
    assert.match(stderr, message)
    assert.notInclude(stderr, "secret")
  })
})
