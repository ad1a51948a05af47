/** Records the spans of a run, for `--trace`. */
import * as Effect from "effect/Effect"
import * as Tracer from "effect/Tracer"

/** A span; it has ended unless it was interrupted. */
export type Span = Tracer.NativeSpan

/** Runs an effect, then `tell` with its spans in the order of their starts, whatever its outcome. */
export const during = <A, E, R, E2, R2>(
  effect: Effect.Effect<A, E, R>,
  tell: (spans: ReadonlyArray<Span>) => Effect.Effect<void, E2, R2>,
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
      tell(spans.toSorted((one, other) => Number(one.startTime - other.startTime))),
    )
  })
