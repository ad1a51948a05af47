/** The search engines behind the tests' searx: one small server, one path for each behaviour. */
import { Effect } from "effect"
import type * as Scope from "effect/Scope"
import { createServer, type IncomingMessage, type ServerResponse } from "node:http"

/** A running server; `requested` are the requests so far, as URLs without the host. */
export interface Upstream {
  readonly url: string
  readonly requested: ReadonlyArray<string>
}

/** Rows of the engine for general searches; some of them are hard for an adapter. */
export const items = [
  { url: "https://example.com/whales", title: "Whales <b>and</b> ships", text: "Large animals of the sea." },
  { url: "https://docs.example.com/whales", title: "Whale documents", text: "" },
  { url: "https://notexample.com/whales", title: "Other whales", text: "Not of that site." },
  { url: "magnet:?xt=urn:btih:c12fe1c06bba254a9dc9f519b335aa7c1367a88a", title: "Whale song", text: "A torrent." },
  { url: "http://example.org/a?b=c&d=%20#e", title: "Überseewale", text: "Große Tiere." },
  { url: "https://example.net/whales", title: "", text: "A row without a title." },
]

/** Starts the server on a free port of loopback; it ends with the scope. */
export const start: Effect.Effect<Upstream, never, Scope.Scope> = Effect.map(
  Effect.acquireRelease(
    Effect.callback<{ readonly upstream: Upstream; readonly close: () => void }>((resume) => {
      const requested: Array<string> = []
      const server = createServer((request, response) => {
        requested.push(request.url ?? "")
        answer(request, response)
      })
      server.listen(0, "127.0.0.1", () => {
        const address = server.address()
        const port = address !== null && typeof address === "object" ? address.port : 0
        const close = () => {
          server.close()
          server.closeAllConnections()
        }
        resume(Effect.succeed({ upstream: { url: `http://127.0.0.1:${port}`, requested }, close }))
      })
    }),
    ({ close }) => Effect.sync(close),
  ),
  ({ upstream }) => upstream,
)

/**
 * The engines for searx's settings. A bang such as `!faulty500 whales` selects one of category `faults`. After a fault
 * searx suspends an engine for a while, so each serves one test.
 */
export const engines = (upstream: Upstream): ReadonlyArray<Record<string, unknown>> => [
  engine(upstream, "good", "general", "good"),
  engine(upstream, "paper", "news", "news"),
  ...faults.map(({ name, path, timeout }) => engine(upstream, name, "faults", path, timeout)),
  { ...engine(upstream, "closed", "faults", "good"), search_url: "http://127.0.0.1:1/closed?q={query}&p={pageno}" },
]

/** Engines with an empty answer, each for another reason. */
export const faults: ReadonlyArray<{ readonly name: string; readonly path: string; readonly timeout?: number }> = [
  { name: "faulty500", path: "status/500" },
  { name: "faulty429", path: "status/429" },
  { name: "faulty403", path: "status/403" },
  { name: "garbled", path: "garbage" },
  { name: "slow", path: "never", timeout: 1 },
  { name: "stuck", path: "never", timeout: 30 },
  { name: "mailer", path: "mail" },
]

// --- private --------------------------------------------------------------------------

const engine = (upstream: Upstream, name: string, category: string, path: string, timeout = 60) => ({
  name,
  engine: "json_engine",
  shortcut: name,
  categories: category,
  paging: true,
  enable_http: true,
  timeout,
  search_url: `${upstream.url}/${path}?q={query}&p={pageno}`,
  results_query: "items",
  url_query: "url",
  title_query: "title",
  content_query: "text",
  title_html_to_text: true,
})

const answer = (request: IncomingMessage, response: ServerResponse): void => {
  const { pathname, searchParams } = new URL(request.url ?? "/", "http://upstream.test")
  const [, kind, status] = pathname.split("/")
  const q = searchParams.get("q") ?? ""
  switch (kind) {
    case "good":
      return json(response, { items: q.includes("nothing") ? [] : items })
    case "news":
      return json(response, { items: [{ url: "https://news.example.com/1", title: "News", text: "Today." }] })
    case "mail":
      return json(response, { items: [...items, { url: "mailto:someone@example.com", title: "Mail", text: "" }] })
    case "status":
      response.writeHead(Number(status), { "content-type": "text/html" }).end("<h1>Refused</h1>")
      return
    case "garbage":
      response.writeHead(200, { "content-type": "text/html" }).end("<h1>Not JSON</h1>")
      return
    case "redirect":
      response.writeHead(302, { location: "/good" }).end()
      return
    case "never":
      return
    default:
      response.writeHead(404).end()
  }
}

const json = (response: ServerResponse, body: unknown): void => {
  response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(body))
}
