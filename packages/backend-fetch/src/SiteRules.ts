/**
 * Whether a page may be fetched by its site's robots.txt, and how far apart its requests start
 * (RFC 9309; `Crawl-delay`, which it doesn't know, is widely used).
 *
 * A file is asked for once a day an origin, whoever asks: it is the site's public word. Failures aren't
 * kept, concurrent first questions share one download, the origin asked least recently goes first.
 */
import * as Cache from "effect/Cache"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import type * as Scope from "effect/Scope"
import { Deadline, Robots, Settings, VERSION, WebError, WebUrl } from "@porthole/core"
import type { Pace } from "./HostLimit.ts"
import * as Retry from "./Retry.ts"
import * as RobotsFile from "./RobotsFile.ts"
import type { Walk } from "./Walk.ts"

/** Origins held at once. */
export const capacity = 1_000

/** Octets of rules read before all are forgotten: files are as large as their sites like. */
export const mostOctets = 33_554_432

/**
 * Answers with the pace of a page's request, `undefined` where the site asks for none, or fails with
 * `robots_disallowed`.
 */
export type SiteRules = (url: WebUrl.WebUrl) => Effect.Effect<Pace<Retry.Attempt> | undefined, Retry.Attempt>

/** Makes the rules, which download by a walk. */
export const make = Effect.fnUntraced(function* (walk: Walk): Effect.fn.Return<SiteRules, never, Scope.Scope> {
  const settings = yield* Settings.Settings
  const store = yield* RobotsFile.makeStore
  const download = RobotsFile.download(walk, settings)
  const token = Robots.productToken(Settings.userAgent(settings))
  let held = 0

  const lookUp = Effect.fnUntraced(function* (origin: string): Effect.fn.Return<RobotsFile.RobotsFile, Retry.Attempt> {
    const key = `${VERSION} ${token} ${origin}`
    const kept = yield* store.get(key)
    if (Option.isSome(kept)) return kept.value
    const file = yield* download(origin)
    yield* store.set(key, file)
    return file
  })

  const cache: Cache.Cache<string, RobotsFile.RobotsFile, Retry.Attempt> = yield* Cache.makeWith(
    (origin: string) =>
      Effect.tap(lookUp(origin), ({ robots }) => {
        held += sizeOf(robots)
        if (held <= mostOctets) return Effect.void
        held = 0
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
        : Effect.map(Deadline.Deadline, ({ endsAt }) => ({ apart: crawl_delay * 1_000, endsAt, tooLong }))
    })
  }
})

// --- private --------------------------------------------------------------------------

const disallowed = Retry.final(
  WebError.make({
    error: "robots_disallowed",
    message: "The site's robots.txt doesn't allow this page to be fetched.",
  }),
)

const tooLong = (wait: number): Retry.Attempt =>
  Retry.final(
    WebError.make({
      error: "rate_limited",
      message: "The site asks for more time between requests than is left.",
      retry_after: Math.ceil(wait / 1_000),
    }),
  )

/** What rules cost to hold: their octets, and what a string costs beside. */
const sizeOf = ({ allow, disallow }: Robots.Robots): number =>
  [...allow, ...disallow].reduce((size, { length }) => size + length + 32, 256)
