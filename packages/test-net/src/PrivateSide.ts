/**
 * The private side, which nothing may reach. Every address listens on every port, and every connection is logged,
 * whatever it sends.
 */
import { createServer, type Server } from "node:net"

/** Its addresses; enter.sh gives them to the namespace. */
export const addresses = ["10.9.0.5", "169.254.169.254", "127.0.0.1", "::1", "fd00:9::5"] as const

/** Their ports. */
export const ports = [80, 443, 6379, 8080] as const

/** An imitated cloud token; tests check that no answer contains it. */
export const secret = "AKIAPORTHOLESECRET"

/** Starts the traps; `intruders` gets `address:port` for each connection. */
export const start = async (intruders: Array<string>): Promise<void> => {
  for (const host of addresses)
    for (const port of ports) {
      const server = trap(host, port, intruders)
      await new Promise<void>((done) => server.listen(port, host, done))
    }
}

// --- private --------------------------------------------------------------------------

const trap = (host: string, port: number, intruders: Array<string>): Server =>
  createServer((socket) => {
    intruders.push(`${host}:${port}`)
    socket.on("error", () => {})
    if (port === 6379) socket.on("data", () => socket.write("+PONG\r\n"))
    else socket.end(host === "169.254.169.254" ? metadata : internal)
  })

const answer = (type: string, body: string): string =>
  `HTTP/1.1 200 OK\r\nContent-Type: ${type}\r\nContent-Length: ${body.length}\r\nConnection: close\r\n\r\n${body}`

/** Sent as plain text, which a fetch that came this far would read. */
const metadata = answer("text/plain", JSON.stringify({ Code: "Success", Type: "AWS-HMAC", AccessKeyId: secret }))
const internal = answer("text/html", `<title>Internal</title><p>The password is ${secret}.</p>`)
