/**
 * Servers on loopback that speak the providers' published protocols. A server checks each request, and refuses an
 * invalid one in its own format, so that a hit proves a request that the real provider would accept.
 */
import { createServer, type IncomingMessage } from "node:http"
import type { AddressInfo } from "node:net"
import { setTimeout as sleep } from "node:timers/promises"
import { gzipSync } from "node:zlib"
import { brave } from "./wire/brave.ts"
import { duckduckgo } from "./wire/duckduckgo.ts"
import { exa } from "./wire/exa.ts"
import { firecrawl } from "./wire/firecrawl.ts"
import { jina } from "./wire/jina.ts"
import { json } from "./wire/json.ts"
import { searxng } from "./wire/searxng.ts"
import { serpapi, serpapiOverBing, serpapiOverDuckDuckGo } from "./wire/serpapi.ts"
import { serper } from "./wire/serper.ts"
import { tavily } from "./wire/tavily.ts"
import { wikipedia } from "./wire/wikipedia.ts"
import type { ReceivedRequest, Reply, Wire } from "./wire/Wire.ts"

/** The words that every test searches for. */
export const words = "tidal power"

/** Every filter. */
export const fullFlags: ReadonlyArray<string> = [
  ["--category", "news", "--language", "de", "--country", "AT", "--safesearch", "strict"],
  ["--start-date", "2024-01-05", "--end-date", "2024-02-01"],
  ["--domains", "example.com", "--exclude-domains", "shop.example.com"],
  ["--page", "2", "--max-results", "5", "--include-metadata"],
].flat()

/** All of them. */
export const wires: ReadonlyArray<Wire> = [
  searxng,
  tavily,
  brave,
  serpapi,
  serpapiOverBing,
  serpapiOverDuckDuckGo,
  exa,
  firecrawl,
  serper,
  jina,
  json,
  duckduckgo,
  wikipedia,
]

/** A server's behaviour instead of answering. */
export type Instead = Reply | "hang" | "break"

/** Starts a provider, which compresses for clients that accept it; `env` points the command at it, with its key. */
export const serve = async (wire: Pick<Wire, "answer" | "env" | "key">, instead?: Instead) => {
  const requested: Array<ReceivedRequest> = []
  const server = createServer((request, response) => {
    void read(request).then((one) => {
      requested.push(one)
      if (instead === "hang") return
      if (instead === "break") return void request.socket.destroy()
      const { body, headers = {}, status = 200 } = instead ?? wire.answer(one)
      const isText = typeof body === "string"
      const bytes = Buffer.from(isText ? body : JSON.stringify(body))
      const isPlain = one.headers["accept-encoding"]?.includes("gzip") !== true || bytes.length === 0
      response.writeHead(status, {
        "content-type": isText ? "text/html" : "application/json; charset=utf-8",
        ...(isPlain ? {} : { "content-encoding": "gzip" }),
        ...headers,
      })
      response.end(isPlain ? bytes : gzipSync(bytes))
    })
  })
  const url = await new Promise<string>((resolve) => {
    server.listen(0, "127.0.0.1", () => resolve(`http://127.0.0.1:${(server.address() as AddressInfo).port}`))
  })
  return {
    requested,
    /** Waits until so many requests have come. */
    hasReceived: async (count: number) => {
      // clock: polls
      while (requested.length < count) await sleep(5)
    },
    env: { ...wire.env(url), ...keyOf(wire) },
    place: wire.env(url),
    close: () => {
      server.close()
      server.closeAllConnections()
    },
  }
}

/** The key of a provider as its users set it. */
export const keyOf = ({ key }: Pick<Wire, "key">): Readonly<Record<string, string>> =>
  key === undefined ? {} : { [key.variable]: key.value }

/** A request's parameters without the key, from its query or its body. */
export const sent = ({ body, params: { api_key: _, ...params } }: ReceivedRequest): unknown => ({
  ...params,
  ...(typeof body === "object" ? body : {}),
})

// --- private --------------------------------------------------------------------------

const read = async (request: IncomingMessage): Promise<ReceivedRequest> => {
  const chunks: Array<Buffer> = []
  for await (const chunk of request) chunks.push(chunk)
  const { pathname, searchParams } = new URL(request.url ?? "/", "http://x")
  const text = Buffer.concat(chunks).toString()
  return {
    method: request.method ?? "",
    path: pathname,
    params: Object.fromEntries(searchParams),
    headers: Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)])),
    body: bodyOf(request.headers["content-type"] ?? "", text),
  }
}

const bodyOf = (type: string, text: string): unknown => {
  if (type.startsWith("application/json")) return JSON.parse(text)
  return type.startsWith("application/x-www-form-urlencoded")
    ? Object.fromEntries(new URLSearchParams(text))
    : undefined
}
