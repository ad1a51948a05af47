/** The pages of a map: those that the site lists, and those that links lead to where the lists haven't all. */
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import type * as WebError from "../domain/WebError.ts"
import type * as WebUrl from "../policy/WebUrl.ts"
import * as SiteScope from "../site/SiteScope.ts"
import * as SiteListings from "./SiteListings.ts"
import * as SiteSearch from "./SiteSearch.ts"
import * as SiteWalk from "./SiteWalk.ts"

/**
 * Finds the pages of a site: those of its lists, and those that links lead to unless the lists have them all. Lists
 * count as complete if the start and the pages next to it link to no other page. Fails if the start can't be read; one
 * that doesn't exist may be a folder without a page of its own, which fails only if the lists have nothing below it.
 */
export const find = Effect.fnUntraced(function* (
  search: SiteSearch.SiteSearch,
  target: WebUrl.Target,
  limits: SiteWalk.Limits,
): Effect.fn.Return<void, WebError.WebError> {
  const walk = new SiteWalk.SiteWalk(search, limits)
  const { start } = search.scope
  const read = yield* Effect.result(
    Effect.mapError(
      SiteSearch.read(search, start, { isWithin: true, maxBytes: SiteWalk.maxPageBytes }),
      SiteSearch.startError,
    ),
  )
  if (Result.isFailure(read)) {
    if (!SiteSearch.isMissing(read.failure)) return yield* Effect.fail(read.failure)
    return yield* findInFolder({ search, walk }, target, read.failure)
  }
  const first = read.success
  if (first === undefined) return
  const folder = new URL(".", first.url).href
  yield* SiteSearch.add(search, { url: first.url, title: "", modified: "" }, "links")
  const listed = yield* SiteListings.read(search, target, folder)
  yield* walk.take(first, 0)
  if (listed === 0 && first.page !== undefined) yield* SiteListings.readFeeds(search, first.page.feeds, target.host)
  yield* walk.probe(`${folder}porthole-no-such-page`)
  if (walk.isSame(first.page)) return
  yield* follow(walk, listed)
})

// --- private --------------------------------------------------------------------------

/** Finds the pages below a start that doesn't exist; fails as that did if there are none. */
const findInFolder = Effect.fnUntraced(function* (
  { search, walk }: { readonly search: SiteSearch.SiteSearch; readonly walk: SiteWalk.SiteWalk },
  target: WebUrl.Target,
  missing: WebError.WebError,
): Effect.fn.Return<void, WebError.WebError> {
  const folder = new URL(".", search.scope.start).href
  const listed = yield* SiteListings.read(search, target, folder)
  // A list may have the start, too.
  const start = search.pages.get(SiteScope.keyOf(new URL(search.scope.start)))
  if (start !== undefined) walk.leave(start, "missing")
  yield* walk.probe(`${folder}porthole-no-such-page`)
  yield* follow(walk, listed)
  if (SiteSearch.listed(search).length === 0) return yield* Effect.fail(missing)
})

/** Reads listed pages for links, and those that they lead to, unless the lists have them all. */
const follow = Effect.fnUntraced(function* (walk: SiteWalk.SiteWalk, listed: number) {
  yield* walk.queueListed()
  if (listed > 0) {
    yield* walk.run(sampleSize)
    if (!walk.hasUnlisted) return
  }
  yield* walk.run(Number.POSITIVE_INFINITY)
})

/** The number of pages whose links show whether lists are complete. */
const sampleSize = 8
