/** A SearXNG in memory: the client hands each request to a function, no socket is opened. */
import { Effect, Fiber, Layer, type Result } from "effect"
import * as HttpClient from "effect/http/HttpClient"
import * as HttpClientError from "effect/http/HttpClientError"
import type * as HttpClientRequest from "effect/http/HttpClientRequest"
import * as HttpClientResponse from "effect/http/HttpClientResponse"
import * as TestClock from "effect/testing/TestClock"
import type { SearchQuery, WebBackend, WebError } from "@porthole/core"
import { searxng } from "../../src/Searxng.ts"

/** Where the instance would be; every part of it is looked for in what a model sees. */
export const url = "http://reader:s3cret@searx.intranet.example:8931/deep"

/** What it answers; `"broken"` is a connection that came to nothing. */
export type Answer = Effect.Effect<Response, "broken">

/** One request as the instance sees it. */
export interface Seen {
  readonly url: URL
  readonly headers: HttpClientRequest.HttpClientRequest["headers"]
}

/** An instance that always answers the same, and what it was asked. */
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

/** An answer of text. */
export const text = (status: number, body: string, type = "text/html; charset=utf-8"): Answer =>
  Effect.sync(() => new Response(body, { status, headers: { "content-type": type } }))

/** An answer of JSON. */
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

/** What a search over the instance comes to, its sleeps slept through. */
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
