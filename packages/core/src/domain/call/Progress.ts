/** The progress of a call, for a front end whose client wants to know of it. */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"

/** Receives the progress of a call. It can't fail, and a call waits for it. */
export interface ProgressShape {
  /** `done` of `total` pages have been read, or failed. */
  readonly report: (figures: { readonly done: number; readonly total: number }) => Effect.Effect<void>
  /** A step begins, such as `Fetching from example.com.`: a sentence of ours that may name a host. */
  readonly step?: (sentence: string) => Effect.Effect<void>
}

/** The listener: none, unless a front end (MCP) provides one for its client. */
export const Progress: Context.Reference<ProgressShape> = Context.Reference<ProgressShape>("@porthole/core/Progress", {
  defaultValue: () => ({ report: () => Effect.void }),
})

/** Reports that a step begins. */
export const begin = (sentence: string): Effect.Effect<void> =>
  Effect.flatMap(Progress, ({ step }) => step?.(sentence) ?? Effect.void)
