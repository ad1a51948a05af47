/** Keeps the spans of what runs, for `--trace`. */
import * as Effect from "effect/Effect"
import * as Tracer from "effect/Tracer"

/** A span, which has ended unless it was cut off. */
export type Span = Tracer.NativeSpan

/** Runs an effect, then `tell` with its spans in the order of their starts, however it ended. */
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
