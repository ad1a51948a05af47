/**
 * One linear walk over the characters of a document, in the terms of the HTML standard's tokenizer
 * (section 13.2.5): text, start tags with attributes, end tags, and the elements whose content is
 * no markup. Comments, doctypes and processing instructions are passed over.
 *
 * Nothing is looked at twice, so the cost is bounded by the length of the document, whatever is in it.
 */

/** An attribute as written: character references in the value are left alone. */
export interface Attribute {
  readonly name: string
  readonly value: string
}

/** What a walk reports, in document order. */
export interface Handler {
  /** Asked before each tag: whether the rest of the document isn't wanted. */
  readonly isEnough?: () => boolean
  /** Text between tags; character references are left alone, a `<` in it begins no tag. */
  readonly text: (text: string) => void
  readonly open: (name: string, attributes: ReadonlyArray<Attribute>, isSelfClosing: boolean) => void
  readonly close: (name: string) => void
  /** A whole element whose content is no markup: {@link rawNames}. */
  readonly raw: (name: string, attributes: ReadonlyArray<Attribute>, content: string) => void
}

/** Elements whose content is text up to their own end tag. */
export const rawNames: ReadonlySet<string> = new Set([
  "script",
  "style",
  "title",
  "textarea",
  "xmp",
  "iframe",
  "noembed",
])

/** Walks over a document. */
export const walk = (html: string, handler: Handler): void => {
  const unclosed = new Set<string>()
  let at = 0
  let textFrom = 0
  const flush = (to: number): void => {
    if (to > textFrom) handler.text(html.slice(textFrom, to))
  }
  while (at < html.length) {
    if (handler.isEnough?.() === true) return
    const bracket = html.indexOf("<", at)
    if (bracket === -1) break
    const skipped = endOfIgnored(html, bracket)
    if (skipped !== undefined) {
      flush(bracket)
      at = textFrom = skipped
      continue
    }
    tagStart.lastIndex = bracket
    const start = tagStart.exec(html)
    if (start === null) {
      at = bracket + 1
      continue
    }
    flush(bracket)
    const name = (start[2] ?? "").toLowerCase()
    const tag = readAttributes(html, tagStart.lastIndex)
    at = textFrom = tag.end
    if (tag.isCut) return
    if (start[1] === "/") handler.close(name)
    else if (!rawNames.has(name) || tag.isSelfClosing || unclosed.has(name)) {
      if (!rawNames.has(name)) handler.open(name, tag.attributes, tag.isSelfClosing)
    } else {
      const close = endTag(name)
      close.lastIndex = tag.end
      const end = close.exec(html)
      if (end === null) unclosed.add(name)
      else {
        handler.raw(name, tag.attributes, html.slice(tag.end, end.index))
        const after = html.indexOf(">", close.lastIndex - 1)
        at = textFrom = after === -1 ? html.length : after + 1
      }
    }
  }
  flush(html.length)
}

// --- private --------------------------------------------------------------------------

const tagStart = /<(\/?)([a-z][^\s/>]*)/giy
const attributeStart = /[\s/]*(?:([^\s/>][^\s/>=]*)\s*(=?)\s*)?/y
const bareValue = /[^\s>]*/y

const endTags = new Map(Array.from(rawNames, (name) => [name, new RegExp(`</${name}(?=[\\s/>])`, "gi")]))
const endTag = (name: string): RegExp => endTags.get(name) ?? /$/g

/** Where a comment, a doctype, a processing instruction or another bogus comment that starts at `from` ends. */
const endOfIgnored = (html: string, from: number): number | undefined => {
  const next = html[from + 1]
  if (next === "!" && html.startsWith("--", from + 2)) {
    if (html.startsWith(">", from + 4)) return from + 5
    if (html.startsWith("->", from + 4)) return from + 6
    commentEnd.lastIndex = from + 4
    return commentEnd.exec(html) === null ? html.length : commentEnd.lastIndex
  }
  const isBogus = next === "!" || next === "?" || (next === "/" && !/[a-z]/i.test(html[from + 2] ?? "a"))
  if (!isBogus) return undefined
  const end = html.indexOf(">", from + 2)
  return end === -1 ? html.length : end + 1
}
const commentEnd = /--!?>/g

interface Tag {
  readonly attributes: ReadonlyArray<Attribute>
  readonly isSelfClosing: boolean
  readonly end: number
  /** The document ends within the tag, which therefore is none. */
  readonly isCut: boolean
}

const noAttributes: ReadonlyArray<Attribute> = []

const readAttributes = (html: string, from: number): Tag => {
  // Most tags have none.
  if (html[from] === ">") return { attributes: noAttributes, isSelfClosing: false, end: from + 1, isCut: false }
  const attributes: Array<Attribute> = []
  let at = from
  for (;;) {
    attributeStart.lastIndex = at
    const [, name, equals] = attributeStart.exec(html) ?? []
    at = attributeStart.lastIndex
    if (at >= html.length) return { attributes, isSelfClosing: false, end: html.length, isCut: true }
    if (name === undefined) {
      return { attributes, isSelfClosing: html[at - 1] === "/", end: at + 1, isCut: false }
    }
    if (equals !== "=") attributes.push({ name, value: "" })
    else {
      const quote = html[at]
      if (quote === '"' || quote === "'") {
        const close = html.indexOf(quote, at + 1)
        if (close === -1) {
          at++
          continue
        }
        attributes.push({ name, value: html.slice(at + 1, close) })
        at = close + 1
      } else {
        bareValue.lastIndex = at
        const value = bareValue.exec(html)?.[0] ?? ""
        attributes.push({ name, value })
        at += value.length
      }
    }
  }
}
