/** How the composition loads modules, and how a port of the surrounding context replaces its own. */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { Recording } from "@porthole/core"

/** Runs an effect with modules that it loads. */
export const load = <M, A, E, R>(
  modules: () => Promise<M>,
  use: (modules: M) => Effect.Effect<A, E, R>,
): Effect.Effect<A, E, R> => Effect.flatMap(Effect.promise(modules), use)

/** Builds a layer with modules that it loads. */
export const loadLayer = <M, A, E, R>(
  modules: () => Promise<M>,
  use: (modules: M) => Layer.Layer<A, E, R>,
): Layer.Layer<A, E, R> => Layer.unwrap(Effect.map(Effect.promise(modules), use))

/** The service of the surrounding context if it has one, else that of `fallback`. */
export const unlessProvided = <I, S>(port: Context.Key<I, S>, fallback: Layer.Layer<I>): Layer.Layer<I> =>
  Layer.unwrap(
    Effect.map(
      Effect.serviceOption(port),
      Option.match({ onNone: () => fallback, onSome: (provided) => Layer.succeed(port, provided) }),
    ),
  )

/** {@link unlessProvided} under the current recording; without one, as it is. To replay, the port isn't made. */
export const recorded = <I, S>(
  port: Context.Key<I, S>,
  wrapOf: (recording: Recording.RecordingShape) => Recording.Wrap<S>,
  fallback: Layer.Layer<I>,
): Layer.Layer<I> => {
  const base = unlessProvided(port, fallback)
  return Layer.unwrap(
    Effect.map(
      Recording.Recording,
      Option.match({
        onNone: () => base,
        onSome: (recording) =>
          Layer.effect(port, wrapOf(recording)(Effect.map(Layer.build(base), (built) => Context.get(built, port)))),
      }),
    ),
  )
}

/** Our references, except those that the surrounding context sets. */
export const unlessSet = (
  defaults: Context.Context<never>,
  ...references: ReadonlyArray<Context.Key<never, unknown>>
): Effect.Effect<Context.Context<never>> =>
  Effect.map(Effect.context<never>(), (context) => Context.merge(defaults, Context.pick(...references)(context)))
