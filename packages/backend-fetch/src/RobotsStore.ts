/**
 * Where the rules of sites are kept beside memory: the `BackingPersistence` of the context, where there
 * is one, so that processes over one store ask a site once between them. What is slow, fails or
 * can't be read there costs a download, never a call.
 */
import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import type * as Scope from "effect/Scope"
import * as Persistence from "effect/persistence/Persistence"
import { Robots } from "@porthole/core"
import { Guarded } from "@porthole/core/stores"
import { lifetime, type RobotsFile } from "./RobotsFile.ts"

/** Which store of the persistence it is. */
export const storeId = "porthole_robots"

/** What a site is kept under: rules are those for one product token. */
export interface RobotsStore {
  /** The rules with what is left of their lifetime. */
  readonly get: (key: string) => Effect.Effect<Option.Option<RobotsFile>>
  /** Keeps what holds for the whole of {@link lifetime}; the rest is for one process to know. */
  readonly set: (key: string, file: RobotsFile) => Effect.Effect<void>
}

/** Makes the store over the persistence of the context; without one it holds nothing. */
export const make: Effect.Effect<RobotsStore, never, Scope.Scope> = Effect.gen(function* () {
  const persistence = yield* Effect.serviceOption(Persistence.BackingPersistence)
  if (Option.isNone(persistence)) return none
  const store = yield* persistence.value.make(storeId)
  const guarded = yield* Guarded.make(storeId)
  return {
    get: (key) =>
      guarded(() => store.get(key)).pipe(
        Effect.map(Option.flatMap(decode)),
        Effect.flatMap((kept) => Effect.map(Clock.currentTimeMillis, (now) => Option.flatMap(kept, atAge(now)))),
      ),
    set: (key, file) =>
      Duration.equals(file.lifetime, lifetime)
        ? Effect.flatMap(Clock.currentTimeMillis, (fetched_at) =>
            guarded(() => store.set(key, { fetched_at, robots: file.robots } satisfies Kept, lifetime)),
          )
        : Effect.void,
  }
})

// --- private --------------------------------------------------------------------------

const none: RobotsStore = { get: () => Effect.succeedNone, set: () => Effect.void }

/** `fetched_at` in milliseconds since the epoch. */
const Kept = Schema.Struct({ fetched_at: Schema.Finite, robots: Robots.Robots })
type Kept = typeof Kept.Type

const decode = Schema.decodeUnknownOption(Kept)

/** What is left of it; a clock ahead of ours makes nothing live longer. */
const atAge =
  (now: number) =>
  ({ fetched_at, robots }: Kept): Option.Option<RobotsFile> => {
    const left = Math.min(0, fetched_at - now) + Duration.toMillis(lifetime)
    return left > 0 ? Option.some({ robots, lifetime: Duration.millis(left) }) : Option.none()
  }
