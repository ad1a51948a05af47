/** Sentences about a map or a crawl: the bounds that ended it, and what it left out. */
import type * as SiteSearch from "./SiteSearch.ts"

/** The sentences of a search; empty if there is nothing to say. They name no URL, because a stranger wrote those. */
export const of = (
  { failedLists, leftOut, reached }: SiteSearch.SiteSearch,
  { found, listed, name = "map" }: { readonly name?: "map" | "crawl"; readonly listed: number; readonly found: number },
): string =>
  [
    ...(listed < found ? [`${listed} of ${found} URLs are listed: narrow the prefix, or raise max_results.`] : []),
    ...Array.from(reached, (bound) => boundSentences[bound].replace(" map", ` ${name}`)),
    ...Array.from(failedLists.keys(), (error) => `A list of the site's pages can't be read (${error}).`),
    ...Array.from(leftOut).flatMap(([reason, { count }]) => {
      const words = reasons[reason]
      return words === undefined ? [] : [`Left out: ${count} URL${count === 1 ? "" : "s"}, ${words}.`]
    }),
  ].join(" ")

// --- private --------------------------------------------------------------------------

type Bound = SiteSearch.SiteSearch["reached"] extends Set<infer Each> ? Each : never

const boundSentences: Readonly<Record<Bound, string>> = {
  urls: "The site has more URLs than a map keeps.",
  bytes: "The map ended at max_bytes.",
  pages: "The map ended at max_pages: further pages weren't read for links.",
  depth: "The map ended at max_depth: links of deeper pages weren't followed.",
  time: "The map ended at max_time.",
  failures: "The site failed ten times in a row, so the map ended.",
  lists: "The site has more sitemaps than a map reads.",
}

/** No sentence tells of a page that the caller doesn't want. */
const reasons: Readonly<Record<SiteSearch.LeftOut, string | undefined>> = {
  calendar: "by their pattern dates of a calendar",
  filters: "by their pattern combinations of filters",
  numbers: "by their pattern a list without end",
  repetition: "whose paths repeat themselves",
  source: "which are sources of pages",
  robots: "which robots.txt disallows",
  copy: "copies of other pages",
  missing: "which don't exist",
  elsewhere: "which lead out of the prefix",
  unwanted: undefined,
}
