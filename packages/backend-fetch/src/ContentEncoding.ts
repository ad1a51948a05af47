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
): Effect.Effect<Uint8Array, WebError.WebError> =>
  read(body, contentEncoding, maxBytes, () => Effect.fail(Decoder.tooLarge))

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
): Effect.Effect<Uint8Array, WebError.WebError> => {
  const coding = (contentEncoding ?? "").trim().toLowerCase()
  if (coding === "" || coding === "identity") return collect(body, maxBytes, whenLarger)
  if (!Decoder.isCoding(coding)) return Effect.fail(Decoder.malformed(undefined))
  return Effect.scoped(
    Effect.flatMap(Decoder.make(coding, maxBytes), (decoder) =>
      body.pipe(
        Stream.runForEachArray(decoder.write),
        Effect.andThen(decoder.end),
        Effect.catchIf(isTooLarge, () => Effect.suspend(() => whenLarger(decoder.decoded()))),
      ),
    ),
  )
}

const isTooLarge = (error: WebError.WebError): boolean => error === Decoder.tooLarge

const collect = (body: Body, maxBytes: number, whenLarger: WhenLarger): Effect.Effect<Uint8Array, WebError.WebError> =>
  Effect.suspend(() => {
    const gathered = new Gathered(maxBytes)
    return Stream.runForEachArray(body, (batch) =>
      batch.every((chunk) => gathered.add(chunk)) ? Effect.void : Effect.fail(Decoder.tooLarge),
    ).pipe(
      Effect.map(() => gathered.bytes()),
      Effect.catchIf(isTooLarge, () => Effect.suspend(() => whenLarger(gathered.bytes()))),
    )
  })
