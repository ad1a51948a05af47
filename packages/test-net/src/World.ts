/**
 * The sites of the small Internet and its private side. To be started by a program that runs inside
 * ({@link Network.run}); it ends with the process.
 */
import { execFileSync } from "node:child_process"
import { mkdtempSync, readFileSync } from "node:fs"
import http from "node:http"
import https from "node:https"
import { createServer, type Server } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import * as Dns from "./Dns.ts"

/** Addresses of the public side; enter.sh gives them to the namespace. */
export const publicA = "93.184.216.34"
export const publicB = "93.184.216.35"
export const public6 = "2606:2800:220:1:248:1893:25c8:1946"

/** Addresses of the private side, each of which listens on {@link privatePorts}. */
export const privateAddresses = ["10.9.0.5", "169.254.169.254", "127.0.0.1", "::1", "fd00:9::5"] as const
export const privatePorts = [80, 443, 6379, 8080] as const

/** Names for every case, over which a program may lay its own. */
export const zone: Dns.Zone = {
  "public.test": [[publicA]],
  "other.test": [[publicB]],
  "six.test": [[public6]],
  "dual.test": [["2606:2800:220:1::dead", publicA]],
  "nat64.test": [["64:ff9b::5db8:d822"]],
  "alias.test": [{ aliases: ["one.test", "two.test", "three.test"], addresses: [publicA] }],
  "alias-private.test": [{ aliases: ["one.test", "two.test"], addresses: ["10.9.0.5"] }],
  "alias-metadata.test": [{ aliases: ["metadata.google.internal"], addresses: ["169.254.169.254"] }],
  "private.test": [["10.9.0.5"]],
  "private6.test": [["fd00:9::5"]],
  "mapped.test": [["::ffff:a09:5"]],
  "nat64-private.test": [["64:ff9b::a09:5"]],
  "loopback.test": [["127.0.0.1"]],
  "loopback6.test": [["::1"]],
  "unspecified.test": [["0.0.0.0"]],
  "metadata.test": [["169.254.169.254"]],
  "mixed.test": [[publicA, "10.9.0.5"]],
  "mixed6.test": [[publicA, "fd00:9::5"]],
  "rebind.test": [[publicA], ["10.9.0.5"]],
  "rebind-back.test": [["10.9.0.5"], [publicA]],
  "many.test": [[...Array.from({ length: 25 }, (_, at) => `93.184.216.${at + 100}`), "10.9.0.5"]],
  "empty.test": [[]],
  "servfail.test": ["servfail"],
  "silent.test": ["silence"],
  "garbage.test": ["garbage"],
}

/** One request that a public site got. */
export interface Seen {
  readonly url: string
  readonly headers: http.IncomingHttpHeaders
}

/** What happens in the world while a program runs. */
export interface World {
  readonly dns: Dns.Server
  /** `address:port` of every connection that reached the private side: there must be none. */
  readonly intruders: ReadonlyArray<string>
  readonly seen: ReadonlyArray<Seen>
  /** The file of the test authority, for `NODE_EXTRA_CA_CERTS`. It signed `public.test` and `six.test`. */
  readonly authority: string
}

/** Starts names, sites and the private side. */
export const start = async (names: Dns.Zone = {}): Promise<World> => {
  const dns = await Dns.start({ ...zone, ...names })
  const intruders: Array<string> = []
  for (const host of privateAddresses)
    for (const port of privatePorts) await listen(trap(host, port, intruders), port, host)
  const seen: Array<Seen> = []
  const { authority, tls } = makeCertificate()
  for (const host of [publicA, publicB, public6]) {
    await listen(http.createServer(site(seen)), 80, host)
    await listen(https.createServer(tls, site(seen)), 443, host)
  }
  return { dns, intruders, seen, authority }
}

// --- private --------------------------------------------------------------------------

const listen = (server: Server, port: number, host: string): Promise<void> =>
  new Promise((done) => server.listen(port, host, done))

/** Whoever connects here has broken in, and is told a secret. */
const trap = (host: string, port: number, intruders: Array<string>): Server =>
  createServer((socket) => {
    intruders.push(`${host}:${port}`)
    socket.end("HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: 6\r\n\r\nsecret")
    socket.on("error", () => {})
  })

const words = "The harbour is open to every boat that knows the tide. ".repeat(20)

/** `?to=URL&status=N` redirects, `/count/N` redirects N times, `/missing` is missing; the rest is a page. */
const site =
  (seen: Array<Seen>): http.RequestListener =>
  (request, response) => {
    seen.push({ url: `${request.headers.host}${request.url}`, headers: request.headers })
    const { pathname, searchParams } = new URL(request.url ?? "/", "http://site/")
    const to = searchParams.get("to")
    const left = /^\/count\/(\d+)$/.exec(pathname)?.[1]
    if (to !== null) {
      // As UTF-8 bytes, which is what sites send that don't know better.
      const location = Buffer.from(to, "utf8").toString("latin1")
      response.writeHead(Number(searchParams.get("status") ?? 302), { Location: location, "Set-Cookie": "id=1" }).end()
    } else if (left !== undefined && left !== "0") {
      response.writeHead(302, { Location: `/count/${Number(left) - 1}` }).end()
    } else if (pathname === "/missing") {
      response.writeHead(404, { "Content-Type": "text/html" }).end("<p>no</p>")
    } else {
      const refresh = searchParams.get("refresh")
      const meta = refresh === null ? "" : `<meta http-equiv="refresh" content="0;url=${refresh}">`
      response.writeHead(200, { "Content-Type": "text/html", "Alt-Svc": 'h3="10.9.0.5:443"; ma=3600' })
      response.end(`<!doctype html><title>Harbour</title>${meta}<article><h1>Harbour</h1><p>${words}</p></article>`)
    }
  }

const makeCertificate = () => {
  const folder = mkdtempSync(join(tmpdir(), "porthole-net-"))
  const openssl = (args: string) => execFileSync("openssl", args.split(" "), { cwd: folder, stdio: "pipe" })
  const ec = "-newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes"
  const authority = "-addext basicConstraints=critical,CA:TRUE -addext keyUsage=critical,keyCertSign"
  openssl(`req -x509 ${ec} -keyout ca.key -out ca.pem -days 30 -subj /CN=CA ${authority}`)
  openssl(
    `req ${ec} -keyout site.key -out site.csr -subj /CN=public.test -addext subjectAltName=DNS:public.test,DNS:six.test`,
  )
  openssl(
    "x509 -req -in site.csr -CA ca.pem -CAkey ca.key -CAcreateserial -copy_extensions copy -days 30 -out site.pem",
  )
  return {
    authority: join(folder, "ca.pem"),
    tls: { key: readFileSync(join(folder, "site.key")), cert: readFileSync(join(folder, "site.pem")) },
  }
}
