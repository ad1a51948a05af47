/**
 * Whether a site's robots.txt allows a page, and the pace of requests to it (RFC 9309; it doesn't define the widely
 * used `Crawl-delay`).
 *
 * A file is requested once a day per origin, for all tenants, because it is public. Failures aren't stored, concurrent
 * requests share one download, and the least recently used origin is removed first.
 *
 * The file comes over the same transport as the pages of its origin. RFC 9309 section 2.3.1 defines what a failed
 * download allows. Besides memory, `SharedStores.RobotsStore` keeps the rules, so that processes with a common store
 * request a file once between them. A slow, failing or unreadable store costs a download, never a call.
 */
import * as Cache from "effect/Cache"
import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import type * as Scope from "effect/Scope"
import { type Network, Robots, Settings, SharedStores, VERSION, WebError, WebUrl } from "@porthole/core"
import { StoreGuard } from "@porthole/stores"
import * as Body from "./Body.ts"
import type { Pace } from "./HostLimit.ts"
import * as RequestHeaders from "./RequestHeaders.ts"
import * as Retry from "./Retry.ts"
import type { RedirectChain } from "./RedirectChain.ts"

// --- the file --------------------------------------------------------------------------

/** The rules that follow from a file or its absence, and how long they hold. */
export interface RobotsFile {
  readonly robots: Robots.Robots
  readonly lifetime: Duration.Duration
}

/** How long a file's rules hold (section 2.4). */
export const lifetime = Duration.hours(24)

/** How long a site without a usable robots.txt disallows everything; then the file is requested again. */
const failureLifetime = Duration.minutes(5)

/** Maximum number of redirects, whatever the settings are for pages (section 2.3.1.2). */
export const maxRedirects = 5

/**
 * Downloads the rules of an origin. A 2xx file is parsed; a 4xx or more than five redirects allow everything; a 5xx or
 * anything other than HTTP disallows everything. If the site can't be reached, or redirects to a blocked target, that
 * error is the failure, because it says more than a missing file.
 */
export const download = (
  followRedirects: RedirectChain,
  settings: Settings.SettingsShape,
): ((origin: string) => Effect.Effect<RobotsFile, Retry.FailedAttempt>) => {
  const headers = RequestHeaders.fieldsFor(settings, "text/plain, */*;q=0.1")
  const token = Robots.productToken(Settings.userAgent(settings))

  const read = ({ body, headers, status }: Network.DialResponse): Effect.Effect<RobotsFile, Retry.FailedAttempt> => {
    if (status >= 400 && status <= 499) return Effect.succeed(allAllowed)
    if (status < 200 || status > 299) return Effect.succeed(noneAllowed)
    return Body.readFirst(body, headers["content-encoding"], Robots.maxOctets + 1).pipe(
      Effect.mapBoth({
        onFailure: (error) => (error.reason === "target_unreachable" ? Retry.transient(error) : Retry.final(error)),
        onSuccess: (bytes) => ({ robots: Robots.parse(wholeLines(bytes), token), lifetime }),
      }),
    )
  }

  return (origin) =>
    Effect.mapError(Effect.fromResult(WebUrl.parse(`${origin}/robots.txt`, settings)), Retry.final).pipe(
      Effect.flatMap((url) => followRedirects({ url, headers, maxRedirects, read })),
      Effect.catch((failure) =>
        Option.match(rulesAfterFailure(failure.error), {
          onNone: () => Effect.fail(failure),
          onSome: Effect.succeed,
        }),
      ),
      // With its own timeout, because a caller's deadline ends only that caller's wait.
      Effect.timeoutOrElse({ duration: settings.fetch_timeout, orElse: () => Effect.fail(tooSlow) }),
    )
}

/** The id of the store in the persistence. */
export const storeId = "porthole_robots"

/** Stores rules by site; a key includes the product token. */
interface RobotsStore {
  /** The rules with the rest of their lifetime. */
  readonly get: (key: string) => Effect.Effect<Option.Option<RobotsFile>>
  /** Stores rules that hold for the whole {@link lifetime}; shorter ones stay in this process. */
  readonly set: (key: string, file: RobotsFile) => Effect.Effect<void>
}

