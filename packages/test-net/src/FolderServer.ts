/**
 * Sites of static files, by their hosts, as a plain web server sends them: `index.html` for a folder, a redirect for a
 * folder without its slash, validators, and 304 for a page that hasn't changed. Start it inside the network.
 */
import { createHash } from "node:crypto"
import { readFileSync, statSync } from "node:fs"
import http from "node:http"
import { join, normalize } from "node:path"

/** One request: its host and path, and the answer's status. */
export interface LoggedRequest {
  readonly host: string
  readonly path: string
  readonly status: number
}

/** Starts it on port 80 of an address; `folders` are the sites by host. Returns the log. */
export const start = (
  address: string,
  folders: Readonly<Record<string, string>>,
): Promise<ReadonlyArray<LoggedRequest>> => {
  const log: Array<LoggedRequest> = []
  const server = http.createServer((request, response) => {
    const { host = "" } = request.headers
    const path = (request.url ?? "/").replace(/\?.*$/s, "")
    const answer = answerOf(folders[host], decodeURI(path), request.headers["if-none-match"])
    log.push({ host, path, status: answer.status })
    response.writeHead(answer.status, answer.headers).end(answer.body)
  })
  return new Promise((resolve) => server.listen(80, address, () => resolve(log)))
}

// --- private --------------------------------------------------------------------------

interface Answer {
  readonly status: number
  readonly headers: http.OutgoingHttpHeaders
  readonly body: Uint8Array
}

const answerOf = (folder: string | undefined, path: string, known: string | undefined): Answer => {
  const file = folder === undefined ? undefined : join(folder, normalize(path))
  const stats = file === undefined ? undefined : statSync(file, { throwIfNoEntry: false })
  if (file === undefined || stats === undefined) return { status: 404, headers: plain, body: Buffer.from("Not found") }
  if (stats.isDirectory())
    return path.endsWith("/")
      ? answerOf(folder, `${path}index.html`, known)
      : { status: 301, headers: { location: `${path}/` }, body: new Uint8Array() }
  const body = readFileSync(file)
  const etag = `"${createHash("sha256").update(body).digest("hex").slice(0, 20)}"`
  return known === etag
    ? { status: 304, headers: { etag }, body: new Uint8Array() }
    : { status: 200, headers: { "content-type": typeOf(file), etag }, body }
}

const plain = { "content-type": "text/plain" }

const typeOf = (file: string): string => types.get(/\.[^.]*$/.exec(file)?.[0] ?? "") ?? "application/octet-stream"

const types: ReadonlyMap<string, string> = new Map([
  [".html", "text/html; charset=utf-8"],
  [".xml", "application/xml"],
  [".json", "application/json"],
  [".txt", "text/plain; charset=utf-8"],
  [".js", "text/javascript"],
  [".css", "text/css"],
])
