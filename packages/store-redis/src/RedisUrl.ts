/**
 * The address of a Redis, read from a URL: `redis://user:password@host:port/database`, `rediss:` for TLS (IANA's
 * registration of the scheme). A user without a password signs in with an empty one. No error or log contains any part
 * of a URL, not even of an invalid one.
 */
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"

/** The address of a Redis, and its credentials. */
export interface RedisUrl {
  readonly host: string
  readonly port: number
  readonly isTls: boolean
  readonly username: string | undefined
  readonly password: Redacted.Redacted | undefined
  readonly database: number
}

/** The form of a URL, for people. */
export const expected = "`redis://[[user]:password@]host[:port][/database]`, or `rediss://…`"

/** Parses a URL; none if it doesn't match {@link expected}. */
export const parse = (url: string | Redacted.Redacted): Option.Option<RedisUrl> => {
  const parsed = URL.parse(typeof url === "string" ? url : Redacted.value(url))
  if (parsed === null || !/^rediss?:$/.test(parsed.protocol) || parsed.hostname === "") return Option.none()
  const path = /^\/?(\d{0,5})$/.exec(parsed.pathname)
  if (path === null || parsed.search !== "" || parsed.hash !== "") return Option.none()
  return Option.all({ username: decodedText(parsed.username), password: decodedText(parsed.password) }).pipe(
    Option.map(({ username, password }) => ({
      // An IPv6 literal has brackets only in a URL.
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

const decodedText = Option.liftThrowable(decodeURIComponent)
