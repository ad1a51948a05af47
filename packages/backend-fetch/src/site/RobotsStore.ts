/**
 * A site's rules in `SharedStores.RobotsStore`, so that processes with a common store request a file once between them.
 * A slow, failing or unreadable store costs a download, never a call.
 */
import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import type * as Scope from "effect/Scope"
import { SharedStores } from "@porthole/core"
import * as Robots from "./Robots.ts"
import { StoreGuard } from "@porthole/stores"
import { lifetime, type RobotsFile } from "./RobotsFile.ts"

/** The id of the store in the persistence. */
export const storeId = "porthole_robots"

/** Stores rules by site; a key includes the product token. */
export interface RobotsStore {
  /** The rules with the rest of their lifetime. */
  readonly get: (key: string) => Effect.Effect<Option.Option<RobotsFile>>
  /** Stores rules that hold for the whole {@link lifetime}; shorter ones stay in this process. */
  readonly set: (key: string, file: RobotsFile) => Effect.Effect<void>
}

/** Makes the store over `SharedStores.RobotsStore`; without one it stores nothing. */
export const make: Effect.Effect<RobotsStore, never, Scope.Scope> = Effect.gen(function* () {
  const persistence = yield* SharedStores.RobotsStore
  if (Option.isNone(persistence)) return noStore
  const store = yield* persistence.value.make(storeId)
  const guarded = yield* StoreGuard.make(storeId)
  return {
    get: (key) =>
      guarded(() => store.get(key)).pipe(
        Effect.map(Option.flatMap(decode)),
        Effect.flatMap((kept) => Effect.map(Clock.currentTimeMillis, (now) => Option.flatMap(kept, unexpiredAt(now)))),
      ),
    set: (key, file) =>
      Duration.equals(file.lifetime, lifetime)
        ? Effect.flatMap(Clock.currentTimeMillis, (fetched_at) =>
            guarded(() => store.set(key, { fetched_at, robots: file.robots } satisfies StoredRules, lifetime)),
          )
        : Effect.void,
  }
})

// --- private --------------------------------------------------------------------------

const noStore: RobotsStore = { get: () => Effect.succeedNone, set: () => Effect.void }

/** `fetched_at` in milliseconds since the epoch. */
const StoredRules = Schema.Struct({ fetched_at: Schema.Finite, robots: Robots.Robots })
type StoredRules = typeof StoredRules.Type

const decode = Schema.decodeUnknownOption(StoredRules)

/**
 * Stored rules with the rest of their lifetime; none if it is over. A time in the future (of another clock) doesn't
 * extend it.
 */
const unexpiredAt =
  (now: number) =>
  ({ fetched_at, robots }: StoredRules): Option.Option<RobotsFile> => {
    const left = Math.min(0, fetched_at - now) + Duration.toMillis(lifetime)
    return left > 0 ? Option.some({ robots, lifetime: Duration.millis(left) }) : Option.none()
  }
