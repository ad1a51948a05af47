/** The links of content. */
import { HttpUrl } from "@porthole/core"
import { select } from "../tree/Select.ts"

/**
 * Absolute http(s) addresses without fragment, each once, in order; links to places on the page itself are left out.
 */
export const linksOf = (content: Element, url: string): ReadonlyArray<string> => {
  const here = HttpUrl.withoutFragment(url)
  const links = new Set<string>()
  for (const element of select(content, "a[href]")) {
    const href = element.getAttribute("href") ?? ""
    const address = HttpUrl.withoutFragment(href)
    if (address !== undefined && !(address === here && href.includes("#"))) links.add(address)
  }
  return Array.from(links)
}
