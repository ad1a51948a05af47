/** The addresses in a text. */
import { HttpUrl } from "@porthole/core"

/** Most links of a document that are looked for. */
export const mostLinks = 20_000

/** Absolute http(s) addresses without fragment, each once, in order of appearance. */
export const linksIn = (text: string): ReadonlyArray<string> => {
  const links = new Set<string>()
  for (const [written] of text.matchAll(address)) {
    const link = HttpUrl.withoutFragment(withoutEnd(written, ".,;:!?*_"))
    if (link !== undefined) links.add(link)
    if (links.size >= mostLinks) break
  }
  return Array.from(links)
}

/** A text without the given characters at its end. A pattern that ends with `+$` would take quadratic time. */
export const withoutEnd = (text: string, characters: string): string => {
  let end = text.length
  while (end > 0 && characters.includes(text.charAt(end - 1))) end--
  return text.slice(0, end)
}

// --- private --------------------------------------------------------------------------

/** Paired brackets belong to an address: `/wiki/Tide_(disambiguation)`. */
const address = /https?:\/\/(?:[^\s<>"'`\\^{|}\]()]+|\([^\s<>"'`\\^{|}\]()]*\)|\((?![^\s<>"'`\\^{|}\]()]*\))){1,500}/gi
