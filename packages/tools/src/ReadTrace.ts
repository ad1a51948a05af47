/**
 * A document's way through the reader, told stage by stage: for an operator who asks why a page was
 * read as it was. Nothing of it is for a model.
 */
import * as Effect from "effect/Effect"
import type { Reader, ReaderTrace } from "@porthole/extract"

/** How one document was read. */
export type { ReaderTrace } from "@porthole/extract"

/** What ran, and how each document was read in it. */
export interface Explained<A, E> extends Reader.Explained<A, E> {
  readonly traces: ReadonlyArray<ReaderTrace>
}

/** Runs what reads documents, and tells how our reader read each of them. The reader is loaded when it runs. */
export const explain = <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<Explained<A, E>, never, R> =>
  Effect.flatMap(
    Effect.promise(() => import("@porthole/extract")),
    ({ Reader }) => Reader.explain(effect),
  )
