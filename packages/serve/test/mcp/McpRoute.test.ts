import { Client } from "@modelcontextprotocol/sdk/client/index.js"
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import { assert, describe, it } from "vitest"
import * as McpSessions from "../../src/mcp/McpSessions.ts"
import { accept, assertBounded, beforeTimeout, begin, initialize, ping, serving } from "../support/mcpSessions.ts"
import { anyPage, send } from "../support/server.ts"

/** A request of the stateless revision, with its required headers. */
const stateless = (
  port: number,
  method: string,
  params: object = {},
  headers: Readonly<Record<string, string>> = {},
  meta: object = {},
) =>
  send(port, "/mcp", {
    method: "POST",
    headers: {
      ...accept,
      "mcp-protocol-version": "2026-07-28",
      "mcp-method": method,
      ...("name" in params ? { "mcp-name": String(params.name) } : {}),
      ...headers,
    },
    body: JSON.stringify({
      jsonrpc: "2.0",
      id: 1,
      method,
      params: {
        ...params,
        _meta: {
          "io.modelcontextprotocol/protocolVersion": "2026-07-28",
          "io.modelcontextprotocol/clientCapabilities": {},
          "io.modelcontextprotocol/clientInfo": { name: "test", version: "0" },
          ...meta,
        },
      },
    }),
  })

const search = { name: "web_search", arguments: { query: "tides" } }

describe("a client with sessions", () => {
  it("lists and calls the tools, each session a conversation of its caller", () =>
    serving({ tokens: { acme: "s3cret" }, settings: { allow_tokenless: true } }, async ({ seen, url }) => {
      const connect = async (headers: Readonly<Record<string, string>> = {}) => {
        const client = new Client({ name: "test", version: "0" })
        await client.connect(new StreamableHTTPClientTransport(new URL(`${url}/mcp`), { requestInit: { headers } }))
        return client
      }
      const clients = [await connect(), await connect(), await connect({ authorization: "Bearer s3cret" })]
      for (const client of clients) {
        assert.lengthOf((await client.listTools()).tools, 3)
        for (const tide of ["high", "low"]) {
          const query = `${tide} tide ${clients.indexOf(client)}`
          const { content } = await client.callTool({ name: "web_search", arguments: { query } })
          assert.include(JSON.stringify(content), "https://a.test/1")
        }
        await client.close()
      }
      assert.lengthOf(new Set(seen.map(({ id }) => id)), 3)
      assert.deepStrictEqual(
        seen.map(({ tenant }) => tenant),
        ["default", "default", "default", "default", "acme", "acme"],
      )
    }))
})

describe("sessions", () => {
  it("belong to their tenant only, and end at their client's request", () =>
    serving({ tokens: { acme: "s3cret" }, settings: { allow_tokenless: true } }, async ({ port }) => {
      const token = { authorization: "Bearer s3cret" }
      const session = await begin(port, token)
      assert.strictEqual(await ping(port, session, token), 200)
      assert.strictEqual(await ping(port, session), 404)
      const end = (headers: object) =>
        send(port, "/mcp", { method: "DELETE", headers: { "mcp-session-id": session, ...headers } })
      assert.strictEqual((await end({})).status, 404)
      assert.strictEqual((await end(token)).status, 204)
      assert.strictEqual(await ping(port, session, token), 404)
    }))

  it(
    "of one tenant are bounded: the least recently used one is dropped, with its call",
    () => assertBounded({ authorization: "Bearer s3cret" }),
    beforeTimeout,
  )

  it.each([{}, { "mcp-protocol-version": "2025-11-25" }, { "mcp-protocol-version": "2026-07-28" }])(
    "don't begin with more than 256 KiB, with any revision (%j)",
    (headers) =>
      serving({}, async ({ port }) => {
        const body = JSON.stringify({ ...initialize, more: "x".repeat(McpSessions.maxFirstBytes) })
        const all = { ...accept, ...headers }
        assert.strictEqual((await send(port, "/mcp", { method: "POST", headers: all, body })).status, 413)
      }),
  )

  it("keep their revision, for a later request with any other one", () =>
    serving({}, async ({ port }) => {
      const session = await begin(port)
      assert.strictEqual(await ping(port, session, { "mcp-protocol-version": "2025-03-26" }), 200)
      assert.strictEqual(await ping(port, session, { "mcp-protocol-version": "2026-07-28" }), 400)
      assert.strictEqual(await ping(port, session, { "mcp-protocol-version": "1999-01-01" }), 400)
    }))
})

