/**
 * A part of one site: a host, its port and a path with everything below it. A call that is limited to one can't leave
 * it: not by `..`, not by an encoded slash, and not by a redirect.
 *
 * Servers read paths differently: some decode twice, treat a backslash as a slash, or cut a segment at a semicolon. So
 * a path is accepted only if no reading of it climbs: no segment may begin with two dots in any reading. RFC 3986
 * sections 3.3 and 5.2.4 define segments and dot segments, section 6.2.2.1 ignores the case of an escape.
 */
import { hostOf, portOf } from "../domain/url/HostName.ts"
import { isHttp } from "../domain/url/HttpUrl.ts"

/** A prefix; `path` is as sent, escapes in upper case, without a trailing slash: the root's is empty. */
export interface SitePrefix {
  readonly host: string
  readonly port: number
  readonly path: string
}

/**
 * The prefix of an absolute http(s) URL; `undefined` for an invalid URL, or one with credentials, a query, a fragment,
 * or a path that climbs in some reading.
 */
export const read = (base: string): SitePrefix | undefined => {
  const url = URL.parse(base)
  if (url === null || !isHttp(url)) return undefined
  if (url.username !== "" || url.password !== "" || url.search !== "" || url.hash !== "") return undefined
  return mayClimb(url.pathname)
    ? undefined
    : { host: hostOf(url), port: portOf(url), path: pathOf(url).replace(/(?<!\/)\/+$/, "") }
}

/** Whether a URL lies within the prefix, in every reading of its path. */
export const contains = (prefix: SitePrefix, url: URL): boolean => {
  if (hostOf(url) !== prefix.host || !isSamePort(portOf(url), prefix.port)) return false
  const path = pathOf(url)
  return (path === prefix.path || path.startsWith(`${prefix.path}/`)) && !mayClimb(url.pathname)
}

// --- private --------------------------------------------------------------------------

/** A site has the same content on both default ports, so links to either count. */
const isSamePort = (a: number, b: number): boolean => a === b || (isDefault(a) && isDefault(b))
const isDefault = (port: number): boolean => port === 80 || port === 443

/** The case of an escape has no meaning, and links use both. */
const pathOf = (url: URL): string => url.pathname.replace(/%[0-9a-f]{2}/gi, (escape) => escape.toUpperCase())

/** Maximum number of nested encodings; more count as an attack. */
const maxRounds = 4

/**
 * Whether any reading of a path may climb, or can't be determined: checks every round of decoding until nothing is left
 * to decode.
 */
const mayClimb = (pathname: string): boolean => {
  let path = pathname
  for (let round = 0; round <= maxRounds; round++) {
    if (overlong.test(path)) return true
    const decoded = decode(path)
    if (unreadable.test(decoded) || climbing.test(decoded)) return true
    if (decoded === path) return false
    path = decoded
  }
  return true
}

/** One round: escapes of bytes and of IIS's `%u002e`, and disguised characters, such as a full-width slash. */
const decode = (path: string): string =>
  path
    .replace(/%u([0-9a-f]{4})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
    .replace(/(?:%[0-9a-f]{2})+/gi, (escapes) =>
      utf8.decode(Uint8Array.from(escapes.slice(1).split("%"), (hex) => Number.parseInt(hex, 16))),
    )
    .normalize("NFKC")

/** A byte order mark is an ordinary character here. */
const utf8 = new TextDecoder("utf-8", { ignoreBOM: true })

/** Invalid UTF-8 (RFC 3629 section 3) that a lax decoder reads as a dot or a slash. */
const overlong = /%c[01]%[89ab]|%e0%[89]|%f0%8/i

/** Characters at which some readers end a path. */
// oxlint-disable-next-line no-control-regex -- the pattern looks for control characters
const unreadable = /[\u0000-\u001f\u007f]/

/** A segment that begins with two dots, whatever may be cut off after them or dropped before and between. */
const climbing = /[/\\][\s\p{Cf}]*\.\p{Cf}*\./u
