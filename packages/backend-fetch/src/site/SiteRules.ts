/**
 * Whether a site's robots.txt allows a page, and the pace of requests to it (RFC 9309; it doesn't define the widely
 * used `Crawl-delay`).
 *
 * A file is requested once a day per origin, for all tenants, because it is public. Failures aren't stored, concurrent
 * requests share one download, and the least recently used origin is removed first.
 */
import * as Cache from "effect/Cache"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import type * as Scope from "effect/Scope"
import { Bound, HttpUrl, Settings, type Usage, VERSION, WebError, type WebUrl } from "@porthole/core"
import * as Robots from "./Robots.ts"
import type { Pace } from "../chain/HostLimit.ts"
import type { RedirectChain } from "../chain/RedirectChain.ts"
import * as Retry from "../chain/Retry.ts"
import * as RobotsFile from "./RobotsFile.ts"
import * as RobotsStore from "./RobotsStore.ts"

/** Maximum number of origins. */
export const capacity = 1_000

/** Maximum octets of rules before all are removed, because sites decide the size of their files. */
export const maxOctets = 33_554_432

/** Returns the pace of a page's request, `undefined` if the site demands none, or fails with `robots_disallowed`. */
export interface SiteRules {
  (target: WebUrl.Target): Effect.Effect<Pace<Retry.FailedAttempt> | undefined, Retry.FailedAttempt>
  /** The preferences for a URL in a file that was read; it downloads none. */
  readonly usageFor: (url: WebUrl.WebUrl) => Effect.Effect<ReadonlyArray<Usage.Usage>>
  /** The rules of a URL's site. Fails while they can't be read. */
  readonly rulesOf: (target: WebUrl.Target) => Effect.Effect<Robots.Robots, Retry.FailedAttempt>
}

/** Makes the function that checks pages; it downloads the files over this transport. */
export const make = Effect.fnUntraced(function* (
  followRedirects: RedirectChain,
): Effect.fn.Return<SiteRules, never, Scope.Scope> {
  const settings = yield* Settings.Settings
  const store = yield* RobotsStore.make
  const downloadRules = RobotsFile.download(followRedirects, settings)
  const token = Robots.productToken(Settings.userAgent(settings))
  let heldOctets = 0

  const lookUp = Effect.fnUntraced(function* (
    origin: string,
  ): Effect.fn.Return<RobotsFile.RobotsFile, Retry.FailedAttempt> {
    const key = `${VERSION} ${token} ${origin}`
    const kept = yield* store.get(key)
    if (Option.isSome(kept)) return kept.value
    const file = yield* downloadRules(origin)
    yield* store.set(key, file)
    return file
  })

  const cache: Cache.Cache<string, RobotsFile.RobotsFile, Retry.FailedAttempt> = yield* Bound.start(
    "robots.txt rules",
    () =>
      Cache.makeWith(
        (origin: string) =>
          Effect.tap(lookUp(origin), ({ robots }) => {
            heldOctets += sizeOf(robots)
            if (heldOctets <= maxOctets) return Effect.void
            heldOctets = 0
            return Cache.invalidateAll(cache)
          }),
        { capacity, timeToLive: (exit) => (exit._tag === "Success" ? exit.value.lifetime : 0) },
      ),
  )

  const rulesOf: SiteRules["rulesOf"] = ({ origin }) =>
    Effect.flatMap(Cache.get(cache, origin), ({ robots }) =>
      robots === Robots.nothing ? Effect.fail(unreadable) : Effect.succeed(robots),
    )
  const mayVisit = (target: WebUrl.Target) =>
    Effect.flatMap(rulesOf(target), (robots) => {
      if (!Robots.allows(robots, target.path)) return Effect.fail(disallowed)
      const { crawl_delay } = robots
      return crawl_delay === undefined || crawl_delay === 0
        ? Effect.undefined
        : Effect.succeed({ interval: crawl_delay * 1_000, tooLong })
    })
  const usageFor: SiteRules["usageFor"] = (url) => {
    const page = new URL(url)
    return Effect.map(Cache.getSuccess(cache, page.origin), (file) =>
      Option.isSome(file) ? Robots.usageFor(file.value.robots, HttpUrl.requestTarget(page)) : [],
    )
  }
  return Object.assign(mayVisit, { usageFor, rulesOf })
})

// --- private --------------------------------------------------------------------------

const disallowed = Retry.final(
  WebError.make({
    error: "robots_disallowed",
    message: "The site's robots.txt disallows this page. Use another page.",
  }),
)

/** The failure while the rules can't be read, which disallows everything (section 2.3.1.4) for a while. */
const unreadable = Retry.final(
  WebError.make({
    error: "robots_disallowed",
    message: "The site fails to send its robots.txt, and until then no page may be requested.",
    retry_after: Duration.toSeconds(RobotsFile.failureLifetime),
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
const sizeOf = ({ allow, disallow, sitemaps = [], usage = [] }: Robots.Robots): number =>
  [...allow, ...disallow, ...sitemaps, ...usage.map(({ path }) => path)].reduce(
    (size, { length }) => size + length + 32,
    256,
  )
