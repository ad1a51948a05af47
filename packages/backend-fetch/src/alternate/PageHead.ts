/**
 * The head of a page, read without a parser, because the page isn't read yet: its title, its base and its links.
 *
 * The reading only trusts the head: it skips comments, scripts, styles and templates, and stops at the first element
 * that doesn't belong into a head, so that content of visitors has no effect. One pass, whatever the page contains.
 */

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
  let templates = 0
  for (let at = text.indexOf("<"); at !== -1;) {
    const tag = tagAt(text, at)
    const endTag = endTags.get(tag.name)
    let next = tag.end
    if (tag.name === "template") templates++
    else if (tag.name === "/template") templates = Math.max(0, templates - 1)
    else if (endTag !== undefined) {
      const close = closeOf(endTag, text, tag.end)
      if (tag.name === "title") title ??= resolved(text.slice(tag.end, close))
      next = close
    } else if (templates === 0) {
      if (tag.name === "link") links.push(tag.attributes)
      else if (tag.name === "base") base ??= tag.attributes.get("href")
      else if (tag.name === "/head" || (/^[a-z]/.test(tag.name) && !headNames.has(tag.name))) break
    }
    at = text.indexOf("<", next)
  }
  return { title: (title ?? "").trim(), base, links }
}

// --- private --------------------------------------------------------------------------

const utf8 = new TextDecoder("utf-8")

/**
 * The end tags of elements whose content is text up to there; also of `noscript`, as in browsers that run scripts (HTML
 * section 13.2.6.4.4).
 */
const endTags: ReadonlyMap<string, RegExp> = new Map(
  ["script", "style", "title", "noscript"].map((name) => [name, new RegExp(`</${name}(?=[\\s/>])`, "gi")]),
)

/** Other elements of a head. */
const headNames = new Set(["html", "head", "meta", "link", "base", "template", "bgsound", "basefont"])

interface Tag {
  /** In lower case, a closing tag's with its slash; empty if this isn't a tag. */
  readonly name: string
  readonly attributes: ReadonlyMap<string, string>
  readonly end: number
}

const none: ReadonlyMap<string, string> = new Map()
const namePattern = /<(\/?[a-z][^\s/>]*)/iy
const attributePattern = /[\s/]*([^\s/>=][^\s/>=]*)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s>"'][^\s>]*)?))?/y

const tagAt = (text: string, at: number): Tag => {
  if (text.startsWith("<!--", at)) return { name: "", attributes: none, end: past(text, "-->", at + 2) }
  namePattern.lastIndex = at
  const name = namePattern.exec(text)?.[1]?.toLowerCase()
  if (name === undefined) {
    const isMarkup = /[!?/]/.test(text.charAt(at + 1))
    return { name: "", attributes: none, end: isMarkup ? past(text, ">", at) : at + 1 }
  }
  const attributes = new Map<string, string>()
  let end = namePattern.lastIndex
  attributePattern.lastIndex = end
  for (let found = attributePattern.exec(text); found !== null; found = attributePattern.exec(text)) {
    const [, key = "", double, single, bare] = found
    const lower = key.toLowerCase()
    if (!attributes.has(lower)) attributes.set(lower, resolved(double ?? single ?? bare ?? ""))
    end = attributePattern.lastIndex
  }
  return { name, attributes, end: past(text, ">", end) }
}

const past = (text: string, what: string, from: number): number => {
  const found = text.indexOf(what, from)
  return found === -1 ? text.length : found + what.length
}

/** The start of an element's end tag, or the end of the text. */
const closeOf = (pattern: RegExp, text: string, from: number): number => {
  pattern.lastIndex = from
  return pattern.exec(text)?.index ?? text.length
}

/** The common character references of addresses and titles. */
const characterReferences: Readonly<Record<string, string>> = {
  amp: "&",
  lt: "<",
  gt: ">",
  quot: '"',
  apos: "'",
  nbsp: " ",
}

const resolved = (text: string): string =>
  text.replace(/&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|(amp|lt|gt|quot|apos|nbsp));?/gi, (whole, decimal, hex, name) => {
    if (name !== undefined) return characterReferences[String(name).toLowerCase()] ?? whole
    const code = decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal)
    return code === 0 || code > 0x10ffff ? "\ufffd" : String.fromCodePoint(code)
  })
