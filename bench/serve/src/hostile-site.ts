/** The sites of the attack, in a process of their own: `/page/N` is an ordinary article, the others are hostile. */
import { createServer, type ServerResponse } from "node:http"

const [, , address] = process.argv
const html = { "content-type": "text/html; charset=utf-8" }
const paragraph = "The tide is the rise and fall of the sea, which follows the moon and, less so, the sun. ".repeat(6)
const marks = "\u0301\u0323".repeat(400_000)
const bytes = "abcdefghij".repeat(200_000)

const pages: Readonly<Record<string, (response: ServerResponse, number: string) => void>> = {
  page: (response, number) =>
    response
      .writeHead(200, html)
      .end(`<title>Tides ${number}</title><article><h1>Tides</h1>${`<p>${paragraph}</p>`.repeat(12)}</article>`),
  spaces: (response) => response.writeHead(200, { "content-type": "text/plain" }).end(`# a${" ".repeat(2_000)}b`),
  unbroken: (response) => response.writeHead(200, { "content-type": "text/plain" }).end(bytes),
  marks: (response) => response.writeHead(200, html).end(`<article><p>${marks}</p></article>`),
  headings: (response) =>
    response
      .writeHead(200, html)
      .end(`<article>${`<h2>a${marks.slice(0, 20_000)}</h2><p>Words.</p>`.repeat(20)}</article>`),
  charset: (response) =>
    response
      .writeHead(200, { "content-type": "text/html" })
      .end(`<meta http-equiv="content-type" content="text/html; charset=${"\t".repeat(32_768)}"><p>Words.</p>`),
}

createServer((request, response) => {
  const [, name = "", number = ""] = (request.url ?? "").split("/")
  const page = pages[name]
  if (page === undefined) response.writeHead(404).end()
  else page(response, number)
}).listen(80, address, () => process.send?.("ready"))
process.on("disconnect", () => process.exit(0))
