/** Servers on loopback: one that counts its requests, and one that answers like a SearXNG. */
import { createServer, type Server } from "node:http"
import { type AddressInfo, createServer as createTcpServer, type Server as TcpServer, type Socket } from "node:net"
import { setTimeout as sleep } from "node:timers/promises"

/** A promise that never settles: a server that waits for it never answers. */
export const never = new Promise<never>(() => {})

const listen = (server: Server | TcpServer): Promise<number> =>
  new Promise((resolve) => {
    server.listen(0, "127.0.0.1", () => {
      const address = server.address() as AddressInfo
      resolve(address.port)
    })
  })

export const countingListener = async () => {
  let connections = 0
  const server = createTcpServer((socket) => {
    connections++
    socket.destroy()
  })
  const port = await listen(server)
  return { port, connections: () => connections, close: () => server.close() }
}

/** Accepts connections and never answers. */
export const silentListener = async () => {
  const sockets: Array<Socket> = []
  const server = createTcpServer((socket) => void sockets.push(socket.on("error", () => {}).resume()))
  const port = await listen(server)
  const close = () => {
    for (const socket of sockets) socket.destroy()
    server.close()
  }
  return { url: `http://127.0.0.1:${port}`, connections: () => sockets.length, close }
}

/** Each answer waits for `until`; `title` is that of the first hit. */
export const searxng = async (options: { readonly until?: Promise<unknown>; readonly title?: string } = {}) => {
  const queries: Array<URLSearchParams> = []
  const server = createServer((request, response) => {
    queries.push(new URL(request.url ?? "/", "http://x").searchParams)
    const body = JSON.stringify({
      query: "q",
      number_of_results: 0,
      results: [
        {
          url: "https://example.com/a",
          title: options.title ?? "First",
          content: "About the first.",
          engine: "double",
          score: 2,
          category: "general",
        },
        { url: "https://docs.example.org/b", title: "Second", content: "About the second.", engine: "double" },
      ],
      unresponsive_engines: [],
    })
    const answer = () => response.writeHead(200, { "content-type": "application/json" }).end(body)
    void (options.until ?? Promise.resolve()).then(answer)
  })
  const port = await listen(server)
  return {
    url: `http://127.0.0.1:${port}`,
    queries,
    /** Waits until so many queries have come. */
    hasReceived: async (count: number) => {
      // clock: polls
      while (queries.length < count) await sleep(10)
    },
    close: () => {
      server.close()
      server.closeAllConnections()
    },
  }
}
