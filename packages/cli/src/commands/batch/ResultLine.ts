/** The lines of `results.ndjson`: a URL and what became of it, from which a damaged state can be made anew. */
import type { Visits } from "@porthole/core"
import { Batch } from "@porthole/tools"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import * as BatchLines from "./BatchLines.ts"

/** The line of a settled item: its URL, the caller's `id`, how it was requested, and its page's file or its error. */
export const of = ({ data, outcome, url }: Pick<Visits.Settled, "data" | "outcome" | "url">): Fields => {
  const { id, ...request } = Batch.fieldsOf(data)
  return {
    url,
    ...(id === undefined ? {} : { id }),
    ...(Object.keys(request).length === 0 ? {} : { request }),
    ...(outcome.failure === undefined ? {} : { failure: outcome.failure }),
    ...Batch.fieldsOf(outcome.result),
  }
}

/** The settled item of a line; none if it isn't one. */
export const settledOf = Effect.fnUntraced(function* (line: unknown) {
  const decoded = decodeLine(line)
  if (Option.isNone(decoded)) return undefined
  const { failure, request = {}, url, ...rest } = decoded.value
  const { id, ...result } = rest
  const item = yield* BatchLines.itemOf(url, { ...request, ...(id === undefined ? {} : { id }) })
  return { ...item, outcome: { ...(failure === undefined ? {} : { failure }), result } }
})

// --- private --------------------------------------------------------------------------

type Fields = Readonly<Record<string, Schema.Json>>

const Fields = Schema.Record(Schema.String, Schema.Json)

const decodeLine = Schema.decodeUnknownOption(
  Schema.StructWithRest(
    Schema.Struct({
      url: Schema.String,
      request: Schema.optionalKey(Fields),
      failure: Schema.optionalKey(Schema.String),
    }),
    [Fields],
  ),
)
