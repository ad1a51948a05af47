/**
 * Test doubles of the ports, which open no socket: a backend of literals, a resolver with a table, a dialer and a
 * compressor from functions, an extractor of literals.
 */
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Stream from "effect/Stream"
import * as WebError from "../domain/WebError.ts"
import { Hop } from "../policy/Hop.ts"
import { type CompressOptions, Compressor } from "../ports/Shortening.ts"
import { Dialer, type DialRequest, Resolver } from "../ports/Network.ts"
import { type Extracted, Extractor, type Fetched } from "../ports/Extractor.ts"
import { type Extract, type Image, type Search, WebBackend } from "../ports/WebBackend.ts"

/** A backend of functions; a missing one dies when it is called. */
export const backend = (methods: {
  readonly search?: Search
  readonly extract?: Extract
  readonly image?: Image
}): Layer.Layer<WebBackend> => Layer.mock(WebBackend, methods)

/** A resolver with the addresses of the table. */
export const resolver = (table: Readonly<Record<string, ReadonlyArray<string>>>): Layer.Layer<Resolver> =>
  Layer.succeed(
    Resolver,
    Resolver.of({
      resolve: (host) => (Object.hasOwn(table, host) ? Effect.succeed(table[host] ?? []) : unreachableFailure),
    }),
  )

/** The answer of a {@link dialer}. Header names may be in any case. */
export interface Answer {
  readonly status: number
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string | Uint8Array | Stream.Stream<Uint8Array, WebError.WebError>
}

/** A dialer from a function; like every dialer it accepts only a real `Hop`. */
export const dialer = (
  answer: (request: DialRequest) => Answer | Effect.Effect<Answer, WebError.WebError>,
): Layer.Layer<Dialer> =>
  Layer.succeed(
    Dialer,
    Dialer.of({
      dial: Effect.fnUntraced(function* (request) {
        if (!Hop.is(request.hop)) return yield* Effect.die(new TypeError("A Dialer takes nothing but a Hop."))
        const result = answer(request)
        const { body, headers, status } = Effect.isEffect(result) ? yield* result : result
        return { status, headers: lowerCased(headers ?? {}), body: streamOf(body) }
      }),
    }),
  )

/** A compressor from a function. */
export const compressor = (
  compress: (text: string, options: CompressOptions) => string | WebError.WebError,
): Layer.Layer<never> =>
  Layer.succeed(Compressor, {
    compress: (text, options) => {
      const shorter = compress(text, options)
      return typeof shorter === "string" ? Effect.succeed(shorter) : Effect.fail(shorter)
    },
  })

/** An extractor from a function of the fetched document. */
export const extractor = (extract: (fetched: Fetched) => Extracted | WebError.WebError): Layer.Layer<Extractor> =>
  Layer.succeed(
    Extractor,
    Extractor.of({
      extract: (fetched) => {
        const extracted = extract(fetched)
        return isWebError(extracted) ? Effect.fail(extracted) : Effect.succeed(extracted)
      },
    }),
  )

// --- private --------------------------------------------------------------------------

const unreachableFailure = WebError.fail({ error: "http_error", reason: "target_unreachable" })

const lowerCased = (headers: Readonly<Record<string, string>>): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]))

const streamOf = (body: Answer["body"]): Stream.Stream<Uint8Array, WebError.WebError> => {
  if (body === undefined || body === "") return Stream.empty
  if (typeof body === "string") return Stream.make(new TextEncoder().encode(body))
  return body instanceof Uint8Array ? Stream.make(body) : body
}

const isWebError = (u: unknown): u is WebError.WebError => u instanceof WebError.WebError
