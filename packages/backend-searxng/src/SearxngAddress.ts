/**
 * Where the instance is: an argument or `SEARXNG_URL`, read at the search and told to nobody, errors
 * included. A path prefix and a query are kept, credentials in the URL become an Authorization header.
 */
import * as Config from "effect/Config"
import * as ConfigProvider from "effect/ConfigProvider"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Base64 from "effect/encoding/Base64"
import * as Option from "effect/Option"
import * as Result from "effect/Result"
import { WebError } from "@porthole/core"

/** A usable address. `searchUrl` is without credentials; `host` is with the port, if it isn't the scheme's own. */
export interface Address {
  readonly searchUrl: string
  readonly host: string
  readonly authorization: string | undefined
}

/** Reads the argument, else `SEARXNG_URL`, or fails with `searxng_not_configured`. Blank counts as unset. */
export const read = Effect.fnUntraced(function* (
  argument: string | undefined,
): Effect.fn.Return<Address, WebError.WebError> {
  const given = argument?.trim() ?? ""
  const text = given === "" ? yield* fromEnvironment : given
  if (text === "") return yield* Effect.fail(notConfigured("Set SEARXNG_URL to the address of a SearXNG to search."))
  const url = /^https?:\/\//i.test(text) ? URL.parse(text) : null
  if (url === null) {
    return yield* Effect.fail(
      notConfigured("SEARXNG_URL can't be used: expected an absolute URL that begins with http:// or https://."),
    )
  }
  return toAddress(url)
})

// --- private --------------------------------------------------------------------------

const notConfigured = (message: string, cause?: unknown): WebError.WebError =>
  WebError.unavailable("searxng", "not_configured", message, cause)

const variable = Config.option(Config.String("SEARXNG_URL"))

/**
 * Effect's default provider is a copy of the environment made at its first use in the process, so
 * what the host program sets later is seen only through a new one. A provider of the caller's stays.
 */
const fromEnvironment = Effect.flatMap(ConfigProvider.ConfigProvider, (given) =>
  variable.pipe(
    Effect.provideService(
      ConfigProvider.ConfigProvider,
      given === defaultProvider() ? ConfigProvider.fromEnv() : given,
    ),
    Effect.mapBoth({
      onFailure: (cause) => notConfigured("SEARXNG_URL can't be read.", cause),
      onSuccess: Option.match({ onNone: () => "", onSome: (text) => text.trim() }),
    }),
  ),
)

const defaultProvider = (): ConfigProvider.ConfigProvider => Context.get(Context.empty(), ConfigProvider.ConfigProvider)

const toAddress = (url: URL): Address => {
  const search = new URL(url)
  search.username = ""
  search.password = ""
  search.hash = ""
  search.pathname = `${url.pathname.replace(/\/+$/, "")}/search`
  return {
    searchUrl: search.href,
    host: url.host,
    authorization:
      url.username === "" && url.password === ""
        ? undefined
        : `Basic ${Base64.encode(`${unescaped(url.username)}:${unescaped(url.password)}`)}`,
  }
}

/** What was meant where percent signs are escapes, the text itself where they aren't. */
const unescaped = (text: string): string =>
  Result.getOrElse(
    Result.try(() => decodeURIComponent(text)),
    () => text,
  )
