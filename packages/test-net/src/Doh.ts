/**
 * A DNS-over-HTTPS server (RFC 8484) over TLS, with the script of {@link Dns.start}: the same names, turns and log of
 * queries.
 */
import https from "node:https"
import type * as Certificates from "./Certificates.ts"
import type * as Dns from "./Dns.ts"

/** The address of a server that {@link start} makes; its certificate has no name. */
export const address = "93.184.216.41"

/** The server's URL. */
export const url = `https://${address}/dns-query`

/** Starts it. */
export const start = async (dns: Dns.Server, { cert, key }: Certificates.Certificate): Promise<void> => {
  const server = https.createServer({ cert, key }, (request, response) => {
    const chunks: Array<Buffer> = []
    request.on("data", (chunk: Buffer) => chunks.push(chunk))
    request.on("end", () => {
      const answer = dns.answer(Buffer.concat(chunks))
      if (answer === undefined) return
      response.writeHead(200, { "Content-Type": "application/dns-message", "Cache-Control": "max-age=0" }).end(answer)
    })
  })
  await new Promise<void>((done) => server.listen(443, address, done))
}
