/**
 * What shortens pages, recorded and replayed at its port: a model behind any client of its own. The texts that it gets
 * are in the file already, with their pages, so only their digest is written.
 */
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { Recorded, Shortening, type WebError } from "@porthole/core"
import * as Exchange from "./Exchange.ts"
import { errorOf, Failure, find, notRecorded } from "./Player.ts"
import * as Recorder from "./Recorder.ts"
import type { Tape } from "./Tape.ts"

/** Which of both is done: a replay that may go to the network does both. */
export interface Mode {
  readonly replays: boolean
  readonly records: boolean
}

/** A compressor whose texts are recorded, or replayed. */
export const compressor =
  (tape: Tape, mode: Mode) =>
  (base: Shortening.CompressorShape): Shortening.CompressorShape =>
    base === Shortening.noCompressor
      ? base
      : {
          compress: (text, options) =>
            through(tape, mode, {
              name: "compressor",
              request: [text, options],
              ask: base.compress(text, options),
              answer: Schema.String,
            }),
        }

/** A reranker whose scores are recorded, or replayed. */
export const reranker =
  (tape: Tape, mode: Mode) =>
  (base: Shortening.RerankerShape): Shortening.RerankerShape =>
    base === Shortening.noReranker
      ? base
      : {
          rerank: (query, documents) =>
            through(tape, mode, {
              name: "reranker",
              request: [query, documents],
              ask: base.rerank(query, documents),
              answer: Schema.Array(Schema.Finite),
            }),
        }

// --- private --------------------------------------------------------------------------

interface Call<A> {
  readonly name: string
  readonly request: unknown
  readonly ask: Effect.Effect<A | undefined, WebError.WebError>
  readonly answer: Schema.Codec<A, unknown>
}

const through = Effect.fnUntraced(function* <A>(
  tape: Tape,
  { records, replays }: Mode,
  { answer, ask, name, request }: Call<A>,
): Effect.fn.Return<A | undefined, WebError.WebError> {
  const target = `porthole-model:${name}`
  const vary = Exchange.digestOf(JSON.stringify(request))
  // The page has the record of its own exchange.
  const found = replays
    ? yield* Effect.provideService(find(tape, Exchange.keyOf(target, vary)), Recorded.Collector, undefined)
    : undefined
  if (found !== undefined) {
    const Content = Schema.fromJsonString(
      Schema.Struct({ value: Schema.optionalKey(answer), failure: Schema.optionalKey(Failure) }),
    )
    const decoded = Schema.decodeUnknownOption(Content)(new TextDecoder().decode(found.record.block))
    const { failure, value } = Option.getOrElse(decoded, () => ({ failure: missing.wire, value: undefined }))
    return failure === undefined ? value : yield* Effect.fail(errorOf(failure))
  }
  if (!records) return yield* Effect.fail(missing)
  return yield* Effect.onExit(ask, (exit) =>
    Recorder.append(tape, undefined, [
      exit._tag === "Success"
        ? Recorder.metadata(target, vary, { value: exit.value })
        : Recorder.failureOf(target, vary, exit),
    ]),
  )
})

const missing = notRecorded("The recording has no shortened text for this call.", "compression_failed")
