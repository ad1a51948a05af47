/**
 * A provider in memory: an `HttpClient` that answers from a recording and opens no socket, and the requests it
 * received.
 */
import * as Effect from "effect/Effect"
import * as HttpClient from "effect/http/HttpClient"
import * as HttpClientError from "effect/http/HttpClientError"
import type * as HttpClientRequest from "effect/http/HttpClientRequest"
import * as HttpClientResponse from "effect/http/HttpClientResponse"
import * as Layer from "effect/Layer"

/** A recorded answer: a body that isn't text is sent as JSON. The default `status` is 200. */
export interface Recorded {
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
  readonly body: unknown
}

/** The outcome of a request: an answer, no connection, or nothing at all. */
export type Outcome = Recorded | "broken" | "hang"

/** One request as the provider receives it. Header names are in lower case, a body is its text. */
export interface Seen {
  readonly method: string
  readonly url: URL
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** A provider that answers, and the requests it has received. */
export interface Double {
  readonly seen: ReadonlyArray<Seen>
  readonly layer: Layer.Layer<HttpClient.HttpClient>
}

/** A provider whose answer is a function of the request, or always the same. */
export const make = (answer: Outcome | ((seen: Seen) => Outcome)): Double => {
  const seen: Array<Seen> = []
  const client = HttpClient.make((request, url) =>
    Effect.suspend(() => {
      const one: Seen = { method: request.method, url, headers: { ...request.headers }, body: bodyOf(request) }
      seen.push(one)
      const outcome = typeof answer === "function" ? answer(one) : answer
      if (outcome === "hang") return Effect.never
      if (outcome === "broken") return Effect.fail(broken(request, url))
      return Effect.succeed(HttpClientResponse.fromWeb(request, responseOf(outcome)))
    }),
  )
  return { seen, layer: Layer.succeed(HttpClient.HttpClient, client) }
}

// --- private --------------------------------------------------------------------------

const bodyOf = ({ body }: HttpClientRequest.HttpClientRequest): string =>
  body._tag === "Uint8Array" ? new TextDecoder().decode(body.body) : ""

const broken = (request: HttpClientRequest.HttpClientRequest, url: URL): HttpClientError.HttpClientError =>
  new HttpClientError.HttpClientError({
    reason: new HttpClientError.TransportError({ request, cause: new Error(`connect ECONNREFUSED ${url.host}`) }),
  })

const responseOf = ({ body, headers, status = 200 }: Recorded): Response => {
  const isText = typeof body === "string"
  return new Response(status === 204 || status === 304 ? null : isText ? body : JSON.stringify(body), {
    status,
    headers: { "content-type": isText ? "text/html; charset=utf-8" : "application/json", ...headers },
  })
}
