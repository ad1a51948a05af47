/** Connections of attackers that hold something of the server, each until the server closes it. */
import { connect, type Socket } from "node:net"
import type { Target } from "./Call.ts"

/** Sends bytes on a new connection, keeps its own half open, and waits until the server closes it. */
export const hold = (
  { port }: Target,
  bytes: string,
  /** Bytes that follow one by one, one a second. */
  drip = "",
): Promise<string> =>
  new Promise((resolve) => {
    const socket = connect({ port, host: "127.0.0.1", allowHalfOpen: true })
    let dripped = 0
    const dripping = drip === "" ? undefined : setInterval(() => socket.write(drip[dripped++] ?? ""), 1_000)
    const end = () => {
      clearInterval(dripping)
      held.delete(socket)
      socket.destroy()
      resolve("closed")
    }
    held.add(socket)
    socket
      .on("error", (error: NodeJS.ErrnoException) => resolve(error.code ?? "error"))
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

// --- private --------------------------------------------------------------------------

const held = new Set<Socket>()
