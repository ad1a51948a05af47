/**
 * A part of one site: a host, its port and a path with everything below it. Whoever is pinned to one
 * can't leave it: not by `..`, not by an encoded slash, and not by a redirect.
 *
 * Servers don't agree on how a path is to be read: some decode it twice, take a backslash for a slash,
 * or cut a segment at a semicolon. So a path is taken only if no reading of it climbs: none has a
 * segment that begins with two dots, which no page of a site is called. RFC 3986 sections 3.3 and 5.2.4
 * say what a segment and a dot segment are, section 6.2.2.1 that the case of an escape says nothing.
 */
import { hostOf, portOf } from "./HostName.ts"

/** A prefix; `path` is as sent, escapes in upper case, without a slash at the end: the root's is empty. */
export interface SitePrefix {
  readonly host: string
  readonly port: number
  readonly path: string
}

/**
 * The prefix that an absolute http(s) URL names; `undefined` for what is none, has credentials, a query
 * or a fragment, or a path that climbs in some reading.
 */
export const read = (base: string): SitePrefix | undefined => {
  const url = URL.parse(base)
  if (url === null || (url.protocol !== "http:" && url.protocol !== "https:")) return undefined
  if (url.username !== "" || url.password !== "" || url.search !== "" || url.hash !== "") return undefined
  return mayClimb(url.pathname)
    ? undefined
    : { host: hostOf(url), port: portOf(url), path: pathOf(url).replace(/\/+$/, "") }
}

/** Whether a URL lies within the prefix, however a server may read its path. */
export const contains = (prefix: SitePrefix, url: URL): boolean => {
  if (hostOf(url) !== prefix.host || !isSamePort(portOf(url), prefix.port)) return false
  const path = pathOf(url)
  return (path === prefix.path || path.startsWith(`${prefix.path}/`)) && !mayClimb(url.pathname)
}

// --- private --------------------------------------------------------------------------

/** A site has one content on both default ports, as far as anybody is concerned who links to it. */
const isSamePort = (a: number, b: number): boolean => a === b || (isDefault(a) && isDefault(b))
const isDefault = (port: number): boolean => port === 80 || port === 443

/** Letters behind an escape mean the same in either case, and links are written in both. */
const pathOf = (url: URL): string => url.pathname.replace(/%[0-9a-f]{2}/gi, (escape) => escape.toUpperCase())

/** How often an encoding may be wrapped in another before it is taken for an attack. */
const mostRounds = 4

/**
 * Whether any reading of a path may go up, or can't be told: by every round of decoding until nothing is left to
 * decode.
 */
const mayClimb = (pathname: string): boolean => {
  let path = pathname
  for (let round = 0; round <= mostRounds; round++) {
    if (overlong.test(path)) return true
    const decoded = decode(path)
    if (unreadable.test(decoded) || climbing.test(decoded)) return true
    if (decoded === path) return false
    path = decoded
  }
  return true
}

/**
 * One round: escapes of bytes and of IIS's `%u002e`, and characters that are others in disguise, such as a full-width
 * slash.
 */
const decode = (path: string): string =>
  path
    .replace(/%u([0-9a-f]{4})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
    .replace(/(?:%[0-9a-f]{2})+/gi, (escapes) =>
      utf8.decode(Uint8Array.from(escapes.slice(1).split("%"), (hex) => Number.parseInt(hex, 16))),
    )
    .normalize("NFKC")

/** The mark at the begin of a text is a character here as anywhere else. */
const utf8 = new TextDecoder("utf-8", { ignoreBOM: true })

/** Bytes that are no UTF-8 (RFC 3629 section 3) but a dot or a slash to whoever doesn't look. */
const overlong = /%c[01]%[89ab]|%e0%[89]|%f0%8/i

/** Where some readers end a path. */
// oxlint-disable-next-line no-control-regex -- control characters are what is looked for
const unreadable = /[\u0000-\u001f\u007f]/

/** A segment that begins with two dots, whatever may be cut off behind them or dropped before and between. */
const climbing = /[/\\][\s\p{Cf}]*\.\p{Cf}*\./u