describe("a client without sessions (2026-07-28)", () => {
  it("discovers the server, lists the tools in one order, and gets the time that the list is valid", () =>
    serving({}, async ({ port }) => {
      const discovered = (await stateless(port, "server/discover")).json() as { readonly result: object }
      assert.deepInclude(discovered.result, { resultType: "complete", ttlMs: 300_000, cacheScope: "private" })
      const listed = (await stateless(port, "tools/list")).json() as {
        readonly result: { readonly ttlMs: number; readonly tools: ReadonlyArray<{ readonly name: string }> }
      }
      assert.strictEqual(listed.result.ttlMs, 300_000)
      assert.deepStrictEqual(
        listed.result.tools.map(({ name }) => name),
        ["web_search", "web_fetch", "web_search_and_fetch"],
      )
    }))

  it("calls tools in the conversation of its token, on loopback of the process", () =>
    serving({ tokens: { acme: "s3cret" }, settings: { allow_tokenless: true } }, async ({ port, seen }) => {
      const answer = await stateless(port, "tools/call", search)
      assert.deepInclude((answer.json() as { readonly result: object }).result, { resultType: "complete" })
      const fresh = { name: "web_search", arguments: { query: "other" } }
      await stateless(port, "tools/call", fresh, { authorization: "Bearer s3cret" })
      assert.deepStrictEqual(seen[0], { id: "process", tenant: "default" })
      assert.match(seen[1]?.id ?? "", /^token\/[0-9a-f]+$/)
    }))

  it.each([
    ["another method in the header", "tools/list", {}, { "mcp-method": "tools/call" }],
    ["another name in the header", "tools/call", search, { "mcp-name": "web_fetch" }],
    ["another revision in the header", "tools/list", {}, { "mcp-protocol-version": "2025-11-25" }],
    ["an unknown revision", "tools/list", {}, { "mcp-protocol-version": "2030-01-01" }],
  ])("is refused with %s", (_, method, params, headers) =>
    serving({}, async ({ port }) => {
      const answer = await stateless(port, method, params, headers)
      assert.strictEqual(answer.status, 400)
      assert.hasAnyKeys(answer.json(), ["error"])
    }),
  )

  it("is refused with an unknown method", () =>
    serving({}, async ({ port }) => {
      assert.strictEqual((await stateless(port, "tools/destroy")).status, 404)
    }))
})

describe("a call that takes long", () => {
  it("reports progress of a batch on the response's stream", () =>
    serving({}, async ({ port }) => {
      const urls = ["https://a.test/1", "https://a.test/2", "https://a.test/3"]
      const params = { name: "web_fetch", arguments: { urls } }
      const { headers, text } = await stateless(port, "tools/call", params, {}, { progressToken: "p" })
      assert.include(headers["content-type"], "text/event-stream")
      const messages = text
        .split("\n")
        .flatMap((line) => (line.startsWith("data: ") ? [JSON.parse(line.slice(6))] : []))
      assert.deepStrictEqual(
        messages
          .slice(0, -1)
          .map(({ method, params }) => [method, params.progressToken, params.progress, params.total]),
        [1, 2, 3].map((done) => ["notifications/progress", "p", done, 3]),
      )
      assert.include(messages.at(-1).result.content[0].text, "https://a.test/3")
    }))

  it("announces no completions and no changes of the list of tools, in any revision", () =>
    serving({}, async ({ port, url }) => {
      const client = new Client({ name: "test", version: "0" })
      await client.connect(new StreamableHTTPClientTransport(new URL(`${url}/mcp`)))
      assert.deepStrictEqual(client.getServerCapabilities(), { logging: {}, tools: {} })
      await client.close()
      const discovered = (await stateless(port, "server/discover")).json() as {
        readonly result: { readonly capabilities: object }
      }
      assert.deepStrictEqual(discovered.result.capabilities, { logging: {}, tools: {} })
    }))

  it("reports progress of a slow page, to clients with sessions too", () => {
    const told = Deferred.makeUnsafe<void>()
    const extract: typeof anyPage = (request) => Effect.andThen(Deferred.await(told), anyPage(request))
    return serving({ extract }, async ({ url }) => {
      const client = new Client({ name: "test", version: "0" })
      await client.connect(new StreamableHTTPClientTransport(new URL(`${url}/mcp`)))
      const reported = new Set<unknown>()
      const onprogress = ({ message }: { readonly message?: string | undefined }) => {
        reported.add(message)
        Deferred.doneUnsafe(told, Effect.void)
      }
      await client.callTool({ name: "web_fetch", arguments: { url: "https://a.test/slow" } }, undefined, { onprogress })
      assert.deepStrictEqual(reported, new Set(["Fetching from a.test."]))
      await client.close()
    })
  })

  it("ends when its client closes the stream", async () => {
    const begun = Deferred.makeUnsafe<void>()
    const ended = Deferred.makeUnsafe<void>()
    const extract = () =>
      Effect.andThen(Deferred.succeed(begun, undefined), Effect.never).pipe(
        Effect.onInterrupt(() => Deferred.succeed(ended, undefined)),
      )
    await serving({ extract }, async ({ url }) => {
      const client = new Client({ name: "test", version: "0" })
      await client.connect(new StreamableHTTPClientTransport(new URL(`${url}/mcp`)))
      const call = client.callTool({ name: "web_fetch", arguments: { url: "https://a.test/" } }).catch(() => {})
      await Effect.runPromise(Deferred.await(begun))
      await client.close()
      await Effect.runPromise(Deferred.await(ended))
      await call
    })
  })
})
