/**
 * Fetches the robots.txt of an origin, by the same walk as its pages, and says what follows from what
 * came (RFC 9309 section 2.3.1).
 *
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
import { type Dialer, Robots, Settings, WebError, WebUrl } from "@porthole/core"
import { Guarded } from "@porthole/core/stores"
import * as Body from "./Body.ts"
import * as RequestHeaders from "./RequestHeaders.ts"
import * as Retry from "./Retry.ts"
import type { Walk } from "./Walk.ts"

/** What follows from a file, or from there being none, and for how long. */
export interface RobotsFile {
  readonly robots: Robots.Robots
  readonly lifetime: Duration.Duration
}

/** How long a file's rules are kept to (section 2.4). */
export const lifetime = Duration.hours(24)

/** How long all is disallowed where no answer could be had, before the site is asked again. */
export const pause = Duration.minutes(5)

/** Redirects that are followed, whatever the settings say of pages (section 2.3.1.2). */
export const maxRedirects = 5

/**
 * Gets the rules of an origin. 2xx is read, of 4xx and of more than five redirects all is allowed, of 5xx,
 * and of what isn't HTTP nothing. Where the site can't be reached, or redirects to where nobody may go,
 * that is the failure: nothing is fetched, and it says more than that the file isn't known.
 */
export const download = (
  walk: Walk,
  settings: Settings.SettingsShape,
): ((origin: string) => Effect.Effect<RobotsFile, Retry.Attempt>) => {
  const headers = RequestHeaders.fieldsFor(settings, "text/plain, */*;q=0.1")
  const token = Robots.productToken(Settings.userAgent(settings))

  const read = ({ body, headers, status }: Dialer.DialResponse): Effect.Effect<RobotsFile, Retry.Attempt> => {
    if (status >= 400 && status <= 499) return Effect.succeed(allAllowed)
    if (status < 200 || status > 299) return Effect.succeed(noneAllowed)
    return Body.readFirst(body, headers["content-encoding"], Robots.mostOctets + 1).pipe(
      Effect.mapBoth({
        onFailure: (error) => (error.reason === "target_unreachable" ? Retry.transient(error) : Retry.final(error)),
        onSuccess: (bytes) => ({ robots: Robots.parse(wholeLines(bytes), token), lifetime }),
      }),
    )
  }

  return (origin) =>
    Effect.mapError(Effect.fromResult(WebUrl.parse(`${origin}/robots.txt`, settings)), Retry.final).pipe(
      Effect.flatMap((url) => walk({ url, headers, maxRedirects, read })),
      Effect.catch((failure) =>
        Option.match(withoutAnswer(failure.error), {
          onNone: () => Effect.fail(failure),
          onSome: Effect.succeed,
        }),
      ),
      // Of its own, since a caller's deadline ends the wait for that caller alone.
      Effect.timeoutOrElse({ duration: settings.fetch_timeout, orElse: () => Effect.fail(tooSlow) }),
    )
}

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
export const makeStore: Effect.Effect<RobotsStore, never, Scope.Scope> = Effect.gen(function* () {
  const persistence = yield* Effect.serviceOption(Persistence.BackingPersistence)
  if (Option.isNone(persistence)) return noStore
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

const allAllowed: RobotsFile = { robots: Robots.everything, lifetime }
const noneAllowed: RobotsFile = { robots: Robots.nothing, lifetime: pause }

const tooSlow = Retry.final(
  WebError.make({ error: "timeout", message: "Fetching the site's robots.txt took too long." }),
)

/** What follows from a walk that came to no answer; of most, nothing but their failure. */
const withoutAnswer = (error: WebError.WebError): Option.Option<RobotsFile> => {
  if (error.reason === "too_many_redirects") return Option.some(allAllowed)
  const isAnswer = error.reason === "malformed_response" || error.status_code !== undefined
  return isAnswer ? Option.some(noneAllowed) : Option.none()
}

/** The lines that came whole: of one that was cut, the rest could say the opposite. */
const wholeLines = (bytes: Uint8Array): Uint8Array =>
  bytes.length > Robots.mostOctets
    ? bytes.subarray(0, 1 + Math.max(bytes.lastIndexOf(lineFeed), bytes.lastIndexOf(carriageReturn)))
    : bytes
const lineFeed = 0x0a
const carriageReturn = 0x0d

const noStore: RobotsStore = { get: () => Effect.succeedNone, set: () => Effect.void }

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
