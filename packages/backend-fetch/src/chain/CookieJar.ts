/**
 * The cookies of one redirect chain: what a host sets on a redirect is returned to it in the rest of that chain, and
 * then forgotten. Publishers' sites redirect for ever without it.
 *
 * It is narrower than a browser's (RFC 6265): a cookie belongs to the origin (scheme, host and port) that set it,
 * whatever its `Domain` says. A new chain has an empty jar.
 */
import * as DateTime from "effect/DateTime"
import * as Option from "effect/Option"
import type { WebUrl } from "@porthole/core"

/** Maximum number of cookies in a chain, and bytes of their names and values; others are ignored. */
export const maxCookies = 50
export const maxCookieBytes = 8_192

/** The cookies of one chain. */
export class CookieJar {
  readonly #cookies = new Map<string, Cookie>()
  #visitsBefore = 0
  #wasSent = false

  /** The chain's URLs before the last change of the jar, by number: with other cookies they may answer otherwise. */
  get visitsBefore(): number {
    return this.#visitsBefore
  }

  /** Whether a request carried a cookie. */
  get wasSent(): boolean {
    return this.#wasSent
  }

  /** Stores a response's cookies. `now` is in ms since the epoch, `visits` is the number of URLs visited so far. */
  store(
    target: WebUrl.Target,
    setCookies: ReadonlyArray<string>,
    { now, visits }: { readonly now: number; readonly visits: number },
  ): void {
    for (const setCookie of setCookies) {
      const cookie = read(setCookie, target, now)
      if (cookie !== undefined && this.#put(cookie)) this.#visitsBefore = visits
    }
  }

  /** The Cookie field of a request, longer paths first (RFC 6265 section 5.4); `undefined` if there is none. */
  fieldFor(target: WebUrl.Target): string | undefined {
    if (this.#cookies.size === 0) return undefined
    const path = pathOf(target)
    const fitting = Array.from(this.#cookies.values()).filter(
      (cookie) => cookie.origin === target.origin && covers(cookie.path, path),
    )
    const pairs = fitting.toSorted((one, other) => other.path.length - one.path.length)
    if (pairs.length === 0) return undefined
    this.#wasSent = true
    return pairs.map(({ name, value }) => `${name}=${value}`).join("; ")
  }

  #put(cookie: Cookie): boolean {
    const key = JSON.stringify([cookie.origin, cookie.path, cookie.name])
    const earlier = this.#cookies.get(key)
    if (cookie.isExpired) return this.#cookies.delete(key)
    if (earlier?.value === cookie.value) return false
    const others = Array.from(this.#cookies.values()).filter((other) => other !== earlier)
    const bytes = [...others, cookie].reduce((sum, { name, value }) => sum + name.length + value.length, 0)
    if (others.length >= maxCookies || bytes > maxCookieBytes) return false
    this.#cookies.set(key, cookie)
    return true
  }
}

// --- private --------------------------------------------------------------------------

interface Cookie {
  readonly name: string
  readonly value: string
  readonly origin: string
  readonly path: string
  /** Whether it removes the cookie instead of setting it. */
  readonly isExpired: boolean
}

/** Reads a Set-Cookie field (RFC 6265 section 5.2), one character per byte. */
const read = (setCookie: string, target: WebUrl.Target, now: number): Cookie | undefined => {
  if (setCookie.length > maxCookieBytes || !visible.test(setCookie)) return undefined
  const [pair = "", ...attributes] = setCookie.split(";")
  const [name, value] = halves(pair)
  if (name === "" || !pair.includes("=")) return undefined
  const attribute = new Map(attributes.map(halves).map(([name, value]) => [name.toLowerCase(), value]))
  if (attribute.has("secure") && !target.secure) return undefined
  const path = attribute.get("path") ?? ""
  const isExpired = isPast(attribute.get("max-age"), attribute.get("expires"), now)
  return { name, value, origin: target.origin, path: path.startsWith("/") ? path : defaultPath(target), isExpired }
}

/** No control character may get into a request. */
const visible = /^[\t\x20-\x7e\x80-\xff]*$/

const halves = (pair: string): readonly [name: string, value: string] => {
  const at = pair.indexOf("=")
  return at === -1 ? [pair.trim(), ""] : [pair.slice(0, at).trim(), pair.slice(at + 1).trim()]
}

/** `Max-Age` takes precedence over `Expires`. A date that can't be read counts as none. */
const isPast = (maxAge: string | undefined, expires: string | undefined, now: number): boolean =>
  maxAge !== undefined && /^-?\d/.test(maxAge)
    ? Number.parseInt(maxAge, 10) <= 0
    : Option.exists(DateTime.make(expires?.slice(0, 64) ?? ""), ({ epochMilliseconds }) => epochMilliseconds <= now)

const pathOf = ({ path }: WebUrl.Target): string => path.split("?", 1)[0] ?? "/"

/** The folder of the URL (RFC 6265 section 5.1.4). */
const defaultPath = (target: WebUrl.Target): string => {
  const path = pathOf(target)
  return path.slice(0, Math.max(1, path.lastIndexOf("/")))
}

/** Whether a cookie's path covers a URL's (RFC 6265 section 5.1.4). */
const covers = (cookiePath: string, path: string): boolean =>
  path === cookiePath || path.startsWith(cookiePath.endsWith("/") ? cookiePath : `${cookiePath}/`)
