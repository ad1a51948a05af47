/** An address to listen on, never a name that DNS would have to resolve, and a port; 0 is any free one. */
import * as Schema from "effect/Schema"
import { Setting } from "@porthole/core"

/** An address and a port. */
export const ListenAddress = Schema.Struct({
  host: Schema.String,
  port: Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 65_535 })),
})
export type ListenAddress = typeof ListenAddress.Type

/** A {@link ListenAddress}; as text `127.0.0.1:8710`, `[::1]:8710` or `localhost:8710`. */
export const setting = (options: {
  readonly fallback: ListenAddress
  readonly about: string
}): Setting.Setting<ListenAddress, ListenAddress | string> =>
  Setting.make({
    schema: ListenAddress,
    convert: listenAddressOf,
    fallback: options.fallback,
    bounds: "`address:port`, such as `127.0.0.1:8710`, `0.0.0.0:8710` or `[::1]:8710`",
    defaultText: `${options.fallback.host}:${options.fallback.port}`,
    about: options.about,
  })

// --- private --------------------------------------------------------------------------

/** The parts of `address:port`; an IPv6 address is in brackets. Any other input comes back unchanged. */
const listenAddressOf = (input: unknown): unknown => {
  if (typeof input !== "string") return input
  const [, host, port] = /^\s*(localhost|[\d.]+|\[[\da-f:.]+\]):(\d{1,5})\s*$/i.exec(input) ?? []
  if (host === undefined || URL.parse(`http://${host}/`) === null) return input
  const name = host.toLowerCase()
  return { host: name === "localhost" ? "127.0.0.1" : name.replace(/^\[(.*)\]$/, "$1"), port: Number(port) }
}
