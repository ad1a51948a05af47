/**
 * The tags of an XML document and the text before each, found without a parser: sitemaps and feeds may be very large,
 * and need no more. No entity that a document declares is expanded.
 */

/** A tag. */
export interface XmlToken {
  /** As written, with its prefix. */
  readonly name: string
  readonly isEnd: boolean
  /** The attributes, as written. */
  readonly attributes: string
  /** The text since the previous tag, without the white space around it, with character references resolved. */
  readonly text: string
}

/** Maximum characters of a text or of the attributes of a tag; a longer one is cut. */
export const maxText = 16_384

/** The tags in their order, in one pass. An empty element is one start tag. */
export function* tokensIn(xml: string): Generator<XmlToken> {
  let text = ""
  let from = 0
  for (let at = xml.indexOf("<"); at !== -1; at = xml.indexOf("<", from)) {
    text = joined(text, xml.slice(from, Math.min(at, from + maxText)))
    if (xml.startsWith("<![CDATA[", at)) {
      const end = endOf(xml, "]]>", at)
      text = joined(text, xml.slice(at + "<![CDATA[".length, Math.min(end - "]]>".length, at + maxText)))
      from = end
    } else if (xml.startsWith("<!--", at)) from = endOf(xml, "-->", at)
    else if (xml.startsWith("<?", at)) from = endOf(xml, "?>", at)
    else if (xml.startsWith("<!", at)) from = endOfDeclaration(xml, at)
    else {
      from = endOf(xml, ">", at)
      const tag = xml.slice(at + 1, Math.min(from - 1, at + maxText))
      const [, slash = "", name = ""] = /^(\/?)([^\s/>]*)/.exec(tag) ?? []
      const attributes = tag.slice(slash.length + name.length)
      yield { name, isEnd: slash !== "", attributes, text: resolved(text).trim() }
      text = ""
    }
  }
}

/** A name without its prefix. */
export const localName = (name: string): string => name.slice(name.indexOf(":") + 1)

/** The value of an attribute. */
export const attributeOf = (attributes: string, name: string): string | undefined => {
  attributePattern.lastIndex = 0
  for (let found = attributePattern.exec(attributes); found !== null; found = attributePattern.exec(attributes)) {
    const [, key, double, single] = found
    if (key === name) return resolved(double ?? single ?? "")
  }
  return undefined
}

// --- private --------------------------------------------------------------------------

/** The next attribute. */
const attributePattern = /[\s/]*([^\s/>=][^\s/>=]*)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s>"'][^\s>]*)?))?/y

const joined = (text: string, more: string): string => (text.length >= maxText ? text : text + more)

const endOf = (xml: string, what: string, from: number): number => {
  const found = xml.indexOf(what, from)
  return found === -1 ? xml.length + what.length : found + what.length
}

/** A document type may have declarations of its own between brackets. */
const endOfDeclaration = (xml: string, from: number): number => {
  const close = endOf(xml, ">", from)
  const bracket = xml.indexOf("[", from)
  return bracket === -1 || bracket > close ? close : endOf(xml, ">", endOf(xml, "]", bracket))
}

/** The five entities of XML, and character references. */
const resolved = (text: string): string =>
  text.includes("&")
    ? text.replace(/&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|(amp|lt|gt|quot|apos));/gi, (whole, decimal, hex, name) => {
        if (name !== undefined) return entities.get(String(name).toLowerCase()) ?? whole
        const code = decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal)
        return code === 0 || code > 0x10ffff ? "\ufffd" : String.fromCodePoint(code)
      })
    : text

const entities: ReadonlyMap<string, string> = new Map([
  ["amp", "&"],
  ["lt", "<"],
  ["gt", ">"],
  ["quot", '"'],
  ["apos", "'"],
])
