/**
 * The client's side of a proxy's protocol: what is written to a socket and read from it before the socket is a tunnel.
 *
 * Reads are bounded, and nothing that the proxy sends is kept. A tunnel that begins with bytes of the proxy is refused:
 * in HTTP and TLS the client speaks first.
 */
import * as Effect from "effect/Effect"
import type { Socket } from "node:net"

/** How far a message has come: its length once it is complete. */
export type LengthOf = (bytes: Buffer) => number | undefined

/** The message can't be read: the connection ended, or the message has too many bytes. */
export type Failure = "closed" | "malformed"

/** Where a tunnel leads: an address or a name, and a port. */
export interface Target {
  readonly host: string
  readonly port: number
}

/** A message, and whether the proxy has already sent more than it. */
export interface Message {
  readonly bytes: Buffer
  readonly hasMore: boolean
}

/** Sends bytes, and reads a message of at most `most` bytes. */
export const exchange = (
  socket: Socket,
  request: Buffer,
  { lengthOf, most }: { readonly lengthOf: LengthOf; readonly most: number },
): Effect.Effect<Message, Failure> =>
  Effect.callback<Message, Failure>((resume) => {
    let bytes: Buffer = Buffer.alloc(0)
    const end = (outcome: Effect.Effect<Message, Failure>): void => {
      stop()
      resume(outcome)
    }
    const onReadable = (): void => {
      for (let chunk: unknown = socket.read(); chunk instanceof Buffer; chunk = socket.read()) {
        bytes = Buffer.concat([bytes, chunk])
        if (bytes.length > most) break
      }
      const length = lengthOf(bytes)
      if (length !== undefined && length <= Math.min(bytes.length, most)) {
        return end(Effect.succeed({ bytes: bytes.subarray(0, length), hasMore: bytes.length > length }))
      }
      if (bytes.length > most) end(Effect.fail("malformed"))
    }
    const onClose = (): void => end(Effect.fail("closed"))
    const stop = (): void => {
      socket.off("readable", onReadable).off("end", onClose).off("close", onClose).off("error", onClose)
    }
    socket.on("readable", onReadable).on("end", onClose).on("close", onClose).on("error", onClose)
    socket.write(request)
    return Effect.sync(stop)
  })
