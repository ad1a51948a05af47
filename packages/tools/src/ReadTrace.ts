/**
 * A document's way through the reader, stage by stage: for an operator who wants to know why a page was read as it was.
 * A model never sees it.
 */
import * as Effect from "effect/Effect"
import type { Reader, ReaderTrace } from "@porthole/extract"

/** How one document was read. */
export type { ReaderTrace } from "@porthole/extract"

/** The outcome of an effect, and how each document was read in it. */
export interface Traced<A, E> extends Reader.Traced<A, E> {
  readonly traces: ReadonlyArray<ReaderTrace>
}

/**
 * Runs an effect that reads documents, and reports how our reader read each of them. The reader is loaded when it runs.
 */
export const explain = <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<Traced<A, E>, never, R> =>
  Effect.flatMap(
    Effect.promise(() => import("@porthole/extract")),
    ({ Reader }) => Reader.explain(effect),
  )
