/** Text that isn't HTML: converted to HTML, and its addresses. */
import { HttpUrl } from "@porthole/core"

/** Text as HTML, also for an attribute in double quotes. */
export const escaped = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;")

/** Plain text as HTML: paragraphs, separated by empty lines, with their line breaks. */
export const paragraphs = (text: string): string =>
  text
    .split(/\n\s*\n/)
    .filter((paragraph) => paragraph.trim() !== "")
    .map((paragraph) => `<p>${escaped(paragraph.trim()).replaceAll("\n", "<br>")}</p>`)
    .join("")

/** Maximum number of links per document. */
export const maxLinks = 20_000

/** Absolute http(s) addresses without fragment, each once, in order of appearance. */
export const linksIn = (text: string): ReadonlyArray<string> => {
  const links = new Set<string>()
  for (const [written] of text.matchAll(address)) {
    let end = written.length
    // A pattern that ends with `+$` would take quadratic time.
    while (end > 0 && ".,;:!?*_".includes(written.charAt(end - 1))) end--
    const link = HttpUrl.withoutFragment(written.slice(0, end))
    if (link !== undefined) links.add(link)
    if (links.size >= maxLinks) break
  }
  return Array.from(links)
}

// --- private --------------------------------------------------------------------------

/** Paired brackets belong to an address: `/wiki/Tide_(disambiguation)`. */
const address = /https?:\/\/(?:[^\s<>"'`\\^{|}\]()]+|\([^\s<>"'`\\^{|}\]()]*\)|\((?![^\s<>"'`\\^{|}\]()]*\))){1,500}/gi
