/**
 * A limit on the bytes that one exchange takes off its socket: status lines, headers, 1xx responses and
 * the framing of chunks included, which an HTTP parser reads without handing anything on.
 *
 * {@link guard} counts what undici's parser takes from a socket. undici writes a request in the same turn
 * in which it reports its start, so the first write after {@link WireCount.begin} belongs to that exchange.
 * HTTP/1.1 without pipelining: a socket carries one exchange at a time.
 */
import type { Socket } from "node:net"
import type { buildConnector } from "undici"

/** Most bytes of an exchange before its final status, in bytes. */
export const maxHeadBytes = 65_536

/** Most bytes of an exchange whose decoded body may have `maxBody` bytes: a quarter more for framing, and its head. */
export const maxBytesFor = (maxBody: number): number => Math.ceil(maxBody * 1.25) + maxHeadBytes

/** An exchange took more bytes off its socket than it may. */
export class WireLimitExceeded extends Error {
  readonly code = "PORTHOLE_WIRE_LIMIT"
}

/** The bytes of one exchange. */
export interface WireCount {
  /** The exchange's request is written next. */
  readonly begin: () => void
  /** The exchange's final status has come. */
  readonly answered: () => void
}

/** A limit for all sockets of a pool. */
export interface WireLimit {
  /** Counts a new exchange, which may take `most` bytes in all. */
  readonly count: (most: number) => WireCount
  /** Counts what is read from a socket, and destroys the socket when its exchange exceeds its limit. */
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
        // A read may hold the head and much of the body, so it is judged after the parser has seen it.
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

/** A connector whose sockets are guarded. */
export const guarded =
  (connect: buildConnector.connector, wire: WireLimit): buildConnector.connector =>
  (options, callback) =>
    connect(options, (...[error, socket]) =>
      error === null ? callback(null, wire.guard(socket)) : callback(error, null),
    )

// --- private --------------------------------------------------------------------------

interface Count extends WireCount {
  received: number
  /** Bytes that it may take now: {@link maxHeadBytes} until its final status. */
  most: number
}
