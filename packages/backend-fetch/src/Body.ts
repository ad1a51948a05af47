/**
 * Reads the body of a response at the end of a redirect chain.
 *
 * One Content-Encoding is decoded while the body streams, under a cap that counts decoded bytes. At most one known
 * coding is accepted (gzip, deflate, br, zstd), because stacked codings turn a few bytes into gigabytes
 * (CVE-2026-22036). The cap is checked inside the decoder, where one chunk of a bomb may unfold to thousands, and bytes
 * on the wire count against it too.
 */
import * as Effect from "effect/Effect"
import * as Metric from "effect/Metric"
import * as Stream from "effect/Stream"
import type { Dialer, WebError } from "@porthole/core"
import * as Decoder from "./Decoder.ts"
import * as Retry from "./Retry.ts"
import { ByteBuffer } from "./Decoder.ts"

/** Which responses are read, how many bytes of them, and the errors for the others. */
export interface Limits {
  readonly acceptsType: (contentType: string | undefined) => boolean
  readonly unsupported: WebError.WebError
  /** Returns the condition for a body's first bytes, by its type; `undefined` if the type alone decides. */
  readonly beginningOf?: (contentType: string | undefined) => Beginning | undefined
  /** Decoded bytes; a body that declares a larger length isn't read. */
  readonly maxBytes: number
  readonly tooLarge: WebError.WebError
}

/** Reads the body of a 2xx response; any other status is a failure. A connection that ends too early is transient. */
export const read = (
  { body, headers, status }: Dialer.DialResponse,
  { beginningOf, maxBytes, acceptsType, tooLarge, unsupported }: Limits,
): Effect.Effect<Uint8Array, Retry.FailedAttempt> => {
  if (status < 200 || status > 299) return Effect.flip(Retry.fromStatus(status, headers["retry-after"]))
  if (!acceptsType(headers["content-type"])) return Effect.fail(Retry.final(unsupported))
  if (Number(headers["content-length"] ?? 0) > maxBytes) return Effect.fail(Retry.final(tooLarge))
  const beginning = beginningOf?.(headers["content-type"])
  return Effect.mapError(
    Effect.tap(readAll(body, headers["content-encoding"], maxBytes, beginning), ({ length }) =>
      Metric.update(receivedBytes, length),
    ),
    (error) => {
      if (error.reason === "target_unreachable") return Retry.transient(error)
      return Retry.final(error === Decoder.tooLarge ? tooLarge : error)
    },
  )
}

/** Decoded bytes of the bodies that were read to their end. */
export const receivedBytes: Metric.Counter<number> = Metric.counter("porthole_received_bytes_total", {
  description: "Decoded bytes of pages and images received from sites",
  incremental: true,
})

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
 * data are ignored.
 */
export const readAll = (
  body: Bytes,
  contentEncoding: string | undefined,
  maxBytes: number,
  beginning?: Beginning,
): Effect.Effect<Uint8Array, WebError.WebError> =>
  decode(body, contentEncoding, maxBytes, () => Effect.fail(Decoder.tooLarge), beginning)

/** Like {@link readAll}, but reads only the first `maxBytes` of a larger body. */
export const readFirst = (
  body: Bytes,
  contentEncoding: string | undefined,
  maxBytes: number,
): Effect.Effect<Uint8Array, WebError.WebError> => decode(body, contentEncoding, maxBytes, Effect.succeed)

// --- private --------------------------------------------------------------------------

/** Handles a body that is too large, given the part that fits. */
type WhenLarger = (first: Uint8Array) => Effect.Effect<Uint8Array, WebError.WebError>

const decode = (
  body: Bytes,
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
    const checkBeginning = beginningCheck(beginning)
    return Stream.runForEachArray(body, (batch) =>
      batch.every((chunk) => buffer.add(chunk)) ? checkBeginning(() => buffer.bytes()) : Effect.fail(Decoder.tooLarge),
    ).pipe(
      Effect.map(() => buffer.bytes()),
      Effect.catchIf(isTooLarge, () => Effect.suspend(() => whenLarger(buffer.bytes()))),
    )
  })
