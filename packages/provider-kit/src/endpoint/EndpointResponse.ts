/** An endpoint's answer, read whole within a bound, or why none came. */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Predicate from "effect/Predicate"
import * as Schema from "effect/Schema"
import * as Stream from "effect/Stream"
import type { HttpClientError } from "effect/http/HttpClientError"
import type { HttpClientResponse } from "effect/http/HttpClientResponse"
import { WebError } from "@porthole/core"

/** Maximum decoded body of an endpoint's answer. */
export const maxResponseBytes = 4 * 1024 * 1024

/** Maximum bytes of an answer, received and decoded; a caller that expects a file, such as an archive, sets it. */
export const MaxBytes: Context.Reference<number> = Context.Reference<number>("@porthole/provider-kit/MaxBytes", {
  defaultValue: () => maxResponseBytes,
})

/** An answer with any status; the body is decompressed, as bytes and decoded as UTF-8. */
export interface EndpointResponse {
  readonly status: number
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string | undefined>>
  readonly bytes: Uint8Array
  readonly text: string
}

/**
 * No answer came: no connection, a broken connection, a body that is too large or can't be decoded, or the deadline.
 * Adapters translate it; a model never sees it.
 */
export class EndpointError extends Schema.TaggedError<EndpointError>()("EndpointError", {
  reason: Schema.Literals(["unreachable", "too_large", "malformed", "timeout"]),
  cause: Schema.optionalKey(Schema.Defect()),
}) {
  override get message(): string {
    return `The endpoint gave no answer: ${this.reason}`
  }
}

/** The cause without the request, whose headers may contain a key. A recording reports a timeout as its cause. */
export const unreachableError = ({ reason }: HttpClientError): EndpointError => {
  const cause = "cause" in reason ? reason.cause : reason._tag
  const isTimeout = cause instanceof WebError.WebError && cause.error === "timeout"
  return new EndpointError({ reason: isTimeout ? "timeout" : "unreachable", cause })
}

export const readAnswer = Effect.fnUntraced(function* (response: HttpClientResponse) {
  const maxBytes = yield* MaxBytes
  const received = yield* collect(Stream.catch(response.stream, orNothing), maxBytes)
  const bytes = yield* decompress(received, response.headers["content-encoding"], maxBytes)
  return {
    status: response.status,
    headers: response.headers,
    bytes,
    text: new TextDecoder().decode(bytes),
  } satisfies EndpointResponse
})

/** A web client reports an answer without a body (204, most redirects) as an error. */
const orNothing = (error: HttpClientError): Stream.Stream<never, EndpointError> =>
  Predicate.isTagged(error.reason, "EmptyBodyError") ? Stream.empty : Stream.fail(unreachableError(error))

const collect = <E>(
  stream: Stream.Stream<Uint8Array, E>,
  maxBytes: number,
): Effect.Effect<Uint8Array<ArrayBuffer>, E | EndpointError> =>
  Effect.map(
    Stream.runFoldEffect(
      stream,
      () => ({ chunks: new Array<Uint8Array>(), size: 0 }),
      (state, chunk) => {
        const size = state.size + chunk.length
        state.chunks.push(chunk)
        return size > maxBytes
          ? Effect.fail(new EndpointError({ reason: "too_large" }))
          : Effect.succeed({ chunks: state.chunks, size })
      },
    ),
    ({ chunks, size }) => {
      const all = new Uint8Array(size)
      let at = 0
      for (const chunk of chunks) {
        all.set(chunk, at)
        at += chunk.length
      }
      return all
    },
  )

const decompress = (
  bytes: Uint8Array<ArrayBuffer>,
  encoding: string | undefined,
  maxBytes: number,
): Effect.Effect<Uint8Array, EndpointError> => {
  const name = encoding === undefined ? "" : encoding.trim().toLowerCase()
  if (name === "" || name === "identity") return Effect.succeed(bytes)
  const format = name === "x-gzip" ? "gzip" : name
  if (format !== "gzip" && format !== "deflate") return Effect.fail(new EndpointError({ reason: "malformed" }))
  // `fetch` decompresses on its own and keeps the header, and a body may be empty whatever its header says.
  if (!isCompressed[format](bytes)) return Effect.succeed(bytes)
  return collect(
    Stream.fromReadableStream({
      evaluate: () => new Blob([bytes]).stream().pipeThrough(new DecompressionStream(format)),
      onError: (cause) => new EndpointError({ reason: "malformed", cause }),
    }),
    maxBytes,
  )
}

/** The magic numbers of RFC 1952 (2.3.1) and RFC 1950 (2.2). */
const isCompressed: Record<"gzip" | "deflate", (bytes: Uint8Array) => boolean> = {
  gzip: ([first, second]) => first === 0x1f && second === 0x8b,
  deflate: ([first = 0, second = 0]) => (first & 0x0f) === 8 && (first * 256 + second) % 31 === 0,
}
