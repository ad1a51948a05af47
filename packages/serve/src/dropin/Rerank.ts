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
import { Arguments, rankDocuments } from "@porthole/core"
import * as Reply from "../Reply.ts"
import * as Fields from "./Fields.ts"

/** The name of the ranking, in place of a model's. */
export const model = "porthole-words"

/** Answers `POST /v1/rerank` and `/v2/rerank`. */
export const rerank = (fields: Fields.Fields): Effect.Effect<HttpServerResponse> =>
  Effect.gen(function* () {
    const documents = textsOf(fields["documents"])
    const order = yield* rankDocuments(Arguments.untyped({ query: fields["query"], documents }))
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

/** The texts of the documents; an object may hold one in `text`. The kernel rejects what else there is. */
const textsOf = (documents: unknown): ReadonlyArray<unknown> =>
  Array.isArray(documents) ? documents.map((document) => textOf(document)) : []

const textOf = (document: unknown): unknown => (Predicate.hasProperty(document, "text") ? document.text : document)

const countOf = (top: unknown, count: number): number =>
  typeof top === "number" && top >= 1 ? Math.min(count, Math.trunc(top)) : count
