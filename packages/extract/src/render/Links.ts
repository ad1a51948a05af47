/** The links of content. */
import { HttpUrl } from "@porthole/core"
import { partAt } from "../overflow/Marks.ts"
import type { Part } from "../overflow/Overflow.ts"
import { select } from "../tree/Select.ts"

/**
 * Absolute http(s) addresses of content and of the parts of an overflow that are marked in it: without fragment, each
 * once, in order of appearance. Links to places on the page itself are left out.
 */
export const linksOf = (content: Element, url: string, parts: ReadonlyArray<Part>): ReadonlyArray<string> => {
  const here = HttpUrl.withoutFragment(url)
  const links = new Set<string>()
  for (const element of select(content, "a[href], pre[data-overflow]")) {
    for (const href of partAt(element, parts)?.links ?? [element.getAttribute("href") ?? ""]) {
      const address = HttpUrl.withoutFragment(href)
      if (address !== undefined && !(address === here && href.includes("#"))) links.add(address)
    }
  }
  return Array.from(links)
}
