/** What is loaded and made at its first use, because it is dear to load, and closed with whoever holds it. */
import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"

/** An effect that loads and makes something once, in the context and scope of whoever makes it. */
export const once = <A>(
  load: () => Promise<Effect.Effect<A, never, Scope.Scope>>,
): Effect.Effect<Effect.Effect<A>, never, Scope.Scope> =>
  Effect.flatMap(Effect.context<Scope.Scope>(), (context) =>
    Effect.cached(Effect.provideContext(Effect.flatten(Effect.promise(load)), context)),
  )
