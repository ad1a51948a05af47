/** A client of one tenant at one face of a server: the HTTP endpoints, or `/mcp` with or without a session. */

/** A client whose calls are one conversation. Answers are texts; a refusal is one, too. */
export interface Visitor {
  readonly get: (path: string) => Promise<string>
  readonly post: (path: string, body: object, type?: "json" | "form") => Promise<string>
  /** Calls a tool; the HTTP face has none. */
  readonly tool: (name: string, args: object) => Promise<string>
  /** The header that continues its MCP session; none if it has no session. */
  readonly session: Readonly<Record<string, string>>
}

/** How a visitor comes in. */
export type Face = "http" | "session" | "stateless"

/** The headers that name a tenant; the one without a token sends none. */
export type Headers = Readonly<Record<string, string>>

/** Opens a face of a server. */
export const open = async (face: Face, base: string, headers: Headers): Promise<Visitor> => {
  const post = async (path: string, body: object, type: "json" | "form" = "json") =>
    type === "json"
      ? sendJson(base + path, headers, body)
      : textOf(fetch(base + path, { method: "POST", headers, body: new URLSearchParams(Object.entries(body)) }))
  const session = face === "session" ? await initialize(base, headers) : {}
  const call = (name: string, args: object) => ({ name, arguments: args })
  return {
    get: (path) => textOf(fetch(base + path, { headers })),
    post,
    tool: (name, args) =>
      face === "stateless"
        ? callStateless(base, headers, call(name, args))
        : callInSession(base, { ...headers, ...session }, call(name, args)),
    session,
  }
}

/** The status of a request with a session. */
export const ping = async (base: string, headers: Headers): Promise<number> =>
  (await request(base, { ...accept, ...headers }, { method: "ping" })).status

/** The status of the request that ends a session. */
export const end = async (base: string, headers: Headers): Promise<number> =>
  (await fetch(`${base}/mcp`, { method: "DELETE", headers: { ...accept, ...headers } })).status

// --- private --------------------------------------------------------------------------

const textOf = async (response: Promise<Response>): Promise<string> => (await response).text()

const accept = { accept: "application/json, text/event-stream", "content-type": "application/json" }

const sendJson = (url: string, headers: Headers, body: object): Promise<string> =>
  textOf(
    fetch(url, {
      method: "POST",
      headers: { ...headers, "content-type": "application/json" },
      body: JSON.stringify(body),
    }),
  )

const request = (base: string, headers: Headers, message: object): Promise<Response> =>
  fetch(`${base}/mcp`, { method: "POST", headers, body: JSON.stringify({ jsonrpc: "2.0", id: 1, ...message }) })

const clientInfo = { name: "test", version: "0" }

const initialize = async (base: string, headers: Headers): Promise<Headers> => {
  const params = { protocolVersion: "2025-11-25", capabilities: {}, clientInfo }
  const response = await request(base, { ...accept, ...headers }, { method: "initialize", params })
  await response.text()
  return { "mcp-session-id": String(response.headers.get("mcp-session-id")) }
}

const callInSession = (base: string, headers: Headers, params: object): Promise<string> =>
  // With progress the answer is a stream, which runs after the handler has returned.
  textOf(request(base, { ...accept, ...headers }, { method: "tools/call", params: { ...params, _meta: progress } }))

const progress = { progressToken: "p" }

const callStateless = (
  base: string,
  headers: Headers,
  params: { readonly name: string; readonly arguments: object },
): Promise<string> => {
  const revision = "2026-07-28"
  const named = { "mcp-protocol-version": revision, "mcp-method": "tools/call", "mcp-name": params.name }
  const _meta = {
    "io.modelcontextprotocol/protocolVersion": revision,
    "io.modelcontextprotocol/clientCapabilities": {},
    "io.modelcontextprotocol/clientInfo": clientInfo,
  }
  const message = { method: "tools/call", params: { ...params, _meta } }
  return textOf(request(base, { ...accept, ...named, ...headers }, message))
}
