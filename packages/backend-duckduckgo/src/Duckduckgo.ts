/**
 * Search over DuckDuckGo's page without scripts (`POST /html/`, August 2026), which wants no key. It is a page for
 * persons and no API: it is asked as Porthole, once, seldom ({@link DuckduckgoTurns}), and never for a second page.
 *
 * {@link search} is the half that a composition root joins; `PORTHOLE_DUCKDUCKGO_URL` names another address.
 */
import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as HttpClient from "effect/http/HttpClient"
import * as HttpClientRequest from "effect/http/HttpClientRequest"
import { Late, type SearchQuery, Settings, type WebBackend, WebError } from "@porthole/core"
import * as Provider from "@porthole/core/provider"
import * as DuckduckgoPage from "./DuckduckgoPage.ts"
import * as DuckduckgoQuery from "./DuckduckgoQuery.ts"
import * as DuckduckgoTurns from "./DuckduckgoTurns.ts"

/** Who it is. */
export const identity: Provider.Identity = {
  name: "duckduckgo",
  title: "DuckDuckGo",
  url: "https://html.duckduckgo.com",
}

/** Search with the address of the options, else of the environment; the turns are the half's, or those of the limiter's store. */
export const makeSearch: Provider.MakeSearch = (options = {}) =>
  Effect.gen(function* () {
    const client = yield* HttpClient.HttpClient
    const turn = yield* DuckduckgoTurns.make
    return (request) => Effect.provideService(find(options, turn, request), HttpClient.HttpClient, client)
  })

/** Search over DuckDuckGo, or the address of the environment. */
export const search: Provider.SearchHalf = makeSearch()

// --- private --------------------------------------------------------------------------

const find = Effect.fnUntraced(function* (
  options: Provider.Options,
  turn: DuckduckgoTurns.Turn,
  { endsAt, ...query }: WebBackend.SearchRequest,
): Effect.fn.Return<WebBackend.SearchAnswer, WebError.WebError, HttpClient.HttpClient> {
  const place = yield* Provider.place(identity, options)
  const { search_timeout } = yield* Settings.Settings
  const now = yield* Clock.currentTimeMillis
  const form = yield* Effect.fromResult(DuckduckgoQuery.toForm(query, now))
  const ends = Math.min(endsAt ?? Number.POSITIVE_INFINITY, now + Duration.toMillis(search_timeout))
  yield* turn(ends)
  const reply = yield* Provider.ask(identity, requestOf(query, form, place), {
    timeout: search_timeout,
    endsAt: ends,
    late: Late.search,
    // 202 is how a program is told to go away, 403 what comes next.
    fault: ({ status }) => (status === 202 || status === 403 ? "challenged" : undefined),
    once: true,
  })
  const rows = DuckduckgoPage.read(reply.text)
  if (rows === "challenged") return yield* Effect.fail(challenged)
  if (rows === undefined) return yield* Effect.fail(unknown)
  const ignored = Provider.unsent(query, form.sends)
  return { provider: identity.name, ...Provider.usable(rows), ...(ignored.length === 0 ? {} : { ignored }) }
})

const requestOf = (
  { language }: SearchQuery.SearchQuery,
  form: DuckduckgoQuery.Form,
  { url }: Provider.Place,
): HttpClientRequest.HttpClientRequest => {
  const request = HttpClientRequest.bodyUrlParams(HttpClientRequest.post(`${url}/html/`), form.fields)
  const spoken = language === undefined ? undefined : DuckduckgoQuery.toAcceptLanguage(language)
  return spoken === undefined ? request : HttpClientRequest.setHeader(request, "accept-language", spoken)
}

const challenged = WebError.unavailable(
  identity.name,
  "challenged",
  "DuckDuckGo asks whether a person is there, and answers no program for a while.",
)

const unknown = WebError.unavailable(
  identity.name,
  "unreachable",
  "What answered is no page of DuckDuckGo's results, or one whose markup has changed.",
)
