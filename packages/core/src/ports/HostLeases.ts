/**
 * The port to rights to visit hosts that processes share, so that they keep a host's limits together. It is optional:
 * by default each process keeps them alone. A job's turn at a host (`Frontier`) and these rights exclude each other,
 * and whoever asks for a right goes before turns.
 */
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import type * as Scope from "effect/Scope"

/** The limits of a host. */
export interface Limits {
  /** Maximum number of rights at the same time. */
  readonly count: number
  /** Minimum milliseconds since the last request to the host. */
  readonly interval: number
  /** For how many milliseconds a right lasts at most, such as that of a process that died. */
  readonly ttl: number
  /** Whether nothing but the interval counts, because the caller has waited long enough. Default: `false`. */
  readonly isUrgent?: boolean
}

/** Rights to visit hosts. */
export interface HostLeasesShape {
  /**
   * Takes the right to send a request to a host until the scope ends, if the host is free. Returns 0, or the
   * milliseconds until it may be free. A store that doesn't answer gives a right at once, so that no fetch fails.
   */
  readonly take: (host: string, limits: Limits) => Effect.Effect<number, never, Scope.Scope>
}

/** The current rights; none by default. */
export const HostLeases: Context.Reference<Option.Option<HostLeasesShape>> = Context.Reference<
  Option.Option<HostLeasesShape>
>("@porthole/core/HostLeases", { defaultValue: Option.none })
