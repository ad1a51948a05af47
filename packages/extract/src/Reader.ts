/**
 * The `Extractor` of this package: {@link layer} reads documents in this thread, by the pipeline of
 * `Pipeline.ts`; {@link layerWith} by stages that its author changed; {@link explain} tells which
 * stage did what.
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
import * as Result from "effect/Result"
import * as ReaderTrace from "./ReaderTrace.ts"
import type { Reading, Stage } from "./Stage.ts"

/** Makes a list of stages of the standard one: others before, between or after, or fewer. */
export type ChangeStages = (standard: ReadonlyArray<Stage>) => ReadonlyArray<Stage>

/** What ran, and how each document was read in it, in the order in which they were done. */
export interface Explained<A, E> {
  readonly result: Result.Result<A, E>
  readonly traces: ReadonlyArray<ReaderTrace.ReaderTrace>
}

/** Makes the extractor, with its own stages or changed ones. Nothing is loaded yet. */
export const make = Effect.fnUntraced(function* (
  change?: ChangeStages,
): Effect.fn.Return<Extractor.Extractor["Service"]> {
  const pipeline = yield* Effect.cached(
    Effect.map(
      Effect.tryPromise({
        try: () => import("./Pipeline.ts"),
        catch: (cause) =>
          WebError.make({ error: "extraction_failed", message: "The reader couldn't be loaded." }, cause),
      }),
      ({ read, stages }) => ({ read, stages: change === undefined ? stages : change(stages) }),
    ),
  )
  return Extractor.Extractor.of({
    extract: Effect.fn("Extractor.extract")(function* (fetched) {
      const { read, stages } = yield* pipeline
      const clock = yield* Clock.Clock
      const { extract_timeout } = yield* Settings.Settings
      const listener = yield* ReaderTrace.Listener
      const recorder =
        listener === undefined ? undefined : ReaderTrace.record(fetched.url, () => clock.monotonicTimeNanosUnsafe())
      let reached: Reading | undefined
      const deadline = clock.currentTimeMillisUnsafe() + Duration.toMillis(extract_timeout)
      const result = read(fetched, {
        isOverdue: () => clock.currentTimeMillisUnsafe() > deadline,
        stages,
        onStage: (name, reading, note) => {
          reached = reading
          recorder?.onStage(name, reading, note)
        },
      })
      if (recorder !== undefined) listener?.(recorder.end(Result.isSuccess(result)))
      if (reached !== undefined) yield* Effect.annotateCurrentSpan(attributesOf(reached))
      return yield* Effect.fromResult(result)
    }),
  })
})

/** Provides the extractor. */
export const layer: Layer.Layer<Extractor.Extractor> = Layer.effect(Extractor.Extractor, make())

/**
 * Provides the extractor with stages of its author's: `layerWith((standard) => [...standard, mine])`.
 * The standard ones are loaded, and `change` is called, at the first document.
 */
export const layerWith = (change: ChangeStages): Layer.Layer<Extractor.Extractor> =>
  Layer.effect(Extractor.Extractor, make(change))

/** Runs what reads documents, and tells how an extractor of this package read each of them. */
export const explain = <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<Explained<A, E>, never, R> =>
  Effect.suspend(() => {
    const traces: Array<ReaderTrace.ReaderTrace> = []
    return effect.pipe(
      Effect.provideService(ReaderTrace.Listener, (trace) => void traces.push(trace)),
      Effect.result,
      Effect.map((result) => ({ result, traces })),
    )
  })

// --- private --------------------------------------------------------------------------

/** For the operator: what a model gets doesn't say how it was found. */
const attributesOf = (reading: Reading): Readonly<Record<string, string>> => {
  const { kind, path } = ReaderTrace.waysOf(reading)
  return {
    ...(path === undefined ? {} : { "porthole.extract.path": path }),
    ...(kind === undefined ? {} : { "porthole.extract.kind": kind }),
  }
}
