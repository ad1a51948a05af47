/**
 * The pages of a site that are found so far, and the requests that find more. It holds the bounds of a map: bytes,
 * requests one at a time, and never faster than the site answers.
 */
import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import * as UntrustedText from "../domain/text/UntrustedText.ts"
import { publishedAt } from "../domain/time/PublishedAt.ts"
import { Settings } from "../domain/settings/Settings.ts"
import type { Found, SitePage } from "../domain/site/SiteMap.ts"
import * as Deadline from "../domain/time/Deadline.ts"
import * as WebError from "../domain/WebError.ts"
import * as WebUrl from "../policy/WebUrl.ts"
import type { SiteFile, SiteReader, SiteRobots } from "../ports/WebBackend.ts"
import type { Listed } from "../site/Listed.ts"
import * as SiteScope from "../site/SiteScope.ts"
import type { Trap } from "../site/Traps.ts"

/** Why a URL below the prefix isn't a page of the map. */
export type LeftOut = Trap | "robots" | "copy" | "missing" | "elsewhere" | "unwanted"

/** A page while it is searched for. */
export interface KnownPage {
  readonly url: string
  readonly found_in: Found
  title?: string
  /** Whether a list has the title, which says more than that of the page. */
  isTitledByList?: boolean
  modified_at?: string
  /** The reason why it isn't listed after all. */
  left?: LeftOut
}

/** The state of one search. */
export interface SiteSearch {
  readonly scope: SiteScope.SiteScope
  readonly site: SiteReader
  readonly maxBytes: number
  /** Maximum number of pages. */
  readonly maxUrls: number
  /** The pages by their keys, in the order in which they were found. */
  readonly pages: Map<string, KnownPage>
  readonly leftOut: Map<LeftOut, { count: number; readonly example: string }>
  /** The bounds that ended a part of the search. */
  readonly reached: Set<"urls" | "bytes" | "pages" | "depth" | "time" | "failures" | "lists">
  bytes: number
  pagesRead: number
  /** Failures in a row. */
  failures: number
  /** Lists that couldn't be read, by the error's code. */
  readonly failedLists: Map<string, number>
  /** The rules by origin. */
  readonly robots: Map<string, SiteRobots>
  /** When the next request may begin, in ms since the epoch. */
  next: number
}

/** Begins a search. */
export const begin = (
  scope: SiteScope.SiteScope,
  options: Pick<SiteSearch, "site" | "maxBytes" | "maxUrls">,
): SiteSearch => ({
  ...options,
  scope,
  pages: new Map(),
  leftOut: new Map(),
  reached: new Set(),
  bytes: 0,
  pagesRead: 0,
  failures: 0,
  failedLists: new Map(),
  robots: new Map(),
  next: 0,
})

/** Counts a URL that is left out. */
export const leaveOut = ({ leftOut }: SiteSearch, reason: LeftOut, url: string): void => {
  const known = leftOut.get(reason)
  if (known === undefined) leftOut.set(reason, { count: 1, example: url })
  else known.count++
}

/**
 * Adds a URL, if it is one of a page below the prefix that the site's robots.txt allows. Returns the page, also a known
 * one; `undefined` if it is left out.
 */
export const add = Effect.fnUntraced(function* (
  search: SiteSearch,
  found: Pick<Listed, "url" | "title" | "modified">,
  found_in: Found,
): Effect.fn.Return<{ readonly page: KnownPage; readonly isNew: boolean } | undefined> {
  const { maxUrls, pages, reached, scope } = search
  const parsed = URL.parse(found.url)
  if (parsed === null || !SiteScope.covers(scope, parsed) || !SiteScope.mayBePage(parsed)) return undefined
  const url = SiteScope.cleaned(parsed)
  const key = SiteScope.keyOf(url)
  const known = pages.get(key)
  if (known !== undefined) {
    describe(known, found, found_in)
    return { page: known, isNew: false }
  }
  if (pages.size >= maxUrls) {
    reached.add("urls")
    return undefined
  }
  const page: KnownPage = { url: url.href, found_in }
  describe(page, found, found_in)
  pages.set(key, page)
  const allowed = yield* isAllowed(search, url.href)
  if (!allowed) page.left = "robots"
  else if (!(yield* SiteScope.wants(scope, url))) page.left = "unwanted"
  if (page.left !== undefined) leaveOut(search, page.left, page.url)
  return { page, isNew: true }
})

/** Says of a start that leads out of its own prefix what to do. */
export const startError = (error: WebError.WebError): WebError.WebError =>
  error.reason === "outside_site" ? WebError.make({ ...error.wire, message: leadsOut }, error) : error

/** Whether an error says that a page doesn't exist. */
export const isMissing = ({ status_code }: WebError.WebError): boolean => status_code === 404 || status_code === 410

