/** What a thread and a process have in common, as this side knows them: whether they are ready or lost, and who waits for an answer. */
import { type Listener, type Peer, ready } from "./Peer.ts"

/** A peer's state, and what its events do to it. */
export interface PeerState extends Pick<Peer, "await" | "isLost" | "isReady"> {
  /** Takes what it sent: first that it is ready, then answers. */
  readonly take: (message: unknown) => void
  /** Takes that it won't answer any more; only the first time counts. */
  readonly lose: (cause: unknown) => void
}

/** Makes one; `hold` keeps this program running for the peer's sake, or no longer. */
export const make = (hold: (isHeld: boolean) => void): PeerState => {
  let listener: Listener | undefined
  let loss: { readonly cause: unknown } | undefined
  const { promise: isReady, resolve: settle } = Promise.withResolvers<void>()
  hold(false)
  return {
    isReady,
    isLost: () => loss !== undefined,
    take: (message) => (message === ready ? settle() : listener?.answered(message)),
    lose: (cause) => {
      loss ??= { cause }
      settle()
      listener?.lost(loss.cause)
    },
    await: (next) => {
      listener = next
      hold(next !== undefined)
      if (loss !== undefined) next?.lost(loss.cause)
    },
  }
}
