/** An entry of a list of pages that a site publishes. */
import * as HttpUrl from "../domain/url/HttpUrl.ts"

/** The kinds of lists: the first are the most complete ones. */
export const kinds = ["sitemap", "objects.inv", "search_index", "llms.txt", "feed"] as const
export type Kind = (typeof kinds)[number]

/** A page, or another list of pages. Its URL is absolute, but no policy has judged it. */
export interface Listed {
  readonly url: string
  readonly isList: boolean
  /** As written; empty if the list has none. */
  readonly title: string
  /** When the page changed, as written; empty if the list doesn't say. */
  readonly modified: string
}

/**
 * The entries of a list, one by one. `undefined` is a step without an entry, so that a reader can take turns with other
 * work.
 */
export type Listing = Generator<Listed | undefined>

/** A page, if its address can be read. */
export const pageOf = (
  written: string,
  base: string,
  { modified = "", title = "" }: { readonly title?: string; readonly modified?: string } = {},
): Listed | undefined => entryOf(written, base, { isList: false, title, modified })

/** Another list, if its address can be read. */
export const listOf = (written: string, base: string): Listed | undefined =>
  entryOf(written, base, { isList: true, title: "", modified: "" })

// --- private --------------------------------------------------------------------------

/** Maximum characters of an address; the URL policy refuses longer ones. */
const maxLength = 8_192

const entryOf = (written: string, base: string, rest: Omit<Listed, "url">): Listed | undefined => {
  if (written === "" || written.length > maxLength) return undefined
  const url = URL.parse(written, base)
  return url !== null && HttpUrl.isHttp(url) ? { url: url.href.replace(/#.*$/s, ""), ...rest } : undefined
}
