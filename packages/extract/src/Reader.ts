/**
 * The `Extractor` of this package: {@link layer} reads documents in worker threads, {@link layerIsolated} in child
 * processes, {@link layerInline} in the thread of its caller; {@link layerWith} in that, too, by stages that its
 * author changed. {@link explain} tells which stage did what.
 *
 * Wherever a document is read, its cost is bounded three times: by what may be built of it (`tree/Limits.ts`), by the
 * deadline (`extract_timeout`), at which V8 stops the work in its midst, and by processor time, of which the work may
 * have all of the deadline. The reader's libraries are loaded where documents are read.
 */
import { Extractor, Settings } from "@porthole/core"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type * as Result from "effect/Result"
import { availableParallelism } from "node:os"
import { formats } from "./formats/Formats.ts"
import * as PeerPool from "./isolation/PeerPool.ts"
import * as ProcessPeer from "./isolation/ProcessPeer.ts"
import * as ThreadPeer from "./isolation/ThreadPeer.ts"
import * as ReadDocument from "./ReadDocument.ts"
import * as ReaderTrace from "./ReaderTrace.ts"

export type { ChangeStages } from "./ReadDocument.ts"

/** What ran, and how each document was read in it, in the order in which they were done. */
export interface Explained<A, E> {
  readonly result: Result.Result<A, E>
  readonly traces: ReadonlyArray<ReaderTrace.ReaderTrace>
}

/** How many threads or processes there are at most. */
export interface PoolOptions {
  /** Default: one a processor, and at most four. */
  readonly size?: number | undefined
}

/** Options of {@link layerIsolated}. */
export interface IsolatedOptions extends PoolOptions {
  /** The most that the heap of a process may hold, in MiB. Default: 512. */
  readonly heap?: number | undefined
}

/** Reads documents in worker threads: nothing that a page holds keeps the caller's thread busy. */
export const layerThreads = (options: PoolOptions = {}): Layer.Layer<Extractor.Extractor> =>
  pooled(ThreadPeer.start, options)

/** {@link layerThreads}, as it comes. */
export const layer: Layer.Layer<Extractor.Extractor> = Layer.suspend(() => layerThreads())

/** Reads documents in child processes, whose memory has a bound that holds: a thread's has none. */
export const layerProcesses = ({ heap = 512, ...options }: IsolatedOptions = {}): Layer.Layer<Extractor.Extractor> =>
  pooled(() => ProcessPeer.start(heap), options)

/** {@link layerProcesses}, as it comes. */
export const layerIsolated: Layer.Layer<Extractor.Extractor> = Layer.suspend(() => layerProcesses())

/** Reads documents in the caller's thread, which does nothing else meanwhile. */
export const layerInline: Layer.Layer<Extractor.Extractor> = Layer.sync(Extractor.Extractor, () =>
  extractorOver(ReadDocument.make()),
)

/**
 * Provides the extractor with stages of its author's: `layerWith((standard) => [...standard, mine])`. It is inline,
 * because a function can't be sent elsewhere. The standard ones are loaded, and `change` is called, at the first document.
 */
export const layerWith = (change: ReadDocument.ChangeStages): Layer.Layer<Extractor.Extractor> =>
  Layer.sync(Extractor.Extractor, () => extractorOver(ReadDocument.make(change)))

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

const pooled = (start: PeerPool.Options["start"], { size = defaultSize() }: PoolOptions) =>
  Layer.effect(Extractor.Extractor, Effect.map(PeerPool.make({ start, size }), extractorOver))

const defaultSize = (): number => Math.min(4, availableParallelism())

const extractorOver = (
  read: (task: ReadDocument.Task) => Effect.Effect<ReadDocument.Report>,
): Extractor.Extractor["Service"] =>
  Extractor.Extractor.of({
    formats,
    extract: Effect.fn("Extractor.extract")(function* (fetched) {
      const { extract_timeout } = yield* Settings.Settings
      const listener = yield* ReaderTrace.Listener
      const { outcome, trace, ways } = yield* read({
        fetched,
        timeout: Duration.toMillis(extract_timeout),
        processor: Duration.toMillis(extract_timeout),
        isTraced: listener !== undefined,
      })
      if (trace !== undefined) listener?.(trace)
      if (ways !== undefined) yield* Effect.annotateCurrentSpan(attributesOf(ways))
      return yield* Effect.fromResult(outcome)
    }),
  })

/** For the operator: what a model gets doesn't say how it was found. */
const attributesOf = ({ kind, path }: NonNullable<ReadDocument.Report["ways"]>): Readonly<Record<string, string>> => ({
  ...(path === undefined ? {} : { "porthole.extract.path": path }),
  ...(kind === undefined ? {} : { "porthole.extract.kind": kind }),
})