/** Gives a page its own title, which says more than a link to it. */
export const retitle = (page: KnownPage, title: string): void => {
  const { text } = UntrustedText.clean(title, maxTitleLength)
  if (text !== "" && page.isTitledByList !== true) page.title = text
}

/** The rules of a URL's site. */
export const robotsOf = Effect.fnUntraced(function* (
  { robots, site }: SiteSearch,
  target: WebUrl.Target,
): Effect.fn.Return<SiteRobots, WebError.WebError> {
  const known = robots.get(target.origin)
  if (known !== undefined) return known
  const read = yield* site.robots(target)
  robots.set(target.origin, read)
  return read
})

/**
 * Reads a file within the search's bounds, after the pause that the site's pace demands: its Crawl-delay, else as long
 * as its last answer took. `undefined` if the bytes are used up.
 */
export const read = Effect.fnUntraced(function* (
  search: SiteSearch,
  url: string,
  { isWithin, maxBytes }: { readonly isWithin: boolean; readonly maxBytes: number },
): Effect.fn.Return<SiteFile | undefined, WebError.WebError> {
  const settings = yield* Settings
  const { options, prefix } = search.scope
  const within = isWithin && options.subdomains !== true ? { within: prefix } : {}
  const target = yield* Effect.fromResult(WebUrl.judge(url, { ...settings, ...within }))
  const left = search.maxBytes - search.bytes
  if (left <= 0) {
    search.reached.add("bytes")
    return undefined
  }
  const { crawlDelay } = yield* robotsOf(search, target)
  yield* Effect.sleep(Math.max(0, search.next - (yield* Clock.currentTimeMillis)))
  const begun = yield* Clock.currentTimeMillis
  const request = { url: target.url, target, ...within, maxBytes: Math.min(maxBytes, left) }
  const file = yield* Deadline.within(search.site.file(request), {
    duration: settings.fetch_timeout,
    orElse: () => Effect.fail(Deadline.pageTimeoutError),
  }).pipe(
    Effect.onExit(() =>
      Effect.map(Clock.currentTimeMillis, (now) => {
        search.next = now + (crawlDelay === undefined ? Math.min(now - begun, maxPause) : 0)
      }),
    ),
    Effect.catch((error) => {
      if (error.error !== "response_too_large") return Effect.fail(error)
      search.bytes += request.maxBytes
      if (left > maxBytes) return Effect.fail(error)
      search.reached.add("bytes")
      return Effect.undefined
    }),
  )
  if (file === undefined) return undefined
  search.bytes += file.size
  return file
})

/** The pages that the map lists. The Markdown of a page that is there as well is a copy of it. */
export const listed = ({ pages }: SiteSearch): ReadonlyArray<SitePage> =>
  Array.from(pages).flatMap(([key, { found_in, left, modified_at, title, url }]) =>
    left === undefined && !markdownOf(key).some((page) => pages.has(page))
      ? [
          {
            url,
            ...(title === undefined ? {} : { title }),
            ...(modified_at === undefined ? {} : { modified_at }),
            found_in,
          },
        ]
      : [],
  )

// --- private --------------------------------------------------------------------------

const leadsOut = "The prefix redirects to an address outside of it. Use the address that a browser shows there."

/** The keys of pages whose Markdown a key may be. */
const markdownOf = (key: string): ReadonlyArray<string> =>
  key.endsWith(".md") ? ["", ".html"].map((end) => key.replace(/(?:\/index)?(?:\.html)?\.md$/, end)) : []

/** Maximum pause after a slow answer, in milliseconds. */
const maxPause = Duration.toMillis(Duration.seconds(10))

const maxTitleLength = 300

/** Adds what a list or a link says of a page. */
const describe = (page: KnownPage, { modified, title }: Pick<Listed, "title" | "modified">, found_in: Found): void => {
  if (title !== "" && (page.title === undefined || found_in !== "links")) {
    retitle(page, title)
    if (found_in !== "links") page.isTitledByList = true
  }
  const date = modified === "" || page.modified_at !== undefined ? undefined : publishedAt(modified)
  if (date !== undefined) page.modified_at = date
}

/** Whether robots.txt allows a URL; a site of a subdomain whose rules can't be read allows none. */
const isAllowed = Effect.fnUntraced(function* (search: SiteSearch, url: string): Effect.fn.Return<boolean> {
  const target = WebUrl.judge(url, yield* Settings)
  if (Result.isFailure(target)) return false
  const { origin } = target.success
  if (!search.robots.has(origin) && search.robots.size >= maxOrigins) return false
  const rules = yield* Effect.catch(robotsOf(search, target.success), () =>
    Effect.sync(() => {
      search.robots.set(origin, unreadable)
      return unreadable
    }),
  )
  return rules.allows(target.success)
})

/** Maximum number of sites whose robots.txt is read. */
const maxOrigins = 100

const unreadable: SiteRobots = { sitemaps: [], allows: () => false }
