/** What is loaded and made at its first use, because it is dear to load, and closed with whoever holds it. */
import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import type { WebBackend, WebError } from "@porthole/core"

/** An effect that loads and makes something once, in the context and scope of whoever makes it. */
export const once = <A, R = never>(
  load: () => Promise<Effect.Effect<A, never, R | Scope.Scope>>,
): Effect.Effect<Effect.Effect<A>, never, R | Scope.Scope> =>
  Effect.flatMap(Effect.context<R | Scope.Scope>(), (context) =>
    Effect.cached(Effect.provideContext(Effect.flatten(Effect.promise(load)), context)),
  )

/** A half that is made {@link once}, at its first call. */
export const late = <A, B, R = never>(
  load: () => Promise<WebBackend.Half<(input: A) => Effect.Effect<B, WebError.WebError>, never, R | Scope.Scope>>,
): WebBackend.Half<(input: A) => Effect.Effect<B, WebError.WebError>, never, R | Scope.Scope> =>
  Effect.map(once(load), (method) => (input) => Effect.flatMap(method, (call) => call(input)))
