/**
 * The charset that a document declares in its first 1,024 bytes, found as the HTML standard does before it
 * parses (section 13.2.3.2): comments and the attributes of other tags are gone through, so that a `meta`
 * within them is none. A declaration that names no encoding is passed over, and the next one counts.
 */
import * as Labels from "./Labels.ts"

/** The encoding that a document declares, by its name. */
export const declaredIn = (bytes: Uint8Array): string | undefined => {
  const start = latin1.decode(bytes.subarray(0, 1024))
  let at = 0
  while (at < start.length) {
    const tag = nextTag(start, at)
    if (tag === undefined) break
    if (tag.isMeta) {
      const encoding = declaredBy(tag.attributes)
      if (encoding !== undefined) return encoding
    }
    at = tag.end
  }
  const inProlog = /^\s*<\?xml\s[^>]*?encoding\s*=\s*["']([^"'>]+)["']/i.exec(start)?.[1]
  return inProlog === undefined ? undefined : asDeclared(inProlog)
}

// --- private --------------------------------------------------------------------------

const latin1 = new TextDecoder("windows-1252")

interface Tag {
  readonly isMeta: boolean
  /** By lower-case name; the first of a name counts. */
  readonly attributes: ReadonlyMap<string, string>
  /** Where the next one is looked for. */
  readonly end: number
}

const none: ReadonlyMap<string, string> = new Map()

const nextTag = (text: string, from: number): Tag | undefined => {
  const open = text.indexOf("<", from)
  if (open === -1) return undefined
  if (text.startsWith("<!--", open)) return { isMeta: false, attributes: none, end: past(text, "-->", open + 2) }
  tagName.lastIndex = open
  const name = tagName.exec(text)?.[1]
  if (name !== undefined) {
    const { attributes, end } = attributesAt(text, tagName.lastIndex)
    return { isMeta: name.toLowerCase() === "meta", attributes, end }
  }
  const end = /[!/?]/.test(text.charAt(open + 1)) ? past(text, ">", open) : open + 1
  return { isMeta: false, attributes: none, end }
}

/** A name that a closing tag has stands behind its slash and so is no `meta`. */
const tagName = /<((?:\/[a-z]|[a-z])[^\s>]*?)(?=[\s/>]|$)/giy

const past = (text: string, what: string, from: number): number => {
  const found = text.indexOf(what, from)
  return found === -1 ? text.length : found + what.length
}

const attribute = /[\s/]*([^\s/>=][^\s/>=]*)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s>"'][^\s>]*)?))?/y

const attributesAt = (text: string, from: number): { attributes: ReadonlyMap<string, string>; end: number } => {
  const attributes = new Map<string, string>()
  let end = from
  attribute.lastIndex = from
  for (let found = attribute.exec(text); found !== null; found = attribute.exec(text)) {
    const [, name = "", double, single, bare] = found
    const key = name.toLowerCase()
    if (!attributes.has(key)) attributes.set(key, double ?? single ?? bare ?? "")
    end = attribute.lastIndex
  }
  return { attributes, end: Math.max(end, from) }
}

const declaredBy = (attributes: ReadonlyMap<string, string>): string | undefined => {
  const charset = attributes.get("charset")
  if (charset !== undefined) return asDeclared(charset)
  if (attributes.get("http-equiv")?.trim().toLowerCase() !== "content-type") return undefined
  const label = /charset\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"';][^\s;]*))/i.exec(attributes.get("content") ?? "")
  return label === null ? undefined : asDeclared(label[1] ?? label[2] ?? label[3] ?? "")
}

/** A `meta` that was read as ASCII can't stand in UTF-16; x-user-defined is windows-1252 in one (prescan, step 2.5). */
const asDeclared = (label: string): string | undefined => {
  const encoding = Labels.encodingOf(label)
  if (encoding === "x-user-defined") return "windows-1252"
  return encoding?.startsWith("utf-16") === true ? "utf-8" : encoding
}
