/** Services that a composition makes once, at their first use. */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Scope from "effect/Scope"
import type { AnswerCache, WebBackend, WebError } from "@porthole/core"

/**
 * Makes a service once, at its first use, over layers that are built once per composition. It has the composition's
 * context and scope, so a caller that leaves stops nothing that others wait for.
 */
export type Lazy = <A, R>(
  make: Effect.Effect<A, never, R | Scope.Scope>,
  dependencies: Layer.Layer<R>,
) => Effect.Effect<Effect.Effect<A>>

/** One per composition, because ports chosen for one context must not reach another. */
export const make: Effect.Effect<Lazy, never, Scope.Scope> = Effect.gen(function* () {
  const context = yield* Effect.context<Scope.Scope>()
  const scope = Context.get(context, Scope.Scope)
  const memoMap = yield* Layer.makeMemoMap
  return (make, dependencies) => {
    const made = Effect.flatMap(Layer.buildWithMemoMap(dependencies, memoMap, scope), (services) =>
      Effect.provideContext(make, services),
    )
    const begun = Effect.forkIn(Effect.provideContext(made, context), scope, { startImmediately: true })
    return Effect.map(Effect.cached(begun), Effect.flatMap(Fiber.join))
  }
})

/** A method that is made at its first call. */
export const method =
  <A, B>(made: Effect.Effect<(input: A) => Effect.Effect<B, WebError.WebError>>) =>
  (input: A): Effect.Effect<B, WebError.WebError> =>
    Effect.flatMap(made, (call) => call(input))

/** A reader of sites that is made at its first call. */
export const site = (made: Effect.Effect<WebBackend.SiteReader>): WebBackend.SiteReader => ({
  robots: method(Effect.map(made, ({ robots }) => robots)),
  file: method(Effect.map(made, ({ file }) => file)),
  page: method(Effect.map(made, ({ page }) => page)),
})

/** A cache that is made at its first call. */
export const cache = <A>(made: Effect.Effect<AnswerCache.AnswerCache<A>>): AnswerCache.AnswerCache<A> => ({
  find: (key, patience) => Effect.flatMap(made, ({ find }) => find(key, patience)),
  keep: (key, value, patience) => Effect.flatMap(made, ({ keep }) => keep(key, value, patience)),
  isUnderWay: (key) => Effect.flatMap(made, ({ isUnderWay }) => isUnderWay(key)),
  once: (key, call) => Effect.flatMap(made, ({ once }) => once(key, call)),
})
