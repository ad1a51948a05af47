/**
 * The spans of a call: one per call, and one per step (hops, stages of the reader) if the setting `trace` is on.
 *
 * Operators may export spans. So an attribute is one of our own names, a number or a URL's host, and {@link
 * attributeNames} lists them all: no query, no path, no address, no foreign text.
 */
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Option from "effect/Option"
import * as Predicate from "effect/Predicate"
import { Settings } from "../settings/Settings.ts"
import { WebError } from "../WebError.ts"

/** Every attribute that our spans may have, named as in OpenTelemetry where it defines one. */
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
  "porthole.usage",
] as const

/** Attributes of a span. */
export type Attributes = Partial<Readonly<Record<(typeof attributeNames)[number], string | number | boolean>>>

/** Marks our spans, so that an exporter can tell them from those of libraries. */
export const IsOwnSpan: Context.Reference<boolean> = Context.Reference<boolean>("@porthole/core/Trace/Own", {
  defaultValue: () => false,
})

const own = Context.make(IsOwnSpan, true)

/** Runs a call in a span; a failure's code and reason become its attributes `error.type` and `porthole.reason`. */
export const call =
  (name: string) =>
  <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
    // `Effect.fn` would take a stack trace at each call, which costs more than everything else here.
    Effect.withSpan(Effect.tapError(effect, annotateError), name, { captureStackTrace: false, annotations: own })

/** Runs a step of a call, in a span of its own if `trace` is on. */
export const step = <A, E, R>(
  name: string,
  effect: Effect.Effect<A, E, R>,
  attributes: Attributes = {},
): Effect.Effect<A, E, R> =>
  Settings.use(({ trace }) => (trace ? call(name)(Effect.andThen(annotate(attributes), effect)) : effect))

/** Adds attributes to the current span; without one nothing happens. */
export const annotate = (attributes: Attributes): Effect.Effect<void> => Effect.annotateCurrentSpan(attributes)

/** A finished step, and its duration. */
export interface FinishedStep {
  readonly name: string
  readonly ms: number
  readonly attributes: Attributes
}

/** Adds spans for consecutive steps that ran elsewhere; the last one ended now. */
export const addFinishedSteps = Effect.fnUntraced(function* (
  steps: ReadonlyArray<FinishedStep>,
): Effect.fn.Return<void> {
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

/** An impossible duration counts as zero. */
const nanos = (ms: number): bigint => (ms > 0 && ms < 86_400_000 ? BigInt(Math.round(ms * 1_000_000)) : 0n)

/** Adds a failure's code, reason and status to the span. A transport failure has its `WebError` in `error`. */
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
