/**
 * The port to a recording of everything that comes from outside: it wraps the ports to the network, below every tool
 * and front end. To record, it writes what they answer; to replay, it answers in their place, and the policy judges
 * each answer as if it came from the network.
 */
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type * as HttpClient from "effect/http/HttpClient"
import * as Option from "effect/Option"
import type * as Scope from "effect/Scope"
import type * as Network from "./Network.ts"

/** A way to put a layer around a port; to replay, the port itself isn't made. */
export type Wrap<Port> = (base: Effect.Effect<Port, never, Scope.Scope>) => Effect.Effect<Port, never, Scope.Scope>

/** An open recording. */
export interface RecordingShape {
  readonly isReplay: boolean
  /** Milliseconds from the time of the system to that of the recording; 0 unless it replays. */
  readonly clockOffset: number
  readonly resolver: Wrap<Network.Resolver["Service"]>
  readonly dialer: Wrap<Network.Dialer["Service"]>
  /** The client of configured endpoints. */
  readonly httpClient: Wrap<HttpClient.HttpClient>
}

/** The current recording; none by default. */
export const Recording: Context.Reference<Option.Option<RecordingShape>> = Context.Reference<
  Option.Option<RecordingShape>
>("@porthole/core/Recording", { defaultValue: Option.none })
