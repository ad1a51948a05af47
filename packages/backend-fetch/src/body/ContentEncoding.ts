/**
 * Decodes the Content-Encoding of a body while it streams, under a cap that counts decoded bytes.
 *
 * At most one known coding is accepted (gzip, deflate, br, zstd), because stacked codings turn a few bytes into
 * gigabytes (CVE-2026-22036). The cap is checked inside the decoder, where one chunk of a bomb may unfold to thousands,
 * and bytes on the wire count against it too.
 */
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import * as Stream from "effect/Stream"
import type { WebError } from "@porthole/core"
import { ByteBuffer } from "./ByteBuffer.ts"
import * as Decoder from "./Decoder.ts"
import * as FrameHeader from "./FrameHeader.ts"

/** The codings that we accept (RFC 9110 section 12.5.3). */
export const acceptedCodings = "gzip, deflate, br, zstd"

/** The condition for the beginning of a body under which the rest is read. */
export interface Beginning {
  /** Minimum decoded bytes for the check. */
  readonly length: number
  readonly isAccepted: (start: Uint8Array) => boolean
  /** The failure of a beginning that isn't accepted. A shorter body is read whole; the caller checks it. */
  readonly error: WebError.WebError
}

type Bytes = Stream.Stream<Uint8Array, WebError.WebError>

/**
 * Reads a whole body into memory. Fails with `response_too_large` past `maxBytes` decoded (or wire) bytes, and with
 * `malformed_response` for an unknown coding, several codings, or incomplete data. Bytes after the end of the decoder's
 * data are ignored. A body without a coding that begins like gzip is a file in gzip, and decoded as one.
 */
export const readAll = (
  body: Bytes,
  contentEncoding: string | undefined,
  maxBytes: number,
  beginning?: Beginning,
): Effect.Effect<Uint8Array, WebError.WebError> => {
  const coding = codingIn(contentEncoding)
  if (coding !== "") return decode(body, coding, maxBytes, failTooLarge, beginning)
  return Effect.flatMap(collect(body, maxBytes, failTooLarge, beginning), (bytes) =>
    FrameHeader.isGzip(bytes)
      ? decode(Stream.make(bytes), "gzip", maxBytes, failTooLarge, beginning)
      : Effect.succeed(bytes),
  )
}

/** Like {@link readAll}, but reads only the first `maxBytes` of a larger body. */
export const readFirst = (
  body: Bytes,
  contentEncoding: string | undefined,
  maxBytes: number,
): Effect.Effect<Uint8Array, WebError.WebError> => {
  const coding = codingIn(contentEncoding)
  return coding === ""
    ? collect(body, maxBytes, Effect.succeed, undefined)
    : decode(body, coding, maxBytes, Effect.succeed)
}

// --- private --------------------------------------------------------------------------

/** Handles a body that is too large, given the part that fits. */
type WhenLarger = (first: Uint8Array) => Effect.Effect<Uint8Array, WebError.WebError>

const failTooLarge: WhenLarger = () => Effect.fail(Decoder.tooLarge)

/** The coding of a Content-Encoding; empty if there is none. Words that name no coding don't count. */
const codingIn = (contentEncoding: string | undefined): string => {
  if (contentEncoding === undefined) return ""
  const coding = contentEncoding.trim().toLowerCase()
  if (Decoder.isCoding(coding) || coding.length > maxListLength) return coding
  return coding
    .split(",")
    .map((word) => word.trim())
    .filter((word) => !namesNoCoding(word))
    .join(", ")
}

/** Maximum characters of a Content-Encoding whose words are looked at. */
const maxListLength = 256

/** Whether a word isn't a coding: servers write `none`, a charset, or a transfer encoding of mail (RFC 2045). */
const namesNoCoding = (word: string): boolean =>
  noCodings.has(word) || Result.isSuccess(Result.try(() => new TextDecoder(word)))

const noCodings: ReadonlySet<string> = new Set(["", "identity", "none", "null", "7bit", "8bit", "binary"])

const decode = (
  body: Bytes,
  coding: string,
  maxBytes: number,
  whenLarger: WhenLarger,
  beginning?: Beginning,
): Effect.Effect<Uint8Array, WebError.WebError> => {
  if (!Decoder.isCoding(coding)) return Effect.fail(Decoder.malformed(undefined))
  return Effect.scoped(
    Effect.flatMap(Decoder.make(coding, maxBytes), (decoder) => {
      const checkBeginning = beginningCheck(beginning)
      return body.pipe(
        Stream.runForEachArray((batch) => Effect.andThen(decoder.write(batch), checkBeginning(decoder.decoded))),
        Effect.andThen(decoder.end),
        Effect.catchIf(isTooLarge, () => Effect.suspend(() => whenLarger(decoder.decoded()))),
      )
    }),
  )
}

const isTooLarge = (error: WebError.WebError): boolean => error === Decoder.tooLarge

/** Makes a function that runs after each batch, and checks the beginning of a body once it is long enough. */
const beginningCheck = (
  beginning: Beginning | undefined,
): ((bytesSoFar: () => Uint8Array) => Effect.Effect<void, WebError.WebError>) => {
  if (beginning === undefined) return () => Effect.void
  let isChecked = false
  return (bytesSoFar) =>
    Effect.suspend(() => {
      const start = isChecked ? undefined : bytesSoFar()
      if (start === undefined || start.length < beginning.length) return Effect.void
      isChecked = true
      return beginning.isAccepted(start) ? Effect.void : Effect.fail(beginning.error)
    })
}

const collect = (
  body: Bytes,
  maxBytes: number,
  whenLarger: WhenLarger,
  beginning: Beginning | undefined,
): Effect.Effect<Uint8Array, WebError.WebError> =>
  Effect.suspend(() => {
    const buffer = new ByteBuffer(maxBytes)
    // Of a file in gzip the decoded beginning counts.
    const checkBeginning = beginningCheck(
      beginning && { ...beginning, isAccepted: (start) => FrameHeader.isGzip(start) || beginning.isAccepted(start) },
    )
    return Stream.runForEachArray(body, (batch) =>
      batch.every((chunk) => buffer.add(chunk)) ? checkBeginning(() => buffer.bytes()) : Effect.fail(Decoder.tooLarge),
    ).pipe(
      Effect.map(() => buffer.bytes()),
      Effect.catchIf(isTooLarge, () => Effect.suspend(() => whenLarger(buffer.bytes()))),
    )
  })
