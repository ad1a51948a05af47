/**
 * A Firecrawl on loopback that searches and reads pages for any key, and records whose key asked for what. Its answers
 * name the key, so that an answer that reaches another tenant shows it.
 */
import { createServer, type IncomingMessage } from "node:http"
import type { AddressInfo } from "node:net"

/** One request. */
export interface Requested {
  readonly kind: "search" | "page"
  readonly tenant: string
}

/** The key of a tenant. */
export const keyOf = (tenant: string): string => `fc-key-of-${tenant}`

/** The page's address that a search for these words finds. */
export const pageOf = (words: string): string => `https://site.test/${words}`

/** The documentation site whose tools are served, and the page there. */
export const docsSite = { name: "guide", baseUrl: "https://docs.test/guide" }
export const docsPageOf = (words: string): string => `${docsSite.baseUrl}/${words}.html`

export type Provider = Awaited<ReturnType<typeof start>>

/** Starts it. */
export const start = async () => {
  const requested: Array<Requested> = []
  let version = 1
  const answer = (path: string, body: Readonly<Record<string, unknown>>, tenant: string): object => {
    if (path === "/v2/search") {
      requested.push({ kind: "search", tenant })
      const words = String(body["query"])
      const isDocs = String(body["includeDomains"]).includes("docs.test")
      const url = isDocs ? docsPageOf(words) : pageOf(words)
      return { success: true, data: { web: [{ url, title: "A hit", description: `Found for ${tenant}.` }] } }
    }
    requested.push({ kind: "page", tenant })
    const url = String(body["url"])
    const text = `Version ${version} of ${url}, read for ${tenant}. `.repeat(30)
    // A face that shows none of the text shows its heading.
    const markdown = `# Read for ${tenant}.\n\n${text}`
    return { success: true, data: { markdown, metadata: { title: "A page", url, statusCode: 200 } } }
  }
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      const tenant = String(request.headers["authorization"]).replace(`Bearer ${keyOf("")}`, "")
      response.writeHead(200, { "content-type": "application/json" })
      response.end(JSON.stringify(answer(request.url ?? "", JSON.parse(body), tenant)))
    })
  })
  const port = await new Promise<number>((resolve) => {
    server.listen(0, "127.0.0.1", () => resolve((server.address() as AddressInfo).port))
  })
  return {
    url: `http://127.0.0.1:${port}`,
    /** The requests since the last call of this function. */
    take: (): ReadonlyArray<Requested> => requested.splice(0),
    /** The current version of all pages. */
    version: () => version,
    changePages: () => void version++,
    close: () => {
      server.close()
      server.closeAllConnections()
    },
  }
}

// --- private --------------------------------------------------------------------------

const text = async (request: IncomingMessage): Promise<string> => {
  const chunks: Array<Buffer> = []
  for await (const chunk of request) chunks.push(chunk)
  return Buffer.concat(chunks).toString()
}
