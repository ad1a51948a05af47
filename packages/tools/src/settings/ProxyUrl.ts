/**
 * The settings of a proxy: its URL, which has no credentials because errors and logs may name it, and its credentials,
 * which printing the settings never shows.
 */
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import { Setting } from "@porthole/core"

/** The URL of a proxy, without a default. */
export const setting = (options: { readonly about: string }): Setting.Setting<string | undefined, string> =>
  Setting.make({
    schema: Schema.UndefinedOr(Schema.String.check(Schema.makeFilter(isProxyUrl))),
    fallback: undefined,
    bounds: "`http://host:port`, `https://…` or `socks5://…`, without credentials",
    defaultText: "none",
    about: options.about,
    hint: (input) =>
      typeof input === "string" && input.includes("@")
        ? "PORTHOLE_EGRESS_PROXY_CREDENTIALS takes `user:password`"
        : undefined,
  })

/** The credentials of a proxy, without a default. SOCKS counts the length of each part in one byte (RFC 1929). */
export const credentials = (options: {
  readonly about: string
}): Setting.Setting<Redacted.Redacted | undefined, string | Redacted.Redacted> =>
  Setting.make({
    schema: Schema.UndefinedOr(Schema.Redacted(Schema.String.check(Schema.makeFilter(isUserAndPassword)))),
    convert: (input) => (typeof input === "string" ? Redacted.make(input) : input),
    fallback: undefined,
    bounds: "`user:password`, each of 1–255 bytes",
    defaultText: "none",
    about: options.about,
  })

// --- private --------------------------------------------------------------------------

const schemes: ReadonlySet<string> = new Set(["http:", "https:", "socks5:"])

const isProxyUrl = (text: string): boolean => {
  const url = URL.parse(text)
  return (
    url !== null &&
    schemes.has(url.protocol) &&
    url.hostname !== "" &&
    url.port !== "0" &&
    (url.pathname === "/" || url.pathname === "") &&
    !/[@?#]/.test(text)
  )
}

/** Control characters would break a header. */
const isUserAndPassword = (text: string): boolean => {
  const colon = text.indexOf(":")
  return colon > 0 && !/\p{Cc}/u.test(text) && isCounted(text.slice(0, colon)) && isCounted(text.slice(colon + 1))
}

const isCounted = (text: string): boolean => {
  const { length } = new TextEncoder().encode(text)
  return length >= 1 && length <= 255
}
