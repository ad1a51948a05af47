/**
 * Puts a call's spans under the span of the client, which names it as `traceparent` in the metadata of its request (W3C
 * Trace Context). No site ever gets it.
 */
import type * as McpSchema from "effect/ai/McpSchema"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Predicate from "effect/Predicate"
import * as Headers from "effect/http/Headers"
import * as HttpTraceContext from "effect/http/HttpTraceContext"
import type * as Tracer from "effect/Tracer"
import * as McpMetadata from "./McpMetadata.ts"

/** Runs a call under the client's span; an invalid one is ignored. */
export const underClientSpan = <A, E, R>(
  call: Effect.Effect<A, E, R>,
): Effect.Effect<A, E, R | McpSchema.McpRequestContext> =>
  Effect.flatMap(McpMetadata.ofCall, (metadata) =>
    Option.match(spanIn(metadata), {
      onNone: () => call,
      onSome: (span) => Effect.withParentSpan(call, span),
    }),
  )

// --- private --------------------------------------------------------------------------

const spanIn = (metadata: unknown): Option.Option<Tracer.ExternalSpan> =>
  Predicate.hasProperty(metadata, "traceparent") && Predicate.isString(metadata.traceparent)
    ? HttpTraceContext.w3c(Headers.fromInput({ traceparent: metadata.traceparent.slice(0, maxLength) }))
    : Option.none()

/** A valid one has 55 characters. */
const maxLength = 64
