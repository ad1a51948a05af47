/** The rule by which a port is swapped: what is provided takes the place of ours, which is then never built. */
import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"

/** The service of the surrounding context if it has one, else `ours`. */
export const layer = <I, S, E, R>(port: Context.Key<I, S>, ours: Layer.Layer<I, E, R>): Layer.Layer<I, E, R> =>
  Layer.unwrap(
    Effect.map(
      Effect.serviceOption(port),
      Option.match({
        onNone: () => ours,
        onSome: (given) => Layer.succeed(port, given),
      }),
    ),
  )
