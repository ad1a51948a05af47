/** The bench inside its network: a site of many pages with validators, and a client process for each store. */
import { fork } from "node:child_process"
import { once } from "node:events"
import { mkdtempSync, rmSync } from "node:fs"
import { createServer } from "node:http"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Random, World } from "@porthole/test-net"

const [, , fetches = "", pages = "", seed = ""] = process.argv
const address = "93.184.216.38"

await World.start({ "bench.test": [[address]] })
const random = Random.make(Number(seed))
/** Lengths from 2 to some 80 KB, many small and few large. */
const lengths = Array.from(
  { length: Number(pages) },
  () => 2_000 + Math.round(78_000 * (random.int(1_000) / 1_000) ** 3),
)
const words = "the tide comes and goes twice a day because the moon and the sun pull at the sea "

const served: Record<"page" | "unchanged" | "robots", number> = { page: 0, unchanged: 0, robots: 0 }
createServer((request, response) => {
  const length = lengths[Number(request.url?.slice(1))]
  if (length === undefined) {
    served.robots++
    response.writeHead(404).end()
  } else if (request.headers["if-none-match"] !== undefined) {
    served.unchanged++
    response.writeHead(304).end()
  } else {
    served.page++
    const text = words.repeat(Math.ceil(length / words.length)).slice(0, length)
    response.writeHead(200, { "Content-Type": "text/html", ETag: `"${request.url}"` })
    response.end(`<title>${request.url}</title><article><h1>Page ${request.url}</h1><p>${text}</p></article>`)
  }
}).listen(80, address)

const folder = mkdtempSync(join(tmpdir(), "porthole-cache-"))
for (const store of ["memory", "disk"]) {
  Object.assign(served, { page: 0, unchanged: 0, robots: 0 })
  const client = fork(join(import.meta.dirname, "client.ts"), [fetches, pages, seed, store, folder], {
    execArgv: ["--expose-gc"],
  })
  const [code] = await once(client, "exit")
  if (code !== 0) process.exitCode = 1
  process.stdout.write(
    `the site served ${served.page} pages, ${served.unchanged} times "unchanged", ${served.robots} times robots.txt\n\n`,
  )
}
rmSync(folder, { recursive: true })
process.exit()