/** Makes the store over `SharedStores.RobotsStore`; without one it stores nothing. */
const makeStore: Effect.Effect<RobotsStore, never, Scope.Scope> = Effect.gen(function* () {
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

// --- a site's rules --------------------------------------------------------------------

/** Maximum number of origins. */
export const capacity = 1_000

/** Maximum octets of rules before all are removed, because sites decide the size of their files. */
export const maxOctets = 33_554_432

/** Returns the pace of a page's request, `undefined` if the site demands none, or fails with `robots_disallowed`. */
export type SiteRules = (
  url: WebUrl.WebUrl,
) => Effect.Effect<Pace<Retry.FailedAttempt> | undefined, Retry.FailedAttempt>

/** Makes the function that checks pages; it downloads the files over this transport. */
export const make = Effect.fnUntraced(function* (
  followRedirects: RedirectChain,
): Effect.fn.Return<SiteRules, never, Scope.Scope> {
  const settings = yield* Settings.Settings
  const store = yield* makeStore
  const downloadRules = download(followRedirects, settings)
  const token = Robots.productToken(Settings.userAgent(settings))
  let heldOctets = 0

  const lookUp = Effect.fnUntraced(function* (origin: string): Effect.fn.Return<RobotsFile, Retry.FailedAttempt> {
    const key = `${VERSION} ${token} ${origin}`
    const kept = yield* store.get(key)
    if (Option.isSome(kept)) return kept.value
    const file = yield* downloadRules(origin)
    yield* store.set(key, file)
    return file
  })

  const cache: Cache.Cache<string, RobotsFile, Retry.FailedAttempt> = yield* Cache.makeWith(
    (origin: string) =>
      Effect.tap(lookUp(origin), ({ robots }) => {
        heldOctets += sizeOf(robots)
        if (heldOctets <= maxOctets) return Effect.void
        heldOctets = 0
        return Cache.invalidateAll(cache)
      }),
    { capacity, timeToLive: (exit) => (exit._tag === "Success" ? exit.value.lifetime : 0) },
  )

  return (url) => {
    const { origin, path } = WebUrl.target(url)
    return Effect.flatMap(Cache.get(cache, origin), ({ robots }) => {
      if (!Robots.allows(robots, path)) return Effect.fail(disallowed)
      const { crawl_delay } = robots
      return crawl_delay === undefined || crawl_delay === 0
        ? Effect.undefined
        : Effect.succeed({ interval: crawl_delay * 1_000, tooLong })
    })
  }
})

// --- private --------------------------------------------------------------------------

const disallowed = Retry.final(
  WebError.make({
    error: "robots_disallowed",
    message: "The site's robots.txt disallows this page. Use another page.",
  }),
)

const tooLong = (wait: number): Retry.FailedAttempt =>
  Retry.final(
    WebError.make({
      error: "rate_limited",
      message: "The site's robots.txt demands a longer delay than this call can wait.",
      retry_after: Math.ceil(wait / 1_000),
    }),
  )

/** The memory of rules: their octets, and the overhead of each string. */
const sizeOf = ({ allow, disallow }: Robots.Robots): number =>
  [...allow, ...disallow].reduce((size, { length }) => size + length + 32, 256)

const allAllowed: RobotsFile = { robots: Robots.everything, lifetime }
const noneAllowed: RobotsFile = { robots: Robots.nothing, lifetime: failureLifetime }

const tooSlow = Retry.final(
  WebError.make({
    error: "timeout",
    message: "Fetching the site's robots.txt took too long. Try once more, or use another page.",
  }),
)

/** The rules that follow from a failed download; none for an error that only fails the call. */
const rulesAfterFailure = (error: WebError.WebError): Option.Option<RobotsFile> => {
  if (error.reason === "too_many_redirects") return Option.some(allAllowed)
  const isAnswer = error.reason === "malformed_response" || error.status_code !== undefined
  return isAnswer ? Option.some(noneAllowed) : Option.none()
}

/** The complete lines, because the rest of a cut line could reverse its meaning. */
const wholeLines = (bytes: Uint8Array): Uint8Array =>
  bytes.length > Robots.maxOctets
    ? bytes.subarray(0, 1 + Math.max(bytes.lastIndexOf(lineFeed), bytes.lastIndexOf(carriageReturn)))
    : bytes
const lineFeed = 0x0a
const carriageReturn = 0x0d

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
