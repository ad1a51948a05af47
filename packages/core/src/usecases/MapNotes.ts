/** Sentences about a map or a crawl: the bounds that ended it, and what it left out. */
import type * as SiteSearch from "./SiteSearch.ts"

/** The sentences of a search; empty if there is nothing to say. They name no URL, because a stranger wrote those. */
export const of = (
  { failedLists, leftOut, pages, reached }: SiteSearch.SiteSearch,
  { found, listed, name = "map" }: { readonly name?: "map" | "crawl"; readonly listed: number; readonly found: number },
): string =>
  [
    ...(listed < found
      ? [`${listed} of ${found} URLs ${listed === 1 ? "is" : "are"} listed: narrow the prefix, or raise max_results.`]
      : []),
    ...(leftOut.get("unwanted")?.count === pages.size ? ["The patterns of include and exclude leave no page."] : []),
    ...Array.from(reached, (bound) => boundSentences[bound].replace(" map", ` ${name}`)),
    ...Array.from(failedLists.keys(), (error) => `A list of the site's pages can't be read (${error}).`),
    ...Array.from(leftOut).flatMap(([reason, { count }]) => {
      const words = reasons[reason]
      if (words === undefined) return []
      return [count === 1 ? `Left out: 1 URL that ${words[0]}.` : `Left out: ${count} URLs that ${words[1]}.`]
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

/** What a URL is that was left out, and what several are; no sentence tells of a page that the caller doesn't want. */
const reasons: Readonly<Record<SiteSearch.LeftOut, readonly [one: string, many: string] | undefined>> = {
  calendar: ["looks like a date of a calendar", "look like dates of a calendar"],
  filters: ["looks like a combination of filters", "look like combinations of filters"],
  numbers: ["looks like a part of a list without end", "look like parts of a list without end"],
  repetition: ["repeats itself in its path", "repeat themselves in their paths"],
  source: ["is the source of a page", "are sources of pages"],
  robots: ["robots.txt disallows", "robots.txt disallows"],
  copy: ["is a copy of another page", "are copies of other pages"],
  missing: ["doesn't exist", "don't exist"],
  elsewhere: ["leads out of the prefix", "lead out of the prefix"],
  unwanted: undefined,
}
