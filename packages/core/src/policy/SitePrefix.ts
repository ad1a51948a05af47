/**
 * A part of one site: a host, its port and a path with everything below it. Whoever is pinned to one
 * can't leave it: not by `..`, not by an encoded slash, and not by a redirect.
 */
import * as HostName from "./HostName.ts"

/** A prefix; `paths` are the ways to read its path, as sent and decoded, without a slash at the end: the root's is empty. */
export interface SitePrefix {
  readonly host: string
  readonly port: number
  readonly paths: ReadonlyArray<string>
}

/** The prefix that an absolute http(s) URL names; `undefined` for what is none, or has credentials, a query or a fragment. */
export const read = (base: string): SitePrefix | undefined => {
  const url = URL.parse(base)
  if (url === null || (url.protocol !== "http:" && url.protocol !== "https:")) return undefined
  if (url.username !== "" || url.password !== "" || url.search !== "" || url.hash !== "") return undefined
  const paths = readings(url.pathname)
  return paths === undefined
    ? undefined
    : { host: hostOf(url), port: portOf(url), paths: paths.map((path) => path.replace(/\/+$/, "")) }
}

/** Whether a URL lies within the prefix, however a server may read its path. */
export const contains = (prefix: SitePrefix, url: URL): boolean => {
  if (hostOf(url) !== prefix.host || !isSamePort(portOf(url), prefix.port)) return false
  const paths = readings(url.pathname)
  return (
    paths !== undefined && paths.every((path) => prefix.paths.some((own) => path === own || path.startsWith(`${own}/`)))
  )
}

// --- private --------------------------------------------------------------------------

const hostOf = (url: URL): string => HostName.fromUrlHost(url.hostname) ?? url.hostname.replace(/^\[(.*)\]$/s, "$1")

const portOf = (url: URL): number => (url.port === "" ? (url.protocol === "https:" ? 443 : 80) : Number(url.port))

/** A site has one content on both default ports, as far as anybody is concerned who links to it. */
const isSamePort = (a: number, b: number): boolean => a === b || (isDefault(a) && isDefault(b))
const isDefault = (port: number): boolean => port === 80 || port === 443

/** How often an encoding may be wrapped in another before it is taken for an attack. */
const mostRounds = 4

/**
 * Every way in which a server may read a path: as it was sent, and after each round of decoding with
 * backslashes as slashes and dot segments resolved; `undefined` where decoding never ends.
 */
const readings = (pathname: string): ReadonlyArray<string> | undefined => {
  const paths = [pathname]
  let path = pathname
  for (let round = 0; round < mostRounds; round++) {
    const decoded = path.replace(/%([0-7][0-9a-f])/gi, (_, hex: string) =>
      String.fromCharCode(Number.parseInt(hex, 16)),
    )
    paths.push(resolved(decoded))
    if (decoded === path) return paths
    path = decoded
  }
  return undefined
}

const resolved = (path: string): string => {
  const segments: Array<string> = []
  for (const segment of path.replaceAll("\\", "/").split("/")) {
    if (segment === "..") segments.pop()
    else if (segment !== "" && segment !== ".") segments.push(segment)
  }
  return `/${segments.join("/")}`
}
