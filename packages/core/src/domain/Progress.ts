/** How far a call for several pages is: a reference that a face sets to tell its client. */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"

/** Takes the figures of a call; it can't fail, and a call waits for it. */
export interface ProgressShape {
  /** `done` pages of `total` have been read, or given up. */
  readonly report: (figures: { readonly done: number; readonly total: number }) => Effect.Effect<void>
}

/** The listener: none, unless a face provides one. */
export const Progress: Context.Reference<ProgressShape> = Context.Reference<ProgressShape>("@porthole/core/Progress", {
  defaultValue: () => ({ report: () => Effect.void }),
})
