/**
 * The site, in a process of its own: pages of the given sizes, ready in memory. It reads only the path of a request, so
 * that the figures measure the clients.
 *
 *   node site.ts ADDRESS KILOBYTES,…
 */
import { createServer } from "node:net"
import * as Child from "../../harness/Child.ts"

const [address, sizes = ""] = process.argv.slice(2)
const words = "<p>The harbour is open to every boat that knows the tide.</p>\n"

const page = (kilobytes: number): Buffer => {
  const size = kilobytes * 1_024
  const head = `HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=utf-8\r\nContent-Length: ${size}\r\nDate: Sat, 01 Jan 2000 00:00:00 GMT\r\nConnection: keep-alive\r\n\r\n`
  return Buffer.from(head + words.repeat(Math.ceil(size / words.length)).slice(0, size), "latin1")
}

const pages = new Map(sizes.split(",").map((size) => [`/${size}`, page(Number(size))]))

const server = createServer({ noDelay: true }, (socket) => {
  let unread = ""
  socket.on("data", (chunk) => {
    unread += chunk.toString("latin1")
    for (let end = unread.indexOf("\r\n\r\n"); end !== -1; end = unread.indexOf("\r\n\r\n")) {
      const answer = pages.get(unread.slice(4, unread.indexOf(" ", 4)))
      unread = unread.slice(end + 4)
      if (answer === undefined) socket.destroy()
      else socket.write(answer)
    }
  })
  socket.on("error", () => socket.destroy())
})
server.listen(80, address, () => Child.ready())
