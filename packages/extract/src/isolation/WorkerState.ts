/** What threads and processes have in common: whether they are lost, and who listens. */
import { begun, type Listener, type Worker } from "./Worker.ts"

/** A worker's state, and what its events do to it. */
export interface WorkerState extends Pick<Worker, "isLost" | "listen"> {
  readonly receive: (message: unknown) => void
  /** Records that the worker ended; only the first call counts. */
  readonly lose: (cause: unknown) => void
}

/** Makes a state; `hold` sets whether the worker keeps this program running. */
export const make = (hold: (isHeld: boolean) => void): WorkerState => {
  let listener: Listener | undefined
  let loss: { readonly cause: unknown } | undefined
  hold(false)
  return {
    isLost: () => loss !== undefined,
    receive: (message) => (message === begun ? listener?.begun() : listener?.answered(message)),
    lose: (cause) => {
      loss ??= { cause }
      listener?.lost(loss.cause)
    },
    listen: (next) => {
      listener = next
      hold(next !== undefined)
      if (loss !== undefined) next?.lost(loss.cause)
    },
  }
}
