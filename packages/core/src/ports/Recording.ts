/**
 * The port to a recording of everything that comes from outside: it wraps the ports to the network, below every tool
 * and front end. To record, it writes what they answer; to replay, it answers in their place, and the policy judges
 * each answer as if it came from the network.
 */
import type * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import type * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import type * as HttpClient from "effect/http/HttpClient"
import * as Option from "effect/Option"
import type * as Scope from "effect/Scope"
import type * as Network from "./Network.ts"
import type { CompressorShape, RerankerShape } from "./Shortening.ts"
import type { Extract, Search } from "./WebBackend.ts"

/** A way to put a layer around a port; to replay, the port itself isn't made. */
export type Wrap<Port> = (base: Effect.Effect<Port, never, Scope.Scope>) => Effect.Effect<Port, never, Scope.Scope>

/** The methods of a backend from which a recording ranks a search that it doesn't hold. */
export interface Backend {
  readonly search: Search
  readonly extract: Extract
}

/** An open recording. */
export interface RecordingShape {
  readonly isReplay: boolean
  /** Whether nothing from outside is asked, so that nobody needs to be waited for. */
  readonly isClosed: boolean
  /** The time of the recording, while it replays. */
  readonly clock: Option.Option<Clock.Clock>
  readonly resolver: Wrap<Network.Resolver["Service"]>
  readonly dialer: Wrap<Network.Dialer["Service"]>
  /** The client of configured endpoints. */
  readonly httpClient: Wrap<HttpClient.HttpClient>
  /** The search over the recorded clients: its hits are recorded, or rank a search that isn't. */
  readonly search: (base: Backend) => Search
  /** What shortens pages, whatever client of its own it has. */
  readonly compressor: (base: CompressorShape) => CompressorShape
  readonly reranker: (base: RerankerShape) => RerankerShape
}

/** The current recording; none by default. */
export const Recording: Context.Reference<Option.Option<RecordingShape>> = Context.Reference<
  Option.Option<RecordingShape>
>("@porthole/core/Recording", { defaultValue: Option.none })

/** Whether everything comes from a recording, so that no limit or pause protects anybody. */
export const isClosed: Effect.Effect<boolean> = Effect.map(
  Recording,
  Option.exists(({ isClosed }) => isClosed),
)

/** Waits for the sake of somebody outside; not while everything comes from a recording. */
export const pause = (duration: Duration.Input): Effect.Effect<void> =>
  Effect.flatMap(isClosed, (isClosed) => (isClosed ? Effect.void : Effect.sleep(duration)))
