/** Records the spans of a run, for `--trace`. */
import * as Effect from "effect/Effect"
import * as Tracer from "effect/Tracer"

/** A span. It has ended, unless its fiber outlives the run. */
export type Span = Tracer.NativeSpan

/** Records the spans of an effect, and runs `onEnd` with them in the order of their starts, whatever its outcome. */
export const record = <A, E, R, E2, R2>(
  effect: Effect.Effect<A, E, R>,
  onEnd: (spans: ReadonlyArray<Span>) => Effect.Effect<void, E2, R2>,
): Effect.Effect<A, E | E2, R | R2> =>
  Effect.suspend(() => {
    const spans: Array<Span> = []
    const tracer = Tracer.make({
      span: (options) => {
        const span = new Tracer.NativeSpan(options)
        spans.push(span)
        return span
      },
    })
    return Effect.onExit(Effect.provideService(effect, Tracer.Tracer, tracer), () =>
      onEnd(spans.toSorted((one, other) => Number(one.startTime - other.startTime))),
    )
  })
