/**
 * Which Wikipedia is asked: the one of the query's language where we know of it, else the English one. So no language
 * can name another host, or one that isn't there.
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
  const primary = /^([A-Za-z]{2,3})(?:[-_][A-Za-z0-9]{2,8}){0,3}$/.exec(language ?? "")?.[1]?.toLowerCase() ?? ""
  return others.get(primary) ?? (editions.has(primary) ? primary : undefined)
}

/** Languages whose Wikipedia is called otherwise. */
const others: ReadonlyMap<string, string> = new Map([
  ["nb", "no"],
  ["cmn", "zh"],
  ["yue", "zh-yue"],
  ["nan", "zh-min-nan"],
  ["gsw", "als"],
  ["fil", "tl"],
  ["iw", "he"],
])

/** The languages of the larger Wikipedias, by their codes; one that is missing costs its language, one too many the search. */
const editions: ReadonlySet<string> = new Set(
  [
    "af am an ar arz as ast az azb ba ban bar be bg bn br bs ca ce ceb ckb cs cv cy da de el en eo es et eu fa fi fo fr fy",
    "ga gd gl gu ha he hi hr hsb ht hu hy ia id ig ilo io is it ja jv ka kk km kn ko ku ky la lb li lmo lt lv mg mk ml mn",
    "mr ms mt my mzn nap nds ne new nl nn no oc or os pa pl pms pnb ps pt qu ro ru sa sah scn sco sd sh si sk sl so sq sr su",
    "sv sw szl ta te tg th tl tr tt ug uk ur uz vec vi vo wa war wuu xmf yi yo zh zu",
  ].flatMap((line) => line.split(" ")),
)
