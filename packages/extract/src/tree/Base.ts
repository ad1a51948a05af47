/** The base URL of a document (HTML standard, section 4.2.3). */

import { limits } from "./Limits.ts"

/** The `href` of the document's first `base`, resolved against the document's URL, or else that URL. */
export const baseOf = (href: string | null | undefined, url: string): string => {
  const own = URL.parse(href?.trim() ?? "", url)
  // Each link is written with all of it.
  return own !== null && own.href.length <= limits.base && (own.protocol === "http:" || own.protocol === "https:")
    ? own.href
    : url
}
