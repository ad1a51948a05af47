/** The setting that holds the URL of a Redis, which may contain a password; printing the settings never shows it. */
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import { Setting } from "@porthole/core"

/** The URL of a Redis, without a default. */
export const setting = (options: {
  readonly about: string
}): Setting.Setting<Redacted.Redacted | undefined, string | Redacted.Redacted> =>
  Setting.make({
    schema: Schema.UndefinedOr(Schema.Redacted(Schema.String.check(Schema.makeFilter(isRedisUrl)))),
    convert: (input) => (typeof input === "string" ? Redacted.make(input) : input),
    fallback: undefined,
    bounds: "`redis://[[user]:password@]host[:port][/database]`, or `rediss://…`",
    defaultText: "none",
    about: options.about,
  })

/** Whether a text is a Redis URL that Redis clients accept: no query, no fragment, a whole number as the database. */
export const isRedisUrl = (text: string): boolean => {
  const url = URL.parse(text)
  return (
    url !== null &&
    (url.protocol === "redis:" || url.protocol === "rediss:") &&
    url.hostname !== "" &&
    /^\/?\d{0,5}$/.test(url.pathname) &&
    url.search === "" &&
    url.hash === "" &&
    [url.username, url.password].every((part) => Option.isSome(decodeText(part)))
  )
}

// --- private --------------------------------------------------------------------------

const decodeText = Option.liftThrowable(decodeURIComponent)
