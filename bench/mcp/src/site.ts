/**
 * The site, in a process of its own: `/N` is the article of the number N.
 *
 *   node site.ts ADDRESS
 */
import { createServer } from "node:http"
import * as Article from "./Article.ts"

const [, , address] = process.argv
const server = createServer((request, response) => {
  const [, number] = /^\/(\d+)$/.exec(request.url ?? "") ?? []
  if (number === undefined) return response.writeHead(404, { "content-type": "text/plain" }).end("Not found")
  const body = Article.html(Number(number))
  return response
    .writeHead(200, { "content-type": "text/html; charset=utf-8", "content-length": Buffer.byteLength(body) })
    .end(body)
})
server.listen(80, address, () => process.send?.("ready"))
process.on("disconnect", () => process.exit(0))
