/**
 * Where the instance is: an argument or `SEARXNG_URL`, read at the search and told to nobody, errors
 * included. A path prefix and a query are kept, credentials in the URL become an Authorization header.
 */
import * as Effect from "effect/Effect"
import * as Base64 from "effect/encoding/Base64"
import * as Result from "effect/Result"
import { Variable, WebError } from "@porthole/core"

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
  const text = yield* find(argument)
  if (text === "") return yield* Effect.fail(notConfigured("Set SEARXNG_URL to the address of a SearXNG to search."))
  const url = /^https?:\/\//i.test(text) ? URL.parse(text) : null
  if (url === null) {
    return yield* Effect.fail(
      notConfigured("SEARXNG_URL can't be used: expected an absolute URL that begins with http:// or https://."),
    )
  }
  return toAddress(url)
})

/** The text of an address: the argument, else `SEARXNG_URL`, else `PORTHOLE_SEARXNG_URL`; empty where there is none. */
export const find = Effect.fnUntraced(function* (
  argument: string | undefined,
): Effect.fn.Return<string, WebError.WebError> {
  const given = argument?.trim() ?? ""
  if (given !== "") return given
  const first = yield* fromEnvironment("SEARXNG_URL")
  return first === "" ? yield* fromEnvironment("PORTHOLE_SEARXNG_URL") : first
})

// --- private --------------------------------------------------------------------------

const notConfigured = (message: string, cause?: unknown): WebError.WebError =>
  WebError.unavailable("searxng", "not_configured", message, cause)

const fromEnvironment = (name: string): Effect.Effect<string, WebError.WebError> =>
  Effect.mapError(Variable.read(name), (cause) => notConfigured(`${name} can't be read.`, cause))

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
