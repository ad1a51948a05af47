/** A server on loopback that isn't a Redis. */
import * as Effect from "effect/Effect"
import { type AddressInfo, createServer, type Server, type Socket } from "node:net"

/** A server that handles each connection with a function, and the number of its connections. */
export const serve = (onConnection: (socket: Socket) => void) =>
  Effect.acquireRelease(
    Effect.callback<{ readonly server: Server; readonly port: number; readonly sockets: Array<Socket> }>((resume) => {
      const sockets: Array<Socket> = []
      const server = createServer((socket) => {
        sockets.push(socket)
        socket.on("error", () => {})
        onConnection(socket)
      })
      server.listen(0, "127.0.0.1", () => {
        const { port } = server.address() as AddressInfo
        resume(Effect.succeed({ server, port, sockets }))
      })
    }),
    ({ server, sockets }) =>
      Effect.callback<void>((resume) => {
        for (const socket of sockets) socket.destroy()
        server.close(() => resume(Effect.void))
      }),
  )
