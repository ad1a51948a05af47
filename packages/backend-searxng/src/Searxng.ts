/**
 * Search over a SearXNG (or its ancestor searx): one `GET {SEARXNG_URL}/search?format=json` a search.
 *
 * {@link search} is the half that a composition root joins:
 * `WebBackend.layer({ search: Searxng.search, extract: … })`. The address comes from the operator
 * only, so requests go through `EndpointClient` and whichever `HttpClient` is provided; that client
 * must not follow redirects. SearXNG has no parameter for a count, none for domains and none for days: one
 * domain becomes `site:`, days become a time range around them, the rest is left to the kernel, which trims
 * and filters.
 */
import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as HttpClient from "effect/http/HttpClient"
import * as HttpClientRequest from "effect/http/HttpClientRequest"
import { EndpointClient, Settings, type WebBackend, type WebError } from "@porthole/core"
import * as Provider from "@porthole/core/provider"
import * as SearxngAddress from "./SearxngAddress.ts"
import * as SearxngEngines from "./SearxngEngines.ts"
import * as SearxngFault from "./SearxngFault.ts"
import * as SearxngQuery from "./SearxngQuery.ts"
import * as SearxngRow from "./SearxngRow.ts"
import * as SearxngWire from "./SearxngWire.ts"

/** Who it is; everybody hosts one. */
export const identity: Provider.Identity = { name: "searxng", title: "SearXNG", variables: ["SEARXNG_URL"] }

/** `url` is the instance's address, path prefix and credentials included; unset or empty it is `SEARXNG_URL`, else `PORTHOLE_SEARXNG_URL`. */
export interface Options {
  readonly url?: string | undefined
}

/** Whether there is an address, whatever it is worth. */
export const isConfigured = (options: Options = {}): Effect.Effect<boolean> =>
  Effect.match(SearxngAddress.find(options.url), { onFailure: () => true, onSuccess: (text) => text !== "" })

/** Search over the instance of `options`. The address is read when a search runs, never before. */
export const makeSearch: Provider.MakeSearch = (options: Options = {}) =>
  Effect.map(
    HttpClient.HttpClient,
    (client) => (request) => Effect.provideService(ask(request, options.url), HttpClient.HttpClient, client),
  )

/** Search over the instance that `SEARXNG_URL` names. */
export const search: Provider.SearchHalf = makeSearch()

// --- private --------------------------------------------------------------------------

const ask = Effect.fnUntraced(function* (
  request: WebBackend.SearchRequest,
  url: string | undefined,
): Effect.fn.Return<WebBackend.SearchAnswer, WebError.WebError, HttpClient.HttpClient> {
  const address = yield* SearxngAddress.read(url)
  const now = yield* Clock.currentTimeMillis
  const { ignored, parameters } = yield* Effect.fromResult(SearxngQuery.make(request, now))
  const { search_timeout } = yield* Settings.Settings
  const deadline = request.endsAt === undefined ? search_timeout : Duration.millis(Math.max(0, request.endsAt - now))
  const response = yield* Effect.mapError(
    EndpointClient.execute(requestOf(address, parameters), { deadline, notAfter: [429] }),
    SearxngFault.fromEndpoint,
  )
  const refusal = SearxngFault.fromResponse(response, now)
  if (refusal !== undefined) return yield* Effect.fail(refusal)
  const envelope = yield* Effect.mapError(Effect.fromResult(SearxngWire.decode(response.text)), SearxngFault.fromWire)
  if (envelope.results.length === 0 && envelope.unresponsive_engines.length > 0) {
    return yield* Effect.fail(SearxngFault.noEngineAnswered())
  }
  return {
    provider: "searxng",
    ...Provider.usable(SearxngRow.fromResults(envelope.results, address.host)),
    ...(ignored.length === 0 ? {} : { ignored }),
    ...(envelope.unresponsive_engines.length === 0
      ? {}
      : { attempts: SearxngEngines.attemptsOf(envelope.unresponsive_engines) }),
  }
})

/**
 * The limiter of SearXNG refuses whoever doesn't look like a browser here: `Accept` has to name
 * `text/html`, `Accept-Language` must not be empty (`searx/botdetection`). The language is English
 * whatever is searched for, because it is the one of the server's error messages.
 */
const requestOf = (
  address: SearxngAddress.Address,
  parameters: ReadonlyArray<readonly [string, string]>,
): HttpClientRequest.HttpClientRequest => {
  const url = new URL(address.searchUrl)
  for (const [name, value] of parameters) url.searchParams.set(name, value)
  return HttpClientRequest.get(url.href, {
    headers: {
      accept: "application/json, text/html;q=0.9",
      "accept-language": "en",
      ...(address.authorization === undefined ? {} : { authorization: address.authorization }),
    },
  })
}
