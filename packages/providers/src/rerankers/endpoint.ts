/**
 * A `Reranker` over a `/rerank` endpoint: Jina (`https://api.jina.ai/v1/rerank`), Cohere
 * (`https://api.cohere.com/v2/rerank`), Hugging Face's Text Embeddings Inference (`http://host/rerank`), or another
 * server with one of these shapes.
 *
 * Jina and Cohere take `{ model, query, documents }` and answer `{ results: [{ index, relevance_score }] }`; TEI takes
 * `{ query, texts }` and answers `[{ index, score }]`. The server gets the query and passages of pages.
 */
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as HttpClient from "effect/http/HttpClient"
import * as HttpClientRequest from "effect/http/HttpClientRequest"
import { Shortening, WebError } from "@porthole/core"
import * as Provider from "@porthole/provider-kit"

/** The endpoint's address and kind. `PORTHOLE_RERANK_URL` and `RERANK_API_KEY` are the defaults of address and key. */
export interface RerankOptions extends Pick<Provider.Options, "url" | "key"> {
  /** The shape of its requests. */
  readonly shape: "jina" | "cohere" | "tei"
  /** The model's name, such as `jina-reranker-v3` or `rerank-v3.5`; a TEI has one model and takes no name. */
  readonly model?: string
}

/** The reranker; the client sends its requests. A call sends one request, without a retry. */
export const layer = (options: RerankOptions): Layer.Layer<never, never, HttpClient.HttpClient> =>
  Layer.effect(
    Shortening.Reranker,
    Effect.map(HttpClient.HttpClient, (client) => ({
      rerank: (query, documents) =>
        Effect.provideService(rerank(options, query, documents), HttpClient.HttpClient, client),
    })),
  )

// --- private --------------------------------------------------------------------------

const identity: Provider.Identity = {
  name: "rerank",
  title: "The reranker",
  key: { variable: "RERANK_API_KEY", isOptional: true },
}

/** `@porthole/core` interrupts a call after 2 s, so a longer timeout has no effect. */
const timeout = Duration.seconds(2)

const timeoutError = WebError.make({ error: "timeout", message: "The reranker took too long." })

const rerank = Effect.fnUntraced(function* (
  options: RerankOptions,
  query: string,
  documents: ReadonlyArray<string>,
): Effect.fn.Return<ReadonlyArray<number>, WebError.WebError, HttpClient.HttpClient> {
  const endpoint = yield* Provider.resolveEndpoint(identity, options)
  const request = HttpClientRequest.post(endpoint.url).pipe(
    HttpClientRequest.acceptJson,
    Provider.bearer(endpoint),
    HttpClientRequest.bodyJsonUnsafe(bodyOf(options, query, documents)),
  )
  const { json } = yield* Provider.send(identity, request, { timeout, timeoutError, once: true })
  const scores = scoresOf(json, documents.length)
  return scores ?? (yield* Effect.fail(unusable))
})

const bodyOf = ({ model, shape }: RerankOptions, query: string, documents: ReadonlyArray<string>): object =>
  shape === "tei"
    ? { query, texts: documents, truncate: true }
    : { model, query, documents, ...(shape === "jina" ? { return_documents: false } : {}) }

const unusable = WebError.unavailable("rerank", "unreachable", "The reranker didn't score each document exactly once.")

/** The score of each document, in the documents' order; `undefined` unless each has exactly one. */
const scoresOf = (json: unknown, count: number): ReadonlyArray<number> | undefined => {
  const results = Provider.Json.list(json, Array.isArray(json) ? "" : "results") ?? []
  const scores = new Map(
    results.map((result) => [
      Provider.Json.number(result, "index"),
      Provider.Json.number(result, "relevance_score") ?? Provider.Json.number(result, "score"),
    ]),
  )
  const ordered = Array.from({ length: count }, (_, at) => scores.get(at))
  const known = ordered.filter((score) => score !== undefined)
  return results.length === count && known.length === count ? known : undefined
}
