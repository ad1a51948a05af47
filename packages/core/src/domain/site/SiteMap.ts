/** The arguments and the answer of `webMap`: the URLs below a prefix. */
import * as Context from "effect/Context"
import * as Schema from "effect/Schema"
import * as Parameters from "../call/Parameters.ts"
import * as HttpUrl from "../url/HttpUrl.ts"
import { FetchRequest } from "../page/FetchRequest.ts"

/** The default number of URLs of an answer. */
export const defaultResults = 100

/** The default number of pages that are read for their links. */
export const defaultPages = 100

/** The longest time of a map in seconds, whatever a request says: a server has less than a person. */
export const MaxTime: Context.Reference<number> = Context.Reference<number>("@porthole/core/MapMaxTime", {
  defaultValue: () => 3_600,
})

/** The part of a site to map. */
export const MapRequest = Schema.Struct({
  /** Absolute http or https URL: everything below it counts, of a page's URL everything in its folder. */
  url: FetchRequest.fields.url.annotateKey({ description: "The prefix: pages below this URL are listed." }),
  /** Ranks the URLs by title and path. */
  query: Schema.optionalKey(Parameters.Text).annotateKey({ description: "Lists the pages about this first." }),
  /** Maximum number of URLs in the answer, clamped into 1–100,000. Default: 100. */
  max_results: Schema.optionalKey(Parameters.clamped(1, 100_000)).annotateKey({
    description: `How many URLs to list at most (default ${defaultResults}).`,
  }),
  /** Maximum number of pages that are read for their links, clamped into 1–10,000. Default: 100. */
  max_pages: Schema.optionalKey(Parameters.clamped(1, 10_000)),
  /** Maximum number of links from the prefix to a page, clamped into 0–100. Default: 20. */
  max_depth: Schema.optionalKey(Parameters.clamped(0, 100)),
  /** Maximum decoded bytes of everything that is read, clamped into 65,536–1 GiB. Default: 100 MiB. */
  max_bytes: Schema.optionalKey(Parameters.clamped(65_536, 1_073_741_824)),
  /** Maximum time in seconds, clamped into 1–3,600. Default: 45. */
  max_time: Schema.optionalKey(Parameters.clamped(1, 3_600)),
})
export type MapRequest = typeof MapRequest.Type
export type MapRequestInput = typeof MapRequest.Encoded

/** Where a URL was found. */
export const Found = Schema.Literals(["sitemap", "objects.inv", "search_index", "llms.txt", "feed", "links"])
export type Found = typeof Found.Type

/** A page of a site. It is untrusted: nobody has read it. */
export const SitePage = Schema.Struct({
  url: HttpUrl.HttpUrl,
  /** The title, by a list, a link or the page; absent if none has one. */
  title: Schema.optionalKey(Schema.String),
  /** When it changed, by a list: ISO 8601 in UTC. */
  modified_at: Schema.optionalKey(Schema.String),
  found_in: Found,
})
export type SitePage = typeof SitePage.Type

/** The pages below a prefix. */
export const SiteMap = Schema.Struct({
  /** The start of the map. */
  prefix: HttpUrl.HttpUrl,
  urls: Schema.Array(SitePage),
  /** The number of listed URLs. */
  count: Schema.Natural,
  /** The number of URLs that were found. */
  total: Schema.Natural,
  /** The number of pages that were read for their links. */
  pages_read: Schema.Natural,
  /** Whether a bound ended the search for pages, so that there may be more. */
  truncated: Schema.Boolean,
  /** Sentences about bounds, and about what was left out. */
  message: Schema.optionalKey(Schema.String),
}).annotate({ identifier: "SiteMap" })
export type SiteMap = typeof SiteMap.Type
