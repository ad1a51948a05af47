/**
 * A small Internet, to be run by enter.sh: names, public sites over HTTP and HTTPS, and a private
 * side that logs every connection. It runs the command given on each URL of its standard input and
 * prints what it answered and what reached the private side, as JSON.
 */
import { execFile, execFileSync } from "node:child_process"
import { mkdtempSync, readFileSync } from "node:fs"
import http from "node:http"
import https from "node:https"
import { createServer, type Server } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { text } from "node:stream/consumers"
import { startDns } from "./dns.ts"

const publicA = "93.184.216.34"
const publicB = "93.184.216.35"
const public6 = "2606:2800:220:1:248:1893:25c8:1946"

const { asked } = await startDns({
  "public.test": [[publicA]],
  "other.test": [[publicB]],
  "six.test": [[public6]],
  "dual.test": [["2606:2800:220:1::dead", publicA]],
  "private.test": [["10.9.0.5"]],
  "private6.test": [["fd00:9::5"]],
  "loopback.test": [["127.0.0.1"]],
  "metadata.test": [["169.254.169.254"]],
  "mixed.test": [[publicA, "10.9.0.5"]],
  "rebind.test": [[publicA], ["10.9.0.5"]],
  "empty.test": [[]],
  "servfail.test": ["servfail"],
  "silent.test": ["silence"],
})

// --- the private side -------------------------------------------------------------------

const intruders: Array<string> = []
const listen = (server: Server, port: number, host: string) =>
  new Promise<void>((done) => server.listen(port, host, done))
for (const host of ["10.9.0.5", "169.254.169.254", "127.0.0.1", "::1", "fd00:9::5"]) {
  for (const port of [80, 443, 6379, 8080]) {
    const server = createServer((socket) => {
      intruders.push(`${host}:${port}`)
      socket.end("HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: 6\r\n\r\nsecret")
      socket.on("error", () => {})
    })
    await listen(server, port, host)
  }
}

// --- the public side ----------------------------------------------------------------------

const seen: Array<{ readonly url: string; readonly headers: http.IncomingHttpHeaders }> = []
const words = "The harbour is open to every boat that knows the tide. ".repeat(20)

const site: http.RequestListener = (request, response) => {
  seen.push({ url: `${request.headers.host}${request.url}`, headers: request.headers })
  const { pathname, searchParams } = new URL(request.url ?? "/", "http://site/")
  const to = searchParams.get("to")
  if (to !== null) {
    response.writeHead(Number(searchParams.get("status") ?? 302), { Location: to, "Set-Cookie": "id=1" }).end()
  } else if (pathname === "/missing") {
    response.writeHead(404, { "Content-Type": "text/html" }).end("<p>no</p>")
  } else {
    response.writeHead(200, { "Content-Type": "text/html", "Alt-Svc": 'h3="10.9.0.5:443"' })
    response.end(`<!doctype html><title>Harbour</title><article><h1>Harbour</h1><p>${words}</p></article>`)
  }
}

const folder = mkdtempSync(join(tmpdir(), "porthole-net-"))
const openssl = (args: string) => execFileSync("openssl", args.split(" "), { cwd: folder, stdio: "pipe" })
const ec = "-newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes"
openssl(
  `req -x509 ${ec} -keyout ca.key -out ca.pem -days 30 -subj /CN=CA -addext basicConstraints=critical,CA:TRUE -addext keyUsage=critical,keyCertSign`,
)
openssl(
  `req ${ec} -keyout site.key -out site.csr -subj /CN=public.test -addext subjectAltName=DNS:public.test,DNS:six.test`,
)
openssl("x509 -req -in site.csr -CA ca.pem -CAkey ca.key -CAcreateserial -copy_extensions copy -days 30 -out site.pem")
const tls = { key: readFileSync(join(folder, "site.key")), cert: readFileSync(join(folder, "site.pem")) }

for (const host of [publicA, publicB, public6]) {
  await listen(http.createServer(site), 80, host)
  await listen(https.createServer(tls, site), 443, host)
}

// --- the visitors ---------------------------------------------------------------------------

const [command = "", ...args] = process.argv.slice(2)
const input: { readonly urls: ReadonlyArray<string>; readonly env: Record<string, string> } = JSON.parse(
  await text(process.stdin),
)

const visit = (url: string) =>
  new Promise<{ readonly code: number | string | null; readonly answer: string }>((done) => {
    const env = { ...process.env, NODE_EXTRA_CA_CERTS: join(folder, "ca.pem"), ...input.env }
    const child = execFile(command, [...args, url], { env, timeout: 60_000 }, (_error, stdout) =>
      done({ code: child.exitCode, answer: stdout }),
    )
  })

const answers: Array<unknown> = []
for (const url of input.urls) {
  const before = { intruders: intruders.length, asked: asked.length, seen: seen.length }
  const { answer, code } = await visit(url)
  answers.push({
    url,
    code,
    answer: JSON.parse(answer),
    intruders: intruders.slice(before.intruders),
    asked: asked.slice(before.asked),
    seen: seen.slice(before.seen),
  })
}
process.stdout.write(JSON.stringify(answers), () => process.exit(0))
