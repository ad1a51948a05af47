/**
 * Which Wikipedia is asked: the one of the query's language, else the English one. A language is two or three
 * letters here and nothing else, so that no language can name another host.
 */
import type * as Provider from "@porthole/core/provider"

/** Who it is; each language has a host of its own under this one. */
export const identity: Provider.Identity = {
  name: "wikipedia",
  title: "Wikipedia",
  url: "https://wikipedia.org",
}

/** The base URL for a language: a host of Wikipedia, or the place itself where an operator named another. */
export const urlOf = (language: string | undefined, place: Provider.Place): string =>
  isPublic(place) ? `https://${editionOf(language) ?? "en"}.wikipedia.org` : place.url

/** Whether the language of a query picks the Wikipedia that is asked. */
export const picks = (language: string | undefined, place: Provider.Place): boolean =>
  isPublic(place) && editionOf(language) !== undefined

// --- private --------------------------------------------------------------------------

const isPublic = ({ url }: Provider.Place): boolean => url === identity.url

/** The name of a language's Wikipedia; a region or a script has none of its own. */
const editionOf = (language: string | undefined): string | undefined => {
  const primary = /^([A-Za-z]{2,3})(?:[-_][A-Za-z0-9]{2,8}){0,3}$/.exec(language ?? "")?.[1]?.toLowerCase()
  if (primary === undefined || primary === "all") return undefined
  return others.get(primary) ?? primary
}

/** Languages whose Wikipedia is called otherwise. */
const others: ReadonlyMap<string, string> = new Map([
  ["nb", "no"],
  ["cmn", "zh"],
  ["yue", "zh-yue"],
  ["nan", "zh-min-nan"],
  ["gsw", "als"],
])
