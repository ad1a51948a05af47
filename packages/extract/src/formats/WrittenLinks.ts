/** The addresses that stand written in a text. */
import { HttpUrl } from "@porthole/core"

/** Far more than anybody is given. */
export const mostLinks = 20_000

/** Absolute http(s) addresses without fragment, each once, in order of appearance; of very many the first. */
export const linksIn = (text: string): ReadonlyArray<string> => {
  const links = new Set<string>()
  for (const [written] of text.matchAll(address)) {
    const link = HttpUrl.withoutFragment(withoutEnd(written, ".,;:!?*_"))
    if (link !== undefined) links.add(link)
    if (links.size >= mostLinks) break
  }
  return Array.from(links)
}

/** A text without those of the characters that stand at its end. A pattern that ends with `+$` would look at a long run once for each of its characters. */
export const withoutEnd = (text: string, characters: string): string => {
  let end = text.length
  while (end > 0 && characters.includes(text.charAt(end - 1))) end--
  return text.slice(0, end)
}

// --- private --------------------------------------------------------------------------

/** Brackets are part of an address where both of a pair are: `/wiki/Tide_(disambiguation)`. */
const address = /https?:\/\/(?:[^\s<>"'`\\^{|}\]()]+|\([^\s<>"'`\\^{|}\]()]*\)|\((?![^\s<>"'`\\^{|}\]()]*\))){1,500}/gi
