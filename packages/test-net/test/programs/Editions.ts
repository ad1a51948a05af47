/**
 * A site whose pages change on demand. It answers 304 to a conditional request for an unchanged page (RFC 9110, section
 * 13.1.2).
 */
import { createServer } from "node:http"

/** One request for a page: the edition in its `If-None-Match`, and the answer's status. */
export interface PageRequest {
  readonly path: string
  readonly holds: string | undefined
  readonly status: number
}

/** The running site; it ends with the process. */
export interface Editions {
  readonly requests: ReadonlyArray<PageRequest>
  /** Publishes the next edition of a page; each page begins with edition 1. */
  readonly publish: (path: string) => void
}

/** Starts it on port 80 of an address. */
export const start = async (address: string): Promise<Editions> => {
  const requests: Array<PageRequest> = []
  const editions = new Map<string, number>()
  const editionOf = (path: string): number => editions.get(path) ?? 1
  const server = createServer((request, response) => {
    const path = request.url ?? "/"
    const edition = editionOf(path)
    const holds = request.headers["if-none-match"]
    const status = holds === `"${edition}"` ? 304 : 200
    requests.push({ path, holds, status })
    response.writeHead(status, { ETag: `"${edition}"`, "Content-Type": "text/html" })
    response.end(status === 304 ? undefined : page(edition))
  })
  await new Promise<void>((done) => server.listen(80, address, done))
  return { requests, publish: (path) => editions.set(path, editionOf(path) + 1) }
}

// --- private --------------------------------------------------------------------------

const page = (edition: number): string =>
  `<title>Edition ${edition}</title><article><p>${"What the tide brought in today. ".repeat(20)}</p></article>`
