/** A search with a cache, as users of the command see it. */
import { createServer, type Socket } from "node:net"
import { assert } from "vitest"
import { porthole } from "./inProcess.ts"
import { linesOf, type porthole as startsProcess } from "./porthole.ts"
import type { searxng } from "./servers.ts"

type Env = Readonly<Record<string, string>>

/** A store gets a tenth of a search's timeout, which must do on a busy machine. */
export const patient = { PORTHOLE_SEARCH_TIMEOUT: "60 s" }

/** One line, without an address or a password. */
export const warning = /^\[[\d:.]+\] WARN \(#\d+\): The cache of PORTHOLE_(?:CACHE_DIR|REDIS_URL) can't be used; .*\n$/

export interface Found {
  readonly command?: typeof porthole | typeof startsProcess
  readonly count?: number
  readonly flags?: ReadonlyArray<string>
  readonly printed?: RegExp
}

/** Searches a server; asserts that the hits are printed, and else only a warning if the cache can't be used. */
export const assertFound = async (
  server: Awaited<ReturnType<typeof searxng>>,
  env: Env,
  { command = porthole, count = 2, flags = [], printed = /^$/ }: Found = {},
): Promise<void> => {
  const { code, stderr, stdout } = await command(["search", "ships", "--json", ...flags], {
    env: { SEARXNG_URL: server.url, ...patient, ...env },
  })
  assert.strictEqual(code, 0)
  assert.match(stderr, printed)
  assert.deepInclude(linesOf(stdout)[0], { count, provider: "searxng" })
}

/** Servers at a Redis's address that are none, by how they meet a connection. */
export const unusable: ReadonlyArray<readonly [string, (socket: Socket) => void]> = [
  ["that never answers", () => {}],
  ["that hangs up", (socket) => socket.destroy()],
  ["that is another service", (socket) => socket.once("data", () => socket.write("HTTP/1.1 400 Bad Request\r\n\r\n"))],
  ["that refuses the password", (socket) => socket.on("data", () => socket.write("-WRONGPASS sesame\r\n"))],
]

/** Starts such a server while it is used. */
export const withListener = async (meet: (socket: Socket) => void, use: (env: Env) => Promise<void>): Promise<void> => {
  const sockets = new Set<Socket>()
  const listener = createServer((socket) => {
    sockets.add(socket.on("error", () => {}))
    meet(socket)
  })
  await new Promise<void>((done) => listener.listen(0, "127.0.0.1", done))
  const address = listener.address()
  const port = address !== null && typeof address === "object" ? address.port : 0
  // The silent one is waited for, so the timeout is shorter.
  await use({ PORTHOLE_REDIS_URL: `redis://:sesame@127.0.0.1:${port}`, PORTHOLE_SEARCH_TIMEOUT: "25 s" })
  assert.isNotEmpty(sockets)
  for (const socket of sockets) socket.destroy()
  listener.close()
}
