/**
 * A limit for the bytes that one exchange reads from its socket, including status lines, headers, 1xx responses and
 * chunk framing, which an HTTP parser consumes without passing them on.
 *
 * undici writes a request in the same turn in which it reports its start, so the first write after
 * {@link WireCount.begin} belongs to that exchange. HTTP/1.1 without pipelining: a socket carries one exchange at a
 * time.
 */
import type { Socket } from "node:net"
import type { buildConnector } from "undici"

/** Maximum bytes of an exchange before its final status. */
export const maxHeadBytes = 65_536

/**
 * Maximum bytes of an exchange whose decoded body may have `maxBody` bytes: a quarter more for framing, and its head.
 */
export const maxBytesFor = (maxBody: number): number => Math.ceil(maxBody * 1.25) + maxHeadBytes

/** An exchange read more bytes from its socket than allowed. */
export class WireLimitExceeded extends Error {
  readonly code = "PORTHOLE_WIRE_LIMIT"
}

/** The bytes of one exchange. */
export interface WireCount {
  /** Announces that the exchange's request is written next. */
  readonly begin: () => void
  /** Announces the exchange's final status. */
  readonly answered: () => void
}

/** A limit for all sockets of a pool. */
export interface WireLimit {
  /** Counts a new exchange, which may read `most` bytes in all. */
  readonly count: (most: number) => WireCount
  /** Counts the bytes read from a socket, and destroys the socket when its exchange exceeds its limit. */
  readonly guard: <S extends Pick<Socket, "destroy" | "read" | "write">>(socket: S) => S
}

/** Makes a limit. */
export const make = (): WireLimit => {
  let next: Count | undefined
  return {
    count: (most) => {
      const count: Count = {
        received: 0,
        most: maxHeadBytes,
        begin: () => void (next = count),
        answered: () => void (count.most = most),
      }
      return count
    },
    guard: (socket) => {
      const [read, write] = [socket.read.bind(socket), socket.write.bind(socket)]
      let count: Pick<Count, "most" | "received"> = { received: 0, most: maxHeadBytes }
      const isWithin = (): boolean => {
        if (count.received <= count.most) return true
        socket.destroy(new WireLimitExceeded("The site sent more bytes than one exchange allows."))
        return false
      }
      return Object.assign(socket, {
        // A read may contain the head and much of the body, so it is checked after the parser has seen it.
        read: (size?: number): unknown => {
          if (!isWithin()) return null
          const chunk: unknown = read(size)
          if (chunk instanceof Uint8Array) count.received += chunk.length
          if (count.received > count.most) setImmediate(isWithin)
          return chunk
        },
        write: (...args: Parameters<Socket["write"]>): boolean => {
          count = next ?? count
          next = undefined
          return write(...args)
        },
      })
    },
  }
}

/** Puts a limit on the sockets of a connector. */
export const over =
  (connect: buildConnector.connector, wire: WireLimit): buildConnector.connector =>
  (options, callback) =>
    connect(options, (...[error, socket]) =>
      error === null ? callback(null, wire.guard(socket)) : callback(error, null),
    )

// --- private --------------------------------------------------------------------------

interface Count extends WireCount {
  received: number
  /** The current limit: {@link maxHeadBytes} until the final status. */
  most: number
}
