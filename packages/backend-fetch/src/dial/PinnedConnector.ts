/**
 * The connector of one pin: it dials only one vetted address, whatever the origin's name.
 *
 * The origin keeps the host's name, so Host header, TLS server name and certificate check use that name. Once
 * connected, the socket's own remote address is compared with the pin, because the system may dial another one
 * (`0.0.0.0` connects to loopback on Linux).
 */
import { buildConnector } from "undici"
import { IpAddress } from "@porthole/core"

/**
 * Options of a connector; `connectTimeout` covers TCP and TLS, in ms. `signal` destroys every connection that the
 * connector made, including one that is still connecting.
 */
export interface PinOptions {
  readonly address: string
  readonly connectTimeout: number
  readonly signal: AbortSignal
}

/** The socket was connected to another address than the pinned one. */
export class RemoteAddressMismatch extends Error {
  readonly code = "PORTHOLE_REMOTE_ADDRESS"
}

/** Makes the connector of one pin. Neither the environment nor undici's own resolver affects it. */
export const make = ({ address, connectTimeout, signal }: PinOptions): buildConnector.connector => {
  const connect = buildConnector({
    allowH2: false,
    autoSelectFamily: false,
    maxCachedSessions: 0,
    rejectUnauthorized: true,
    signal,
    timeout: connectTimeout,
  })
  return ({ servername, ...options }, callback) =>
    connect(
      {
        ...options,
        hostname: address,
        // For http, undici would resolve a server name, so it gets none.
        ...(options.protocol === "https:" && servername !== undefined ? { servername } : {}),
      },
      (...[error, socket]) => {
        if (error !== null) return callback(error, null)
        if (IpAddress.sameAddress(socket.remoteAddress ?? "", address)) return callback(null, socket)
        socket.destroy()
        callback(new RemoteAddressMismatch("The socket's remote address is not the pinned one."), null)
      },
    )
}
