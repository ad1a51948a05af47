/**
 * The `Extractor` of this package: {@link layer} reads documents in this thread, by the pipeline of
 * `Pipeline.ts`.
 *
 * The pipeline and the libraries under it are loaded by the first document, so that importing this
 * package costs next to nothing. Reading is synchronous: budgets bound its cost, and the deadline
 * (`extract_timeout`) is looked at between the stages.
 */
import { Extractor, Settings, WebError } from "@porthole/core"
import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"

/** Makes the extractor. Nothing is loaded yet. */
export const make: Effect.Effect<Extractor.Extractor["Service"]> = Effect.gen(function* () {
  const pipeline = yield* Effect.cached(
    Effect.tryPromise({
      try: () => import("./Pipeline.ts"),
      catch: (cause) => WebError.make({ error: "extraction_failed", message: "The reader couldn't be loaded." }, cause),
    }),
  )
  return Extractor.Extractor.of({
    extract: Effect.fn("Extractor.extract")(function* (fetched) {
      const { read } = yield* pipeline
      const clock = yield* Clock.Clock
      const { extract_timeout } = yield* Settings.Settings
      const deadline = clock.currentTimeMillisUnsafe() + Duration.toMillis(extract_timeout)
      return yield* Effect.fromResult(read(fetched, { isOverdue: () => clock.currentTimeMillisUnsafe() > deadline }))
    }),
  })
})

/** Provides the extractor. */
export const layer: Layer.Layer<Extractor.Extractor> = Layer.effect(Extractor.Extractor, make)
