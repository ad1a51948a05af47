/**
 * Takes one Content-Encoding off a body while it streams, under a cap that counts decoded bytes.
 *
 * At most one known coding is accepted (gzip, deflate, br, zstd): chains are how a few bytes become
 * gigabytes (CVE-2026-22036). The cap is checked inside the decoder, where one chunk of a bomb may
 * unfold to thousands, and bytes on the wire count against it too.
 */
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"
import type { WebError } from "@porthole/core"
import * as Decoder from "./Decoder.ts"
import { Gathered } from "./Gathered.ts"

/** What we say we accept (RFC 9110 section 12.5.3). */
export const accepted = "gzip, deflate, br, zstd"

/** What the beginning of a body must be like for the rest to be read. */
export interface Beginning {
  /** Decoded bytes that are looked at, or more. */
  readonly length: number
  readonly mayGoOn: (start: Uint8Array) => boolean
  /** The failure otherwise; a body that is shorter is read whole. */
  readonly otherwise: WebError.WebError
}

type Body = Stream.Stream<Uint8Array, WebError.WebError>

/**
 * Reads a whole body into memory. Fails with `response_too_large` past `maxBytes` decoded (or wire)
 * bytes, and with `malformed_response` for an unknown coding, a chain of them, or data that doesn't
 * decode to its end. What a decoder leaves unread behind the end of its data is ignored.
 */
export const readAll = (
  body: Body,
  contentEncoding: string | undefined,
  maxBytes: number,
  beginning?: Beginning,
): Effect.Effect<Uint8Array, WebError.WebError> =>
  read(body, contentEncoding, maxBytes, () => Effect.fail(Decoder.tooLarge), beginning)

/** Like {@link readAll}, but of a body that is larger it reads the first `maxBytes`, and no further. */
export const readFirst = (
  body: Body,
  contentEncoding: string | undefined,
  maxBytes: number,
): Effect.Effect<Uint8Array, WebError.WebError> => read(body, contentEncoding, maxBytes, Effect.succeed)

// --- private --------------------------------------------------------------------------

/** What becomes of a body that is larger than it may be, given what fitted. */
type WhenLarger = (first: Uint8Array) => Effect.Effect<Uint8Array, WebError.WebError>

const read = (
  body: Body,
  contentEncoding: string | undefined,
  maxBytes: number,
  whenLarger: WhenLarger,
  beginning?: Beginning,
): Effect.Effect<Uint8Array, WebError.WebError> => {
  const coding = (contentEncoding ?? "").trim().toLowerCase()
  if (coding === "" || coding === "identity") return collect(body, maxBytes, whenLarger, beginning)
  if (!Decoder.isCoding(coding)) return Effect.fail(Decoder.malformed(undefined))
  return Effect.scoped(
    Effect.flatMap(Decoder.make(coding, maxBytes), (decoder) => {
      const judged = judgedBy(beginning)
      return body.pipe(
        Stream.runForEachArray((batch) => Effect.andThen(decoder.write(batch), judged(decoder.decoded))),
        Effect.andThen(decoder.end),
        Effect.catchIf(isTooLarge, () => Effect.suspend(() => whenLarger(decoder.decoded()))),
      )
    }),
  )
}

const isTooLarge = (error: WebError.WebError): boolean => error === Decoder.tooLarge

/** Looks at what there is of a body after each batch, until there is enough to judge it by. */
const judgedBy = (
  beginning: Beginning | undefined,
): ((come: () => Uint8Array) => Effect.Effect<void, WebError.WebError>) => {
  if (beginning === undefined) return () => Effect.void
  let isJudged = false
  return (come) =>
    Effect.suspend(() => {
      const start = isJudged ? undefined : come()
      if (start === undefined || start.length < beginning.length) return Effect.void
      isJudged = true
      return beginning.mayGoOn(start) ? Effect.void : Effect.fail(beginning.otherwise)
    })
}

const collect = (
  body: Body,
  maxBytes: number,
  whenLarger: WhenLarger,
  beginning: Beginning | undefined,
): Effect.Effect<Uint8Array, WebError.WebError> =>
  Effect.suspend(() => {
    const gathered = new Gathered(maxBytes)
    const judged = judgedBy(beginning)
    return Stream.runForEachArray(body, (batch) =>
      batch.every((chunk) => gathered.add(chunk)) ? judged(() => gathered.bytes()) : Effect.fail(Decoder.tooLarge),
    ).pipe(
      Effect.map(() => gathered.bytes()),
      Effect.catchIf(isTooLarge, () => Effect.suspend(() => whenLarger(gathered.bytes()))),
    )
  })
