/**
 * The sites of the public side: one that answers over HTTP and HTTPS under every public name, and one that sends
 * exactly the bytes in its URL and records the bytes that it receives.
 */
import http from "node:http"
import https from "node:https"
import { createServer, type Server, type Socket } from "node:net"
import { createSecureContext, type SecureContext, type TLSSocket } from "node:tls"
import type * as Certificates from "./Certificates.ts"
import * as Responses from "./faults/Responses.ts"

/** One request to a site. */
export interface SeenRequest {
  readonly url: string
  readonly headers: http.IncomingHttpHeaders
  /** The address that received it. */
  readonly address: string
  /** Its connection: the same text for the same connection. */
  readonly connection: string
}

/** The logs of the sites. */
export interface Log {
  readonly seen: Array<SeenRequest>
  /**
   * `address name` of each TLS connection; the name is `-` if the client sent none. `address resumed` follows if it
   * resumed a session.
   */
  readonly hellos: Array<string>
  /** The bytes received by the site of {@link rawPath}, one entry per chunk, one character per byte. */
  readonly raw: Array<string>
}

/** Starts the ordinary site on an address. */
export const start = async (host: string, log: Log, certificates: Certificates.Certificates): Promise<void> => {
  await listen(http.createServer(handler(log)), 80, host)
  const contexts = new Map<Certificates.Certificate, SecureContext>()
  // The requested name is logged on arrival, because the handshake may fail later.
  const SNICallback = (name: string, done: (error: Error | null, context: SecureContext) => void) => {
    log.hellos.push(`${host} ${name}`)
    const certificate = certificates.of(name)
    const context = contexts.get(certificate) ?? createSecureContext(certificate)
    contexts.set(certificate, context)
    done(null, context)
  }
  const secure = https.createServer({ ...certificates.good, SNICallback }, handler(log))
  secure.on("secureConnection", (socket: TLSSocket) => {
    const { servername } = socket
    if (typeof servername !== "string" || servername === "") log.hellos.push(`${host} -`)
    if (socket.isSessionReused()) log.hellos.push(`${host} resumed`)
  })
  secure.on("tlsClientError", () => {})
  await listen(secure, 443, host)
}

/** A path of the raw site, at which it sends `bytes`, then `again` forever. At `/` it sends the good page. */
export const rawPath = (bytes: string, again?: string): string =>
  `/?say=${packed(bytes)}${again === undefined ? "" : `&again=${packed(again)}`}`

/** Starts the raw site on port 80 of an address. */
export const startRaw = (host: string, log: Log): Promise<void> => listen(createServer(rawSite(log)), 80, host)

// --- private --------------------------------------------------------------------------

const listen = (server: Server, port: number, host: string): Promise<void> =>
  new Promise((done) => server.listen(port, host, done))

const packed = (bytes: string): string => Buffer.from(bytes, "latin1").toString("base64url")
const unpacked = (text: string): Buffer => Buffer.from(text, "base64url")

const rawSite =
  ({ raw }: Log) =>
  (socket: Socket): void => {
    socket.on("error", () => {})
    socket.on("data", (bytes) => {
      const text = bytes.toString("latin1")
      raw.push(text)
      const query = new URL(/^GET (\S+) /.exec(text)?.[1] ?? "/", "http://site/").searchParams
      const say = query.get("say")
      const again = query.get("again")
      const start = say === null ? Responses.goodPage : unpacked(say)
      if (again === null) socket.write(start)
      else Responses.sendForever(start, unpacked(again))(socket)
    })
  }

const otherServices = 'h3="10.9.0.5:443"; ma=3600, h2="10.9.0.5:443", http/1.1="127.0.0.1:8080"'

/**
 * `?to=URL&status=N` redirects, `/count/N` redirects N times, `/loop` redirects to another host, which redirects back,
 * `/missing` is missing, `/status/N` has that status, `?refresh=URL` is a page with a refresh; everything else is a
 * page. `&close` ends the connection.
 */
const handler =
  ({ seen }: Log): http.RequestListener =>
  (request, response) => {
    const { localAddress = "", remotePort = 0 } = request.socket
    seen.push({
      url: `${request.headers.host}${request.url}`,
      headers: request.headers,
      address: localAddress,
      connection: `${localAddress} ${remotePort}`,
    })
    const file = robots[request.headers.host ?? ""]
    if (request.url === "/robots.txt" && file !== undefined) {
      response.writeHead(file.status, file.headers).end(file.body)
      return
    }
    const { pathname, searchParams } = new URL(`http://site${request.url ?? "/"}`)
    const to = searchParams.get("to")
    if (searchParams.has("close")) response.setHeader("Connection", "close")
    const left = /^\/count\/(\d+)$/.exec(pathname)?.[1]
    const status = /^\/status\/(\d+)$/.exec(pathname)?.[1]
    if (to !== null) {
      // As UTF-8 bytes, as sent by careless sites.
      const location = Buffer.from(to, "utf8").toString("latin1")
      response
        .writeHead(Number(searchParams.get("status") ?? 302), { Location: location, "Set-Cookie": "id=1; Path=/" })
        .end()
    } else if (left !== undefined && left !== "0") {
      response.writeHead(302, { Location: `/count/${Number(left) - 1}` }).end()
    } else if (pathname === "/loop") {
      const other = request.headers.host === "public.test" ? "other.test" : "public.test"
      response.writeHead(302, { Location: `http://${other}/loop` }).end()
    } else if (pathname === "/missing") {
      response.writeHead(404, { "Content-Type": "text/html" }).end("<p>no</p>")
    } else if (status !== undefined) {
      response.writeHead(Number(status), challenge).end()
    } else {
      const refresh = searchParams.get("refresh")
      const meta = refresh === null ? "" : `<meta http-equiv="refresh" content="0;url=${refresh}">`
      response.writeHead(200, {
        "Content-Type": "text/html",
        "Alt-Svc": otherServices,
        "Set-Cookie": "id=1; Path=/",
        ETag: '"1"',
        "Accept-CH": "Sec-CH-UA-Platform-Version, Downlink",
        "Referrer-Policy": "unsafe-url",
        ...(refresh === null ? {} : { Refresh: `0; url=${refresh}` }),
      })
      response.end(Responses.html.replace("<article>", `${meta}<article>`))
    }
  }

/** The robots.txt of the hosts that have one. */
const robots: Readonly<Record<string, { status: number; headers?: http.OutgoingHttpHeaders; body?: string }>> = {
  "robots.test": { status: 200, body: "User-agent: *\nDisallow: /closed\n" },
  "robots-private.test": { status: 302, headers: { Location: "http://10.9.0.5/robots.txt" } },
}

const challenge = {
  "WWW-Authenticate": 'Basic realm="x", Negotiate, NTLM',
  "Proxy-Authenticate": "Basic realm=x",
  Upgrade: "h2c, websocket",
  Location: "http://10.9.0.5/",
}
