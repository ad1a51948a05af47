/**
 * The server's own hosts: a request with another Host comes from a page whose name was made to resolve to this machine
 * (DNS rebinding), and another `Origin` is a foreign page.
 *
 * Ports aren't compared in `Host`: a container or proxy may publish another one, and rebinding only involves names. An
 * `Origin` must equal the request's host, including the port, or be one of `allowed_hosts`.
 */
import type { ListenAddress } from "./settings/ListenAddress.ts"
import { networkInterfaces } from "node:os"

/** The hosts of one server. */
export interface OwnHosts {
  /** Whether a `Host` header names this server: directly, or through a proxy; `undefined` if it doesn't. */
  readonly kindOf: (host: string | undefined) => "own" | "proxied" | undefined
  /** Whether a page of this origin may send requests; `host` is the request's. */
  readonly isOwnOrigin: (origin: string, host: string) => boolean
}

/** The hosts of a server by its listen address and its proxies' names. */
export const make = (listen: ListenAddress, allowedHosts: ReadonlyArray<string>): OwnHosts => {
  const own = new Set(isUnspecified(listen.host) ? [...loopback, ...addressesOfInterfaces()] : ownNames(listen.host))
  const allowed = new Set(allowedHosts)
  return {
    kindOf: (host) => {
      const name = nameIn(host)
      if (name === undefined) return undefined
      if (allowed.has(name)) return "proxied"
      return own.has(name) ? "own" : undefined
    },
    isOwnOrigin: (origin, host) => {
      const url = /^https?:\/\/[^/?#@\\]+$/i.test(origin) ? URL.parse(origin) : null
      if (url === null) return false
      // Both without their scheme's default port, as browsers send them.
      return url.host === URL.parse(`${url.protocol}//${host}/`)?.host || allowed.has(unbracketed(url.hostname))
    },
  }
}

/** Whether only this machine can reach an address. */
export const isLoopback = (address: string): boolean =>
  /^127(?:\.\d{1,3}){3}$/.test(address) || URL.parse(`http://[${address}]/`)?.hostname === "[::1]"

// --- private --------------------------------------------------------------------------

const loopback = ["localhost", "127.0.0.1", "::1"]

const ownNames = (address: string): ReadonlyArray<string> =>
  isLoopback(address) ? [...loopback, unbracketed(canonical(address))] : [unbracketed(canonical(address))]

const isUnspecified = (address: string): boolean => ["0.0.0.0", "[::]"].includes(canonical(address))

const canonical = (address: string): string =>
  URL.parse(`http://${address.includes(":") ? `[${address}]` : address}/`)?.hostname ?? address

const addressesOfInterfaces = (): ReadonlyArray<string> =>
  Object.values(networkInterfaces()).flatMap((addresses = []) =>
    addresses.map(({ address }) => unbracketed(canonical(address))),
  )

/** The host of a header, `name` or `name:port`, in canonical form; `undefined` for anything else. */
const nameIn = (host: string | undefined): string | undefined => {
  if (host === undefined || !/^(?:[a-z0-9._-]+|\[[0-9a-f:.]+\])(?::\d{1,5})?$/i.test(host)) return undefined
  const name = URL.parse(`http://${host}/`)?.hostname
  return name === undefined ? undefined : unbracketed(name.replace(/\.$/, ""))
}

const unbracketed = (host: string): string => host.replace(/^\[(.*)\]$/, "$1")
