/** The progress of a call for several pages: a reference that a front end (MCP, the command) sets for its client. */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"

/** Receives the figures of a call. It can't fail, and a call waits for it. */
export interface ProgressShape {
  /** `done` of `total` pages have been read, or failed. */
  readonly report: (figures: { readonly done: number; readonly total: number }) => Effect.Effect<void>
}

/** The listener: none, unless a front end provides one. */
export const Progress: Context.Reference<ProgressShape> = Context.Reference<ProgressShape>("@porthole/core/Progress", {
  defaultValue: () => ({ report: () => Effect.void }),
})
