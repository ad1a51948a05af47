/** A new search provider in one file: configuration read when it is used, one request, a mapping of rows. */
import { Config, Effect, Option, Schema } from "effect"
import { HttpClient, HttpClientRequest } from "effect/http"
import { EndpointClient, Settings, type WebBackend, WebError } from "@porthole/core"

const Item = Schema.Struct({ name: Schema.String, link: Schema.String, text: Schema.optionalKey(Schema.String) })
const Answer = Schema.fromJsonString(Schema.Struct({ items: Schema.Array(Item) }))
const decodeAnswer = Schema.decodeUnknownOption(Answer)

const unavailable = (fault: WebError.ProviderFault, message: string) =>
  Effect.fail(WebError.unavailable("acme", fault, message))

/** The search half over Acme's API; set `ACME_URL` and `ACME_API_KEY`. */
export const search: WebBackend.Half<WebBackend.Search, never, HttpClient.HttpClient> = Effect.gen(function* () {
  const http = yield* HttpClient.HttpClient
  return Effect.fnUntraced(function* (query) {
    const settings = yield* Settings.Settings
    const url = yield* Effect.orDie(Config.option(Config.String("ACME_URL")))
    const key = yield* Effect.orDie(Config.option(Config.Redacted("ACME_API_KEY")))
    if (Option.isNone(url) || Option.isNone(key))
      return yield* unavailable("not_configured", "Set ACME_URL and ACME_API_KEY.")
    const request = HttpClientRequest.get(`${url.value}/search`).pipe(
      HttpClientRequest.setUrlParams({ q: query.query, n: query.max_results ?? 10 }),
      HttpClientRequest.bearerToken(key.value),
    )
    const response = yield* EndpointClient.execute(request, { deadline: settings.search_timeout }).pipe(
      Effect.provideService(HttpClient.HttpClient, http),
      Effect.catch(() => unavailable("unreachable", "Acme can't be reached.")),
    )
    if (response.status === 401) return yield* unavailable("unauthorized", "Acme refused the key.")
    const answer = response.status === 200 ? decodeAnswer(response.text) : Option.none()
    if (Option.isNone(answer)) return yield* unavailable("unreachable", "Acme gave no answer that can be read.")
    const rows = answer.value.items.map(({ link, name, text }) => ({ title: name, url: link, snippet: text ?? "" }))
    return { provider: "acme", rows, ignored: ["category", "language", "time_range"].filter((field) => field in query) }
  })
})
