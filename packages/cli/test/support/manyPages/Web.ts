/**
 * A simulated web on loopback, for jobs of many pages: hosts whose pages answer, are missing, ask to come later, hang or
 * redirect to another host, as a seed draws it. Its log outlives the jobs that are killed.
 */
import { createHash } from "node:crypto"
import { createServer, type IncomingMessage, type ServerResponse } from "node:http"

/** How a page answers. `later` refuses its first request with 429 and `Retry-After`. */
export type Kind = "page" | "missing" | "later" | "hanging" | "redirect"

/** A request as a host saw it; times are in milliseconds, `end` is when its answer was sent or its client gone. */
export interface Logged {
  readonly host: string
  readonly url: string
  readonly start: number
  end: number
}

export interface WebOptions {
  readonly hosts: number
  readonly urls: number
  readonly seed: number
  /** Milliseconds until an answer, at least and at most. */
  readonly answers: readonly [least: number, most: number]
  /** The shares of the kinds other than `page`. */
  readonly shares: Readonly<Partial<Record<Kind, number>>>
}

/** The address of a page of the web. */
export const urlOf = (at: number, hosts: number): string => `http://h${at % hosts}.test/p/${at}`

/** How a page answers, in a web of this seed. */
export const kindOf = (url: string, { seed, shares }: Pick<WebOptions, "seed" | "shares">): Kind => {
  // What a redirect leads to is a page.
  if (url.includes("/moved/")) return "page"
  const kinds: ReadonlyArray<Kind> = ["missing", "later", "hanging", "redirect"]
  let place = drawn(`${seed} ${url}`)
  for (const kind of kinds) {
    place -= shares[kind] ?? 0
    if (place < 0) return kind
  }
  return "page"
}

/** The text that only the page of a URL has. */
export const markOf = (url: string): string =>
  `The mark of this page is ${createHash("md5").update(url).digest("hex")}.`

/** Starts the web; `onRequest` is told of the number of requests for pages so far. */
export const startWeb = async (options: WebOptions, onRequest: (count: number) => void = () => {}) => {
  const log: Array<Logged> = []
  const seen = new Set<string>()
  let pages = 0
  const answer = (request: IncomingMessage, response: ServerResponse) => {
    const url = `http://${request.headers.host}${request.url}`
    // clock: a request that keeps its pace comes later than the answer before it, on a slow machine by still more
    const logged: Logged = { host: request.headers.host ?? "", url, start: performance.now(), end: Infinity }
    log.push(logged)
    response.on("close", () => (logged.end = performance.now()))
    const [least, most] = options.answers
    const later = least + drawn(url) * (most - least)
    if (request.url === "/robots.txt") return void response.writeHead(404).end()
    onRequest(++pages)
    const kind = kindOf(url, options)
    const isFirst = !seen.has(url)
    seen.add(url)
    // clock: a host that takes its time is what jobs are tried on.
    setTimeout(() => {
      if (kind === "hanging") return
      if (kind === "missing") return void response.writeHead(404).end("missing")
      if (kind === "later" && isFirst) return void response.writeHead(429, { "retry-after": "1" }).end()
      if (kind === "redirect") {
        const host = `h${Math.floor(drawn(`to ${url}`) * options.hosts)}.test`
        return void response.writeHead(302, { location: `http://${host}/moved${request.url}` }).end()
      }
      response.writeHead(200, { "content-type": "text/html" }).end(htmlOf(url))
    }, later)
  }
  const server = createServer(answer)
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done))
  const address = server.address()
  return {
    port: address !== null && typeof address === "object" ? address.port : 0,
    log,
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}

/**
 * The most requests at the same time of a host, the least milliseconds between the starts of two, and the requests that
 * began while others of their host were under way.
 */
export const measure = (log: ReadonlyArray<Logged>) => {
  const byHost = Map.groupBy(log, ({ host }) => host)
  const overlaps: Array<ReadonlyArray<Logged>> = []
  let most = 0
  let least = Infinity
  for (const requests of byHost.values()) {
    const sorted = requests.toSorted((a, b) => a.start - b.start)
    for (const [at, { start }] of sorted.entries()) {
      const underWay = sorted.filter((other) => other.start <= start && other.end > start)
      if (underWay.length > 1) overlaps.push(underWay)
      most = Math.max(most, underWay.length)
      const before = sorted[at - 1]
      if (before !== undefined) least = Math.min(least, start - before.start)
    }
  }
  return { most, least, overlaps }
}

// --- private --------------------------------------------------------------------------

/** A number from 0 to 1 that only depends on a text. */
const drawn = (text: string): number => createHash("md5").update(text).digest().readUInt32LE() / 2 ** 32

const htmlOf = (url: string): string => {
  const paragraph = "The tide turns twice a day, and the pilot waits for slack water before the harbour. ".repeat(6)
  const paragraphs = Array.from({ length: 8 }, (_, at) => `<h2>Part ${at}</h2><p>${paragraph}</p>`).join("")
  return `<!doctype html><html><head><title>Page of ${url}</title></head><body><main><h1>Tides</h1>
<p>${markOf(url)}</p>${paragraphs}</main></body></html>`
}
