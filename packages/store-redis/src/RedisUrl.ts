/**
 * Where a Redis is, read from a URL: `redis://user:password@host:port/database`, `rediss:` for TLS (IANA's registration
 * of the scheme; a user without a password is none). Nothing here says what a URL holds, not even where it is none.
 */
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"

/** Where a Redis is, and who asks. */
export interface RedisUrl {
  readonly host: string
  readonly port: number
  readonly isTls: boolean
  readonly username: string | undefined
  readonly password: Redacted.Redacted | undefined
  readonly database: number
}

/** What a URL has to be, for people. */
export const expected = "`redis://[[user]:password@]host[:port][/database]`, or `rediss://…`"

/** Reads a URL; none for what isn't as {@link expected}. */
export const parse = (url: Redacted.Redacted): Option.Option<RedisUrl> => {
  const parsed = URL.parse(Redacted.value(url))
  if (parsed === null || !/^rediss?:$/.test(parsed.protocol) || parsed.hostname === "") return Option.none()
  const path = /^\/?(\d{0,5})$/.exec(parsed.pathname)
  if (path === null || parsed.search !== "" || parsed.hash !== "") return Option.none()
  return Option.all({ username: text(parsed.username), password: text(parsed.password) }).pipe(
    Option.map(({ username, password }) => ({
      // A literal of IPv6 stands in brackets in a URL alone.
      host: parsed.hostname.replace(/^\[(.*)\]$/, "$1"),
      port: parsed.port === "" ? 6_379 : Number(parsed.port),
      isTls: parsed.protocol === "rediss:",
      username: username === "" ? undefined : username,
      password: password === "" ? undefined : Redacted.make(password),
      database: Number(path[1] ?? 0),
    })),
  )
}

// --- private --------------------------------------------------------------------------

const text = Option.liftThrowable(decodeURIComponent)
