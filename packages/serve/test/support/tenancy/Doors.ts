/** Every way into the calls of a server: each endpoint of each face, and each tool over each kind of `/mcp`. */
import { docsPageOf, pageOf } from "./Provider.ts"
import type { Face, Visitor } from "./Visitor.ts"

/** One way in. */
export interface Door {
  readonly name: string
  /** The route that it uses. */
  readonly route: string
  readonly face: Face
  /** The requests that a new call makes at the provider. */
  readonly asks: ReadonlyArray<"search" | "page">
  /** Calls it: a search for one word, or a read of the page that the search finds. */
  readonly call: (visitor: Visitor, word: string) => Promise<string>
  /** The page. */
  readonly pageOf: (word: string) => string
  /** Whether it reads unseen pages: those of a documentation site, which the operator names. */
  readonly readsUnseen?: true
  /** Reads on in the middle of the page. */
  readonly readOn: (visitor: Visitor, word: string) => Promise<string>
}

/** Searches by a visitor's own face, in the same conversation. */
export const search = (face: Face, visitor: Visitor, word: string): Promise<string> =>
  face === "http" ? visitor.post("/api/v1/search", { query: word }) : visitor.tool("web_search", { query: word })

/** Reads a page by a visitor's own face, in the same conversation. */
export const read = (face: Face, visitor: Visitor, url: string, more: object = {}): Promise<string> =>
  face === "http" ? visitor.post("/api/v1/fetch", { url, ...more }) : visitor.tool("web_fetch", { url, ...more })

/** Routes that make no calls: they have nothing of a tenant. */
export const callless: ReadonlyArray<string> = [
  "GET /",
  "GET /docs",
  "GET /openapi.json",
  "GET /health",
  "GET /ready",
  "GET /metrics",
  // They rank the texts of their own request.
  "POST /v1/rerank",
  "POST /v2/rerank",
  // These go to the site itself, and keep nothing.
  "POST /api/v1/image",
  "POST /api/v1/map",
  "POST /map",
  "POST /v1/map",
  "POST /v2/map",
  // Only DELETE does something: it ends a session, as the check of sessions tries for another tenant's.
  ...["GET", "PUT", "PATCH", "OPTIONS", "DELETE"].map((method) => `${method} /mcp`),
]

/** All doors. */
export const all = (): ReadonlyArray<Door> => [
  ...httpDoors,
  ...(["session", "stateless"] as const).flatMap((face) => tools.map((tool) => mcp(face, tool))),
]

// --- private --------------------------------------------------------------------------

const middle = { start_index: 40 }

const http = (
  route: string,
  asks: Door["asks"],
  bodyOf: (word: string) => object,
  type: "json" | "form" = "json",
): Door => {
  const path = route.slice("POST ".length)
  return {
    name: `${route} as ${type === "json" ? "JSON" : "a form"} ${JSON.stringify(bodyOf("word"))}`,
    route,
    face: "http",
    asks,
    call: (visitor, word) => visitor.post(path, bodyOf(word), type),
    pageOf,
    readOn: (visitor, word) => read("http", visitor, pageOf(word), middle),
  }
}

const searches = ["search"] as const
const reads = ["page"] as const
const searchesAndReads = ["search", "page"] as const

const url = (word: string) => ({ url: pageOf(word) })
const urls = (word: string) => ({ urls: [pageOf(word)] })
const markdown = { scrapeOptions: { formats: ["markdown"] } }

const byQuery: Door = {
  ...http("POST /search", searches, (word) => ({ q: word })),
  name: "GET /search",
  route: "GET /search",
  call: (visitor, word) => visitor.get(`/search?format=json&q=${word}`),
}

const httpDoors: ReadonlyArray<Door> = [
  http("POST /api/v1/search", searches, (query) => ({ query })),
  http("POST /api/v1/fetch", reads, url),
  http("POST /api/v1/fetch", reads, urls),
  http("POST /api/v1/search-and-fetch", searchesAndReads, (query) => ({ query, max_results: 1 })),
  http("POST /api/v1/quote", reads, (word) => ({ url: pageOf(word), quote: word })),
  byQuery,
  http("POST /search", searches, (q) => ({ q, format: "json" }), "form"),
  http("POST /search", searches, (query) => ({ query })),
  http("POST /search", searchesAndReads, (query) => ({ query, include_raw_content: true })),
  http("POST /extract", reads, urls),
  http("POST /v1/scrape", reads, url),
  http("POST /v2/scrape", reads, url),
  http("POST /v1/search", searches, (query) => ({ query })),
  http("POST /v2/search", searches, (query) => ({ query })),
  http("POST /v2/search", searchesAndReads, (query) => ({ query, ...markdown })),
  http("POST /openwebui/search", searches, (query) => ({ query })),
  http("POST /openwebui/load", reads, urls),
]

/** A tool, and its arguments for a word. */
interface Tool extends Pick<Door, "asks" | "pageOf" | "readsUnseen"> {
  readonly name: string
  readonly argsOf: (word: string) => object
}

const tools: ReadonlyArray<Tool> = [
  { name: "web_search", asks: searches, pageOf, argsOf: (query) => ({ query }) },
  { name: "web_fetch", asks: reads, pageOf, argsOf: url },
  { name: "web_fetch", asks: reads, pageOf, argsOf: urls },
  { name: "web_search_and_fetch", asks: searchesAndReads, pageOf, argsOf: (query) => ({ query, max_results: 1 }) },
  { name: "docs_search", asks: searches, pageOf: docsPageOf, argsOf: (query) => ({ query }) },
  {
    name: "docs_fetch",
    asks: reads,
    pageOf: docsPageOf,
    readsUnseen: true,
    argsOf: (word) => ({ slug_or_url: docsPageOf(word) }),
  },
]

const mcp = (face: Face, { argsOf, name, ...tool }: Tool): Door => ({
  ...tool,
  name: `${name} ${JSON.stringify(argsOf("word"))} over /mcp (${face})`,
  route: "POST /mcp",
  face,
  call: (visitor, word) => visitor.tool(name, argsOf(word)),
  readOn: (visitor, word) =>
    name === "docs_fetch"
      ? visitor.tool(name, { ...argsOf(word), ...middle })
      : read(face, visitor, tool.pageOf(word), middle),
})
