/** The attacks of one tenant: calls whose pages or arguments take long, and connections that hold something. */
import { connect, type Socket } from "node:net"
import { call, type Target } from "./Call.ts"

/** An attack: each of `parallel` attackers repeats it until the signal aborts. */
export interface Attack {
  readonly parallel: number
  readonly once: (target: Target, number: number, signal: AbortSignal) => Promise<unknown>
}

/** Sends bytes on a new connection, keeps its own half open, and waits until the server closes it. */
export const hold = ({ port }: Target, bytes: string): Promise<void> =>
  new Promise((resolve) => {
    const socket = connect({ port, host: "127.0.0.1", allowHalfOpen: true })
    const end = () => {
      held.delete(socket)
      socket.destroy()
      resolve()
    }
    held.add(socket)
    socket
      .on("error", () => {})
      .on("end", end)
      .on("close", end)
      .resume()
    if (bytes !== "") socket.write(bytes)
  })

/** Closes all connections that are held. */
export const release = (): void => {
  for (const socket of held) socket.destroy()
}

/** The head of a request with the tenant's token. */
export const head = ({ token }: Target, line: string, ...headers: ReadonlyArray<string>): string =>
  [`${line} HTTP/1.1`, "Host: 127.0.0.1", `Authorization: Bearer ${token}`, ...headers, "", ""].join("\r\n")

/** Attacks by name. */
export type Attacks = Readonly<Record<string, Attack>>

/** The attacks of all kinds, of which a few each run at the same time. */
export const mixed: Attacks = {
  spaces: page(2, (number) => ({ url: `http://hostile.test/spaces/${number}` })),
  unbroken: page(2, (number) => ({ url: `http://hostile.test/unbroken/${number}`, query: "tides" })),
  headings: page(2, (number) => ({ url: `http://hostile.test/headings/${number}` })),
  charset: page(2, (number) => ({ url: `http://hostile.test/charset/${number}` })),
  marks: page(2, (number) => ({ url: `http://hostile.test/marks/${number}` })),
  "long url": page(2, () => ({ url: `${" ".repeat(100_000)}http://hostile.test/` })),
  "dead names": page(2, (number) => ({
    urls: Array.from({ length: 20 }, (_, at) => `http://dead${at}.test/${number}`),
  })),
  upgrades: { parallel: 50, once: (target) => hold(target, upgrade(target)) },
  "half bodies": { parallel: 100, once: (target) => hold(target, halfBody(target)) },
  "calls in advance": {
    parallel: 4,
    once: (target, number) =>
      hold(
        target,
        Array.from({ length: 600 }, (_, at) => head(target, `GET /search?q=${number}+${at}&format=json`)).join(""),
      ),
  },
}

/** Connections by the thousand. */
export const crowd: Attacks = {
  idle: { parallel: 5_000, once: (target) => hold(target, "") },
  slow: {
    parallel: 1_000,
    once: (target) => hold(target, "GET /search?q=x HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Slow: "),
  },
  upgrades: { parallel: 1_000, once: (target) => hold(target, upgrade(target)) },
  "half bodies": { parallel: 512, once: (target) => hold(target, halfBody(target)) },
}

// --- private --------------------------------------------------------------------------

const held = new Set<Socket>()

/** A request for an upgrade with an unfinished body. */
function upgrade(target: Target): string {
  return `${head(target, "POST /api/v1/fetch", "Connection: Upgrade", "Upgrade: x", "Content-Length: 99")}{`
}

function halfBody(target: Target): string {
  return `${head(target, "POST /api/v1/fetch", "Content-Type: application/json", "Content-Length: 99")}{`
}

function page(parallel: number, bodyOf: (number: number) => object): Attack {
  return {
    parallel,
    once: (target, number, signal) =>
      call(
        target,
        { cache: false, ...bodyOf(number) },
        { signal: AbortSignal.any([signal, AbortSignal.timeout(60_000)]) },
      ),
  }
}
