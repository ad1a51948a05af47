/**
 * Proxies on loopback: honest ones, whose tunnels lead to the sites of `LocalSites`, and any other behaviour. They
 * speak both protocols as their clients begin.
 */
import { Effect, type Scope } from "effect"
import { connect, createServer, type Server, type Socket } from "node:net"
import { createServer as createTlsServer } from "node:tls"
import * as certificate from "./certificate.ts"
import * as LocalSites from "./LocalSites.ts"

/** A running proxy: its port, the targets of its tunnels, its clients' first bytes, and its open connections. */
export interface LocalProxy {
  readonly port: number
  readonly targets: ReadonlyArray<string>
  readonly received: ReadonlyArray<string>
  readonly sockets: () => number
}

/** Serves each connection after its client's first bytes. */
export type Behaviour = (socket: Socket, first: Buffer, log: Array<string>) => void

/** Starts a proxy; over TLS it presents the certificate of `secure.test`. */
export const start = (
  behave: Behaviour,
  { tls = false }: { readonly tls?: boolean } = {},
): Effect.Effect<LocalProxy, never, Scope.Scope> =>
  Effect.acquireRelease(
    Effect.callback<LocalProxy & { readonly close: () => void }>((resume) => {
      const sockets = new Set<Socket>()
      const [targets, received]: [Array<string>, Array<string>] = [[], []]
      const serve = (socket: Socket): void => {
        sockets.add(socket)
        socket.on("error", () => {}).on("close", () => sockets.delete(socket))
        socket.once("data", (first) => {
          received.push(first.toString("latin1"))
          behave(socket, first, targets)
        })
      }
      const server: Server = tls ? createTlsServer({ ...certificate }, serve) : createServer(serve)
      server.listen(0, "127.0.0.1", () => {
        const address = server.address()
        const port = typeof address === "object" && address !== null ? address.port : 0
        const close = () => {
          server.close()
          for (const socket of sockets) socket.destroy()
        }
        resume(Effect.succeed({ port, targets, received, sockets: () => sockets.size, close }))
      })
    }),
    ({ close }) => Effect.sync(close),
  )

/** An HTTP proxy that opens each tunnel, to the site of `at` if that is given. */
export const http =
  (at?: string): Behaviour =>
  (socket, first, targets) => {
    const [, target = ""] = /^CONNECT (\S+) /.exec(first.toString("latin1")) ?? []
    targets.push(target)
    tunnel(socket, at ?? target.replace(/:\d+$/, ""), {
      opened: "HTTP/1.1 200 Connection established\r\nVia: 1.1 test\r\n\r\n",
      refused: "HTTP/1.1 502 Bad Gateway\r\nContent-Length: 4\r\n\r\nsite",
    })
  }

/** A SOCKS5 proxy that opens each tunnel; it demands `credentials` if there are some. */
export const socks5 =
  (credentials?: string): Behaviour =>
  (socket, greeting, targets) => {
    const [user = "", password = ""] = credentials?.split(":") ?? []
    const wanted = credentials === undefined ? 0 : 2
    if (!greeting.subarray(2).includes(wanted)) return socket.end(Buffer.from([5, 0xff]))
    const serve = () =>
      socket.once("data", (request) => {
        const target = targetOf(request)
        targets.push(target)
        const reply = (code: number) => Buffer.from([5, code, 0, 1, 0, 0, 0, 0, 0, 0])
        tunnel(socket, target.replace(/:\d+$/, ""), { opened: reply(0), refused: reply(5) })
      })
    socket.write(Buffer.from([5, wanted]))
    if (credentials === undefined) return serve()
    return socket.once("data", (login) => {
      const isRight = login.toString("latin1") === `\u0001${counted(user)}${counted(password)}`
      socket.write(Buffer.from([1, isRight ? 0 : 1]))
      serve()
    })
  }

// --- private --------------------------------------------------------------------------

const counted = (text: string): string => `${String.fromCharCode(text.length)}${text}`

const targetOf = (request: Buffer): string => {
  const port = request.readUInt16BE(request.length - 2)
  const host = request.subarray(4, -2)
  if (request[3] === 1) return `${host.join(".")}:${port}`
  return request[3] === 4 ? `[${host.toString("hex")}]:${port}` : `${host.subarray(1).toString("latin1")}:${port}`
}

const tunnel = (
  socket: Socket,
  address: string,
  { opened, refused }: { readonly opened: string | Buffer; readonly refused: string | Buffer },
): void => {
  const site = connect(LocalSites.portAt(address), "127.0.0.1")
  let isOpen = false
  site.on("error", () => (isOpen || socket.destroyed ? undefined : socket.end(refused)))
  site.once("connect", () => {
    isOpen = true
    socket.write(opened)
    socket.pipe(site).pipe(socket)
  })
  socket.on("close", () => site.destroy())
  site.on("close", () => isOpen && socket.destroy())
}
