/**
 * Puts the style sheets of a book into its chapters. The reader of HTML loads none, and a book may hide text by a class
 * whose rule is in another file.
 */
import * as Result from "effect/Result"
import type { Zip } from "../container/Zip.ts"

/**
 * Makes the function that returns a chapter with its style sheets, given its name in the archive. A style sheet that
 * can't be unpacked counts as absent.
 */
export const chapterStyles = (
  zip: Zip,
  nameOf: (folder: string, address: string) => string,
): ((name: string, source: Uint8Array) => Uint8Array | string) => {
  const known = new Map<string, string>()
  const sheet = (name: string, depth: number): string => {
    const found = known.get(name)
    if (found !== undefined) return found
    known.set(name, "")
    const bytes = Result.getOrElse(zip.read(name), () => undefined)
    const own = new TextDecoder()
      .decode(bytes)
      .replace(/<\/?style/gi, "")
      .slice(0, maxLength)
    const imported = Array.from(depth === 0 ? [] : own.matchAll(imports), ([, address = ""]) =>
      sheet(nameOf(folderOf(name), address), depth - 1),
    )
    const rules = `${imported.join("")}${own}`.slice(0, maxLength)
    known.set(name, rules)
    return rules
  }
  return (name, source) => {
    const text = new TextDecoder().decode(source)
    let [styled, at, left] = ["", 0, maxLength]
    for (const { 0: tag, index } of text.matchAll(links)) {
      if (!/(?:^|\s)stylesheet(?:\s|$)/i.test(attributeIn(tag, "rel"))) continue
      const rules = sheet(nameOf(folderOf(name), attributeIn(tag, "href")), maxDepth).slice(0, left)
      left -= rules.length
      const media = attributeIn(tag, "media").replace(/[^\w\s(),:-]/g, "")
      styled += `${text.slice(at, index)}<style${media === "" ? "" : ` media="${media}"`}>${rules}</style>`
      at = index + tag.length
    }
    return at === 0 ? source : styled + text.slice(at)
  }
}

// --- private --------------------------------------------------------------------------

/** In characters, of the style sheets of a chapter. */
const maxLength = 262_144
/** Of style sheets that import others. */
const maxDepth = 3

const folderOf = (name: string): string => name.slice(0, name.lastIndexOf("/") + 1)

const links = /<link\s[^<>]{1,2000}>/gi
const imports = /@import\s{1,10}(?:url\()?["']?([^"'()\s;]{1,500})/gi

/** An attribute in a tag; empty if it has none. */
const attributeIn = (tag: string, name: string): string => {
  for (const [, found = "", quoted, single] of tag.matchAll(attributes))
    if (found.toLowerCase() === name) return quoted ?? single ?? ""
  return ""
}
const attributes = /\s([a-z]{1,20})\s{0,10}=\s{0,10}(?:"([^"]{0,1000})"|'([^']{0,1000})')/gi
