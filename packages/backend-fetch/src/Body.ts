/**
 * What a response at the end of a walk holds, if it is one that can be read at all.
 *
 * One Content-Encoding comes off while the body streams, under a cap that counts decoded bytes. At most one known
 * coding is accepted (gzip, deflate, br, zstd): chains are how a few bytes become gigabytes (CVE-2026-22036). The cap
 * is checked inside the decoder, where one chunk of a bomb may unfold to thousands, and bytes on the wire count against
 * it too.
 */
import * as Effect from "effect/Effect"
import * as Metric from "effect/Metric"
import * as Stream from "effect/Stream"
import type { Dialer, WebError } from "@porthole/core"
import * as Decoder from "./Decoder.ts"
import * as Retry from "./Retry.ts"
import { Gathered } from "./Decoder.ts"

/** Which responses are read, how far, and how it is told where they aren't. */
export interface Limits {
  readonly mayDeclare: (contentType: string | undefined) => boolean
  readonly unsupported: WebError.WebError
  /** What a body of a type must begin with to be read on; absent, or `undefined`, where its type is enough. */
  readonly beginningOf?: (contentType: string | undefined) => Beginning | undefined
  /** Decoded bytes; what says that it is longer isn't read. */
  readonly maxBytes: number
  readonly tooLarge: WebError.WebError
}

/** Reads the body of a 2xx response; another status is the failure. A connection that ends too early is transient. */
export const read = (
  { body, headers, status }: Dialer.DialResponse,
  { beginningOf, maxBytes, mayDeclare, tooLarge, unsupported }: Limits,
): Effect.Effect<Uint8Array, Retry.Attempt> => {
  if (status < 200 || status > 299) return Effect.flip(Retry.fromStatus(status, headers["retry-after"]))
  if (!mayDeclare(headers["content-type"])) return Effect.fail(Retry.final(unsupported))
  if (Number(headers["content-length"] ?? 0) > maxBytes) return Effect.fail(Retry.final(tooLarge))
  const beginning = beginningOf?.(headers["content-type"])
  return Effect.mapError(
    Effect.tap(readAll(body, headers["content-encoding"], maxBytes, beginning), ({ length }) =>
      Metric.update(received, length),
    ),
    (error) => {
      if (error.reason === "target_unreachable") return Retry.transient(error)
      return Retry.final(error === Decoder.tooLarge ? tooLarge : error)
    },
  )
}

/** Bytes of the bodies that were read to their end, decoded. */
export const received: Metric.Counter<number> = Metric.counter("porthole_received_bytes_total", {
  description: "Decoded bytes of pages and images received from sites",
  incremental: true,
})

/** What we say we accept (RFC 9110 section 12.5.3). */
export const accepted = "gzip, deflate, br, zstd"

/** What the beginning of a body must be like for the rest to be decode. */
export interface Beginning {
  /** Decoded bytes that are looked at, or more. */
  readonly length: number
  readonly mayGoOn: (start: Uint8Array) => boolean
  /** The failure otherwise; a body that is shorter is decode whole. */
  readonly otherwise: WebError.WebError
}

type Bytes = Stream.Stream<Uint8Array, WebError.WebError>

/**
 * Reads a whole body into memory. Fails with `response_too_large` past `maxBytes` decoded (or wire)
 * bytes, and with `malformed_response` for an unknown coding, a chain of them, or data that doesn't
 * decode to its end. What a decoder leaves unread behind the end of its data is ignored.
 */
export const readAll = (
  body: Bytes,
  contentEncoding: string | undefined,
  maxBytes: number,
  beginning?: Beginning,
): Effect.Effect<Uint8Array, WebError.WebError> =>
  decode(body, contentEncoding, maxBytes, () => Effect.fail(Decoder.tooLarge), beginning)

/** Like {@link readAll}, but of a body that is larger it reads the first `maxBytes`, and no further. */
export const readFirst = (
  body: Bytes,
  contentEncoding: string | undefined,
  maxBytes: number,
): Effect.Effect<Uint8Array, WebError.WebError> => decode(body, contentEncoding, maxBytes, Effect.succeed)

// --- private --------------------------------------------------------------------------

/** What becomes of a body that is larger than it may be, given what fitted. */
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
  body: Bytes,
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
