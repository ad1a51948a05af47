/** Sessions of `/mcp`. */
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import { assert } from "vitest"
import * as McpSessions from "../../src/mcp/McpSessions.ts"
import { type Options, send, start } from "./server.ts"

/** Serves while it is used. */
export const serving = async <A>(options: Options, use: (server: Awaited<ReturnType<typeof start>>) => Promise<A>) => {
  const server = await start(options)
  return use(server).finally(() => server.close())
}

export const accept = { accept: "application/json, text/event-stream", "content-type": "application/json" }

export const initialize = {
  jsonrpc: "2.0",
  id: 1,
  method: "initialize",
  params: { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "test", version: "0" } },
}
/** Begins a session, and returns its id. */
export const begin = async (port: number, headers: Readonly<Record<string, string>> = {}) => {
  const body = JSON.stringify(initialize)
  const answer = await send(port, "/mcp", { method: "POST", headers: { ...accept, ...headers }, body })
  return String(answer.headers["mcp-session-id"])
}
/** The status of a ping in a session. */
export const ping = async (port: number, session: string, headers: Readonly<Record<string, string>> = {}) => {
  const body = JSON.stringify({ jsonrpc: "2.0", id: 2, method: "ping" })
  const all = { ...accept, "mcp-session-id": session, ...headers }
  return (await send(port, "/mcp", { method: "POST", headers: all, body })).status
}

/** In ms: shorter than the call's timeout of {@link assertBounded}, which would end the call, too. */
export const beforeTimeout = 100_000

/**
 * Asserts that the sessions of one tenant are bounded: the least recently used one, which answers during a call, is
 * dropped, and its call ends.
 */
export const assertBounded = async (headers: Readonly<Record<string, string>>): Promise<void> => {
  const begun = Deferred.makeUnsafe<void>()
  const ended = Deferred.makeUnsafe<void>()
  const extract = () =>
    Effect.andThen(Deferred.succeed(begun, undefined), Effect.never).pipe(
      Effect.onInterrupt(() => Deferred.succeed(ended, undefined)),
    )
  // The call ends with its session: its timeout is longer than the test may take.
  const settings = { fetch_timeout: "120 seconds", allow_tokenless: true } as const
  await serving({ extract, settings, tokens: { acme: "s3cret" } }, async ({ port }) => {
    const first = await begin(port, headers)
    const session = await begin(port, headers)
    const params = { name: "web_fetch", arguments: { url: "https://a.test/" } }
    const body = JSON.stringify({ jsonrpc: "2.0", id: 3, method: "tools/call", params })
    const all = { ...accept, "mcp-session-id": session, ...headers }
    const call = send(port, "/mcp", { method: "POST", headers: all, body })
    await Effect.runPromise(Deferred.await(begun))
    assert.strictEqual(await ping(port, session, headers), 200)
    assert.strictEqual(await ping(port, first, headers), 200)
    for (let more = 2; more <= McpSessions.maxSessions; more++) await begin(port, headers)
    await Effect.runPromise(Deferred.await(ended))
    await call
    assert.strictEqual(await ping(port, session, headers), 404)
    assert.strictEqual(await ping(port, first, headers), 200)
  })
}
