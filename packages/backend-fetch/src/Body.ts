/** What a response at the end of a walk holds, if it is one that can be read at all. */
import * as Effect from "effect/Effect"
import type { Dialer, WebError } from "@porthole/core"
import * as ContentEncoding from "./ContentEncoding.ts"
import * as Decoder from "./Decoder.ts"
import * as Retry from "./Retry.ts"

/** Which responses are read, how far, and how it is told where they aren't. */
export interface Limits {
  readonly mayDeclare: (contentType: string | undefined) => boolean
  readonly unsupported: WebError.WebError
  /** What a body of a type must begin with to be read on; absent, or `undefined`, where its type is enough. */
  readonly beginningOf?: (contentType: string | undefined) => ContentEncoding.Beginning | undefined
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
  return Effect.mapError(ContentEncoding.readAll(body, headers["content-encoding"], maxBytes, beginning), (error) => {
    if (error.reason === "target_unreachable") return Retry.transient(error)
    return Retry.final(error === Decoder.tooLarge ? tooLarge : error)
  })
}
