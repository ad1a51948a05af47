/** A SearXNG in memory: the client hands each request to a function, no socket is opened. */
import { Effect, Fiber, Layer, type Result } from "effect"
import * as HttpClient from "effect/http/HttpClient"
import * as HttpClientError from "effect/http/HttpClientError"
import type * as HttpClientRequest from "effect/http/HttpClientRequest"
import * as HttpClientResponse from "effect/http/HttpClientResponse"
import * as TestClock from "effect/testing/TestClock"
import type { SearchQuery, WebBackend, WebError } from "@porthole/core"
import { searxng } from "../../src/Searxng.ts"

/** The instance's URL; tests search the model's text for every part of it. */
export const url = "http://reader:s3cret@searx.intranet.example:8931/deep"

/** The instance's answer; `"broken"` is a failed connection. */
export type Answer = Effect.Effect<Response, "broken">

/** One request as the instance receives it. */
export interface Seen {
  readonly url: URL
  readonly headers: HttpClientRequest.HttpClientRequest["headers"]
}

/** An instance that always answers the same, and its recorded requests. */
export const answering = (
  answer: Answer,
): { readonly seen: Array<Seen>; readonly layer: Layer.Layer<HttpClient.HttpClient> } => {
  const seen: Array<Seen> = []
  const client = HttpClient.make((request, url) => {
    seen.push({ url, headers: request.headers })
    return Effect.mapBoth(answer, {
      onFailure: () =>
        new HttpClientError.HttpClientError({
          reason: new HttpClientError.TransportError({
            request,
            cause: new Error(`connect ECONNREFUSED 10.1.2.3:8931 ${url.href}`),
          }),
        }),
      onSuccess: (response) => HttpClientResponse.fromWeb(request, response),
    })
  })
  return { seen, layer: Layer.succeed(HttpClient.HttpClient, client) }
}

/** A text answer. */
export const text = (status: number, body: string, type = "text/html; charset=utf-8"): Answer =>
  Effect.sync(() => new Response(body, { status, headers: { "content-type": type } }))

/** A JSON answer. */
export const json = (status: number, body: unknown): Answer => text(status, JSON.stringify(body), "application/json")

/** The envelope of searx 1.1.0, or of SearXNG with `number_of_results` gone; keys can be overridden. */
export const envelope = (parts: Record<string, unknown> = {}): Record<string, unknown> => ({
  query: "whales",
  results: [],
  answers: [],
  corrections: [],
  infoboxes: [],
  suggestions: [],
  unresponsive_engines: [],
  ...parts,
})

/** The outcome of a search over the instance; the test clock passes its sleeps. */
export const search = Effect.fnUntraced(function* (
  answer: Answer,
  query: Partial<SearchQuery.SearchQuery> = {},
): Effect.fn.Return<Result.Result<WebBackend.SearchAnswer | ReadonlyArray<unknown>, WebError.WebError>> {
  const fiber = yield* Effect.forkDetach(
    Effect.result(ask({ query: "whales", ...query }).pipe(Effect.provide(answering(answer).layer))),
  )
  yield* TestClock.adjust("1 minute")
  return yield* Fiber.join(fiber)
})

const ask = (query: SearchQuery.SearchQuery) => Effect.flatMap(searxng.makeSearch({ url }), (search) => search(query))
