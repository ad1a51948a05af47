/**
 * Jina's and Cohere's `/v1/rerank` and Cohere's `/v2/rerank` (https://api.jina.ai/redoc,
 * https://docs.cohere.com/reference/rerank), over our own ranking by words: no model, and no request to anyone.
 *
 * `relevance_score` falls evenly from 1 with the place of a document, and is 0 for one without a matching word. So it
 * compares the documents of one request only.
 */
import * as Effect from "effect/Effect"
import type { HttpServerResponse } from "effect/http/HttpServerResponse"
import * as Predicate from "effect/Predicate"
import { Documents, Settings, WebError } from "@porthole/core"
import * as Reply from "../Reply.ts"
import * as Fields from "./Fields.ts"

/** The name of the ranking, in place of a model's. */
export const model = "porthole-words"

/** Maximum number of documents of a request. */
export const maxDocuments = 1_000

/** Maximum length of a query. */
export const maxQueryLength = 2_000

/** Answers `POST /v1/rerank` and `/v2/rerank`. */
export const rerank = (fields: Fields.Fields): Effect.Effect<HttpServerResponse> =>
  Effect.gen(function* () {
    const { documents, query } = yield* readRequest(fields)
    const { search_timeout } = yield* Settings.Settings
    const order = yield* Effect.timeoutOrElse(Documents.order(documents, query), {
      duration: search_timeout,
      orElse: () => WebError.fail({ error: "timeout", message: "The ranking took too long. Send fewer documents." }),
    })
    const matching = new Set(order)
    const ranked = [...order, ...Array.from(documents.keys()).filter((index) => !matching.has(index))]
    const results = ranked.slice(0, countOf(fields["top_n"], documents.length)).map((index, place) => ({
      index,
      relevance_score: place < order.length ? (order.length - place) / order.length : 0,
      // JSON leaves out what is undefined.
      document: fields["return_documents"] === false ? undefined : { text: documents[index] },
    }))
    return Reply.json(
      { object: "list", model, results, usage: { total_tokens: 0 } },
      {
        ignored: Fields.unknownOf(fields, knownFields),
      },
    )
  }).pipe(Effect.catch((error) => Effect.succeed(Reply.failure(error))))

// --- private --------------------------------------------------------------------------

/** Others choose or tune a model, and there is none. */
const knownFields: ReadonlySet<string> = new Set(["query", "documents", "top_n", "return_documents"])

const invalid = (message: string): Effect.Effect<never, WebError.WebError> =>
  WebError.fail({ error: "invalid_request", message })

const readRequest = Effect.fnUntraced(function* ({ documents, query }: Fields.Fields) {
  if (typeof query !== "string" || query.trim() === "" || query.length > maxQueryLength) {
    return yield* invalid(`query must be a text of at most ${maxQueryLength} characters.`)
  }
  if (!Array.isArray(documents) || documents.length === 0 || documents.length > maxDocuments) {
    return yield* invalid(`documents must be a list of 1 to ${maxDocuments} texts.`)
  }
  const texts = documents.map(textOf)
  const known = texts.filter((text) => text !== undefined)
  if (known.length < texts.length) return yield* invalid("Each of documents must be a text, or an object with text.")
  return { documents: known, query }
})

const textOf = (document: unknown): string | undefined => {
  if (typeof document === "string") return document
  return Predicate.hasProperty(document, "text") && typeof document.text === "string" ? document.text : undefined
}

const countOf = (top: unknown, count: number): number =>
  typeof top === "number" && top >= 1 ? Math.min(count, Math.trunc(top)) : count
