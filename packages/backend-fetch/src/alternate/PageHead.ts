/**
 * The head of a page, read without a parser, because the page isn't read yet: its title, its base and its links.
 *
 * The reading only trusts the head: it skips comments, scripts, styles and templates, and stops at the first element
 * that doesn't belong into a head, so that content of visitors has no effect.
 */
import * as HtmlTags from "./HtmlTags.ts"

/** The contents of a head. Values are as written, with character references resolved. */
export interface PageHead {
  readonly title: string
  /** The `href` of `base`; absent if there is none. */
  readonly base: string | undefined
  /** The attributes of each `link`, by lower-case name. */
  readonly links: ReadonlyArray<ReadonlyMap<string, string>>
}

/** Maximum bytes of a page that are read. */
export const maxBytes = 65_536

/** Reads the head. Decodes the bytes as UTF-8: addresses are ASCII in every common encoding of pages except UTF-16. */
export const read = (bytes: Uint8Array): PageHead => {
  const text = utf8.decode(bytes.subarray(0, maxBytes))
  const links: Array<ReadonlyMap<string, string>> = []
  let base: string | undefined
  let title: string | undefined
  for (const { attributes, name, text: content } of HtmlTags.tagsIn(text)) {
    if (name === "title") title ??= HtmlTags.resolved(content)
    else if (name === "link") links.push(attributes)
    else if (name === "base") base ??= attributes.get("href")
    else if (name === "/head" || (/^[a-z]/.test(name) && !headNames.has(name))) break
  }
  return { title: (title ?? "").trim(), base, links }
}

// --- private --------------------------------------------------------------------------

const utf8 = new TextDecoder("utf-8")

/** The elements of a head. */
const headNames = new Set([
  "html",
  "head",
  "meta",
  "link",
  "base",
  "bgsound",
  "basefont",
  "script",
  "style",
  "title",
  "noscript",
])
