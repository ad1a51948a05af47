/**
 * The pages that a site lists itself: in the sitemaps of its robots.txt, in `llms.txt`, in an inventory, in a search
 * index, and, if it has none of these, in feeds. Lists are read one after another, each once, and never without end.
 */
import * as Effect from "effect/Effect"
import * as TimeSlice from "../domain/time/TimeSlice.ts"
import type * as WebUrl from "../policy/WebUrl.ts"
import type { SiteFile } from "../ports/WebBackend.ts"
import type { Kind, Listing } from "../site/Listed.ts"
import * as Sitemap from "../site/Sitemap.ts"
import * as SiteLists from "../site/SiteLists.ts"
import * as SiteSearch from "./SiteSearch.ts"

/** Maximum number of lists of one site. */
export const maxLists = 500

/**
 * Reads the lists of a site. `folder` is the URL that relative lists are below, `target` the start of the search.
 * Returns how many pages they have that weren't known before. Fails if the site's robots.txt can't be reached.
 */
export const read = Effect.fnUntraced(function* (search: SiteSearch.SiteSearch, target: WebUrl.Target, folder: string) {
  const { sitemaps } = yield* SiteSearch.robotsOf(search, target)
  const folders = Array.from(new Set([folder, `${target.origin}/`]))
  const inFolders = (file: string) => folders.map((each) => `${each}${file}`)
  const all: ReadonlyArray<List> = [
    ...(sitemaps.length > 0 ? sitemaps : inFolders("sitemap.xml")).map((url) => ({ kind: "sitemap", url }) as const),
    ...inFolders("llms.txt").map((url) => ({ kind: "llms.txt", url }) as const),
    { kind: "objects.inv", url: `${folder}objects.inv` },
    { kind: "search_index", url: `${folder}search/search_index.json` },
  ]
  return yield* readAll(search, all, new Set([target.host, ...sitemaps.map(hostOf)]))
})

/** Reads the feeds that a page offers. */
export const readFeeds = (search: SiteSearch.SiteSearch, urls: ReadonlyArray<string>, host: string) =>
  readAll(
    search,
    urls.slice(0, maxFeeds).map((url) => ({ kind: "feed", url }) as const),
    new Set([host]),
  )

// --- private --------------------------------------------------------------------------

interface List {
  readonly kind: Kind
  readonly url: string
}

const maxFeeds = 5

/** Maximum decoded bytes of one list (sitemaps.org/protocol.html), and its share of a search's bytes. */
const maxListBytes = 50 * 1_048_576
const shareOfList = 0.5

/** The work for an entry of a list, and for a step without one. */
const unitsOfEntry = 1_024
const unitsOfStep = 16

const hostOf = (url: string): string => URL.parse(url)?.hostname ?? ""

/** Reads lists, and those that they name on these hosts. */
const readAll = Effect.fnUntraced(function* (
  search: SiteSearch.SiteSearch,
  first: ReadonlyArray<List>,
  hosts: ReadonlySet<string>,
) {
  const queue = [...first]
  const seen = new Set(queue.map(({ url }) => url))
  const maxBytes = Math.min(search.maxBytes * shareOfList, maxListBytes)
  let added = 0
  for (let at = 0; at < queue.length; at++) {
    const list = queue[at]
    if (list === undefined || isFull(search)) break
    const file = yield* Effect.catch(
      SiteSearch.read(search, list.url, { isWithin: false, maxBytes }),
      ({ error, status_code }) =>
        Effect.sync((): undefined => {
          // Most sites have few of the lists.
          if (status_code === undefined || status_code >= 500) search.failedLists.set(error, 1)
        }),
    )
    if (file === undefined || file.page !== undefined) continue
    const { count, lists } = yield* readEntries(search, list, file)
    added += count
    for (const url of lists) {
      if (seen.has(url) || !hosts.has(hostOf(url))) continue
      if (queue.length >= maxLists) {
        search.reached.add("lists")
        break
      }
      seen.add(url)
      queue.push({ kind: list.kind, url })
    }
  }
  return added
})

const isFull = ({ reached }: SiteSearch.SiteSearch): boolean => reached.has("urls") || reached.has("bytes")

/** Adds the pages of a list, in slices of time; returns their number, and the lists that it names. */
const readEntries = Effect.fnUntraced(function* (
  search: SiteSearch.SiteSearch,
  { kind }: List,
  { text, url }: SiteFile,
) {
  const lists: Array<string> = []
  const slice = TimeSlice.begin()
  let count = 0
  for (const entry of listingOf[kind](text, url)) {
    if (slice.spend(entry === undefined ? unitsOfStep : unitsOfEntry)) yield* TimeSlice.next
    if (entry === undefined) continue
    if (isFull(search)) break
    if (entry.isList) {
      if (lists.length <= maxLists) lists.push(entry.url)
    } else if ((yield* SiteSearch.add(search, entry, kind))?.isNew === true) count++
  }
  return { count, lists }
})

const listingOf: Readonly<Record<Kind, (text: string, base: string) => Listing>> = {
  sitemap: Sitemap.read,
  feed: Sitemap.read,
  "llms.txt": SiteLists.llmsText,
  "objects.inv": SiteLists.inventory,
  // Its addresses are relative to the folder above.
  search_index: (text, base) => SiteLists.searchIndex(text, base.replace(/search\/[^/]*$/, "")),
}
