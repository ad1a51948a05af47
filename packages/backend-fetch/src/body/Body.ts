/**
 * The body of a response at the end of a redirect chain: its status, declared type and length decide whether it is
 * read.
 */
import * as Effect from "effect/Effect"
import * as Metric from "effect/Metric"
import { type Network, WebError } from "@porthole/core"
import * as Retry from "../chain/Retry.ts"
import { type Beginning, readAll } from "./ContentEncoding.ts"
import type { Source } from "./ContentType.ts"
import * as Decoder from "./Decoder.ts"

/** Which responses are read, how many bytes of them, and the errors for the others. */
export interface Limits {
  readonly accepts: (source: Source) => boolean
  /** The error of a response that isn't accepted. */
  readonly unsupported: (source: Source) => WebError.WebError
  /** Returns the condition for a body's first bytes; `undefined` if the type alone decides. */
  readonly beginningOf?: (source: Source) => Beginning | undefined
  /** Decoded bytes; a body that declares a larger length isn't read. */
  readonly maxBytes: number
  readonly tooLarge: WebError.WebError
}

/**
 * Reads the body of a 2xx response; any other status is a failure. A connection that ends too early is transient, and
 * `malformed_response`: the site was reached.
 */
export const read = (
  { body, headers, status }: Network.DialResponse,
  url: string,
  { accepts, beginningOf, maxBytes, tooLarge, unsupported }: Limits,
): Effect.Effect<Uint8Array, Retry.FailedAttempt> => {
  if (status < 200 || status > 299) return Effect.flip(Retry.fromStatus(status, headers["retry-after"]))
  const source = { headers, url }
  if (!accepts(source)) return Effect.fail(Retry.final(unsupported(source)))
  if (Number(headers["content-length"] ?? 0) > maxBytes) return Effect.fail(Retry.final(tooLarge))
  const beginning = beginningOf?.(source)
  return Effect.mapError(
    Effect.tap(readAll(body, headers["content-encoding"], maxBytes, beginning), ({ length }) =>
      Metric.update(receivedBytes, length),
    ),
    (error) => {
      if (error.reason === "target_unreachable") return Retry.transient(endedEarly(error))
      return Retry.final(error === Decoder.tooLarge ? tooLarge : error)
    },
  )
}

/** Decoded bytes of the bodies that were read to their end. */
export const receivedBytes: Metric.Counter<number> = Metric.counter("porthole_received_bytes_total", {
  description: "Decoded bytes of pages and images received from sites",
  incremental: true,
})

// --- private --------------------------------------------------------------------------

const endedEarly = (cause: WebError.WebError): WebError.WebError =>
  WebError.make(
    {
      error: "http_error",
      reason: "malformed_response",
      message: "The connection broke before the answer was complete. Try once more, or use another page.",
    },
    cause,
  )
