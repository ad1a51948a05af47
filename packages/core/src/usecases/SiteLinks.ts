/** The pages of a map: those that the site lists, and those that links lead to where the lists haven't all. */
import * as Effect from "effect/Effect"
import type * as WebError from "../domain/WebError.ts"
import type * as WebUrl from "../policy/WebUrl.ts"
import * as SiteListings from "./SiteListings.ts"
import * as SiteSearch from "./SiteSearch.ts"
import * as SiteWalk from "./SiteWalk.ts"

/**
 * Finds the pages of a site: those of its lists, and those that links lead to unless the lists have them all. Lists
 * count as complete if the start and the pages next to it link to no other page. Fails if the start can't be read.
 */
export const find = Effect.fnUntraced(function* (
  search: SiteSearch.SiteSearch,
  target: WebUrl.Target,
  limits: SiteWalk.Limits,
): Effect.fn.Return<void, WebError.WebError> {
  const walk = new SiteWalk.SiteWalk(search, limits)
  const { start } = search.scope
  const first = yield* Effect.mapError(
    SiteSearch.read(search, start, { isWithin: true, maxBytes: SiteWalk.maxPageBytes }),
    SiteSearch.startError,
  )
  if (first === undefined) return
  const folder = new URL(".", first.url).href
  yield* SiteSearch.add(search, { url: first.url, title: "", modified: "" }, "links")
  const listed = yield* SiteListings.read(search, target, folder)
  yield* walk.take(first, 0)
  if (listed === 0 && first.page !== undefined) yield* SiteListings.readFeeds(search, first.page.feeds, target.host)
  yield* walk.probe(`${folder}porthole-no-such-page`)
  if (walk.isSame(first.page)) return
  yield* walk.queueListed()
  if (listed > 0) {
    yield* walk.run(sampleSize)
    if (!walk.hasUnlisted) return
  }
  yield* walk.run(Number.POSITIVE_INFINITY)
})

// --- private --------------------------------------------------------------------------

/** The number of pages whose links show whether lists are complete. */
const sampleSize = 8
