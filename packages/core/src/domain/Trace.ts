/**
 * The spans of a call: one a call, and its steps (hops, stages of the reader) in spans of their own where the setting
 * `trace` is on.
 *
 * Spans leave the process where an operator exports them. So an attribute is a name of ours, a number or the host of a
 * URL, and {@link attributeNames} lists them all: no query, no path, no address, no text of others.
 */
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Option from "effect/Option"
import * as Predicate from "effect/Predicate"
import { Settings } from "./Settings.ts"
import { WebError } from "./WebError.ts"

/** Every attribute that a span of ours may have; the names of OpenTelemetry where it has one. */
export const attributeNames = [
  "error.type",
  "http.response.status_code",
  "server.address",
  "porthole.cached",
  "porthole.characters",
  "porthole.count",
  "porthole.elements",
  "porthole.extract.path",
  "porthole.provider",
  "porthole.reason",
] as const

/** Attributes of a span. */
export type Attributes = Partial<Readonly<Record<(typeof attributeNames)[number], string | number | boolean>>>

/** Marks spans of ours, so that an exporter can tell them from those that libraries make. */
export const Own: Context.Reference<boolean> = Context.Reference<boolean>("@porthole/core/Trace/Own", {
  defaultValue: () => false,
})

const own = Context.make(Own, true)

/** Runs a call in a span; a failure's code and reason are its attributes `error.type` and `porthole.reason`. */
export const call =
  (name: string) =>
  <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
    // `Effect.fn` would take a stack trace at each call, which costs more than all the rest of it.
    Effect.withSpan(Effect.tapError(effect, annotateError), name, { captureStackTrace: false, annotations: own })

/** Runs a step of a call, in a span of its own where `trace` is on. */
export const step = <A, E, R>(
  name: string,
  effect: Effect.Effect<A, E, R>,
  attributes: Attributes = {},
): Effect.Effect<A, E, R> =>
  Effect.flatMap(Settings, ({ trace }) => (trace ? call(name)(Effect.andThen(annotate(attributes), effect)) : effect))

/** Adds attributes to the span that runs; without one nothing happens. */
export const annotate = (attributes: Attributes): Effect.Effect<void> => Effect.annotateCurrentSpan(attributes)

/** A step that is over, and how long it took. */
export interface PastStep {
  readonly name: string
  readonly ms: number
  readonly attributes: Attributes
}

/** Adds spans for steps that ran elsewhere one after the other, the last of which ended now. */
export const past = Effect.fnUntraced(function* (steps: ReadonlyArray<PastStep>): Effect.fn.Return<void> {
  const tracer = yield* Effect.tracer
  const parent = yield* Effect.option(Effect.currentSpan)
  const now = yield* Clock.currentTimeNanos
  let at = now - steps.reduce((sum, { ms }) => sum + nanos(ms), 0n)
  for (const { attributes, ms, name } of steps) {
    const span = tracer.span({
      name,
      parent,
      annotations: own,
      links: [],
      startTime: at,
      kind: "internal",
      root: false,
      sampled: Option.match(parent, { onNone: () => true, onSome: ({ sampled }) => sampled }),
    })
    for (const [key, value] of Object.entries(attributes)) span.attribute(key, value)
    at += nanos(ms)
    span.end(at, Exit.void)
  }
})

// --- private --------------------------------------------------------------------------

/** A duration that no clock can have measured counts as none. */
const nanos = (ms: number): bigint => (ms > 0 && ms < 86_400_000 ? BigInt(Math.round(ms * 1_000_000)) : 0n)

/** The class of a failure; a failure of the transport holds its error. */
const annotateError = (failure: unknown): Effect.Effect<void> => {
  const error = Predicate.hasProperty(failure, "error") && failure.error instanceof WebError ? failure.error : failure
  return error instanceof WebError
    ? annotate({
        "error.type": error.error,
        ...(error.reason === undefined ? {} : { "porthole.reason": error.reason }),
        ...(error.status_code === undefined ? {} : { "http.response.status_code": error.status_code }),
      })
    : Effect.void
}
