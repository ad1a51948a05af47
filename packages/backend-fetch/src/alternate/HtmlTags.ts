/**
 * The tags of an HTML document, found without a parser, because the page isn't read yet, or isn't worth it. It skips
 * comments and the inside of templates. One pass, whatever the document contains.
 */

/** A tag outside of templates. */
export interface Tag {
  /** In lower case, a closing tag's with its slash. */
  readonly name: string
  /** Values by lower-case name, with character references resolved. */
  readonly attributes: ReadonlyMap<string, string>
  /** Whether a slash ends it, which closes the elements of drawings alone. */
  readonly isSelfClosing: boolean
  /** The text up to the end tag, as written, of an element that holds only text, such as a script; else empty. */
  readonly text: string
  /** Characters of the text between the previous tag and this one, without the white space around it. */
  readonly textBefore: number
  /** Where the tag begins in the document, and where its text ends, or itself if it has none. */
  readonly start: number
  readonly end: number
}

/** The tags in their order. */
export function* tagsIn(document: string): Generator<Tag> {
  let templates = 0
  let textBefore = 0
  let from = 0
  for (let at = document.indexOf("<"); at !== -1;) {
    const { end, ...tag } = tagAt(document, at)
    const endTag = endTags.get(tag.name)
    const close = endTag === undefined ? end : closeOf(endTag, document, end)
    if (templates === 0) textBefore += document.slice(from, at).trim().length
    from = close
    if (tag.name === "template") templates++
    else if (tag.name === "/template") templates = Math.max(0, templates - 1)
    else if (templates === 0 && tag.name !== "") {
      yield { ...tag, text: document.slice(end, close), textBefore, start: at, end: close }
      textBefore = 0
    }
    at = document.indexOf("<", close)
  }
}

/** Text with the common character references of addresses and titles resolved. */
export const resolved = (text: string): string =>
  text.replace(/&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|(amp|lt|gt|quot|apos|nbsp));?/gi, (whole, decimal, hex, name) => {
    if (name !== undefined) return characterReferences[String(name).toLowerCase()] ?? whole
    const code = decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal)
    return code === 0 || code > 0x10ffff ? "\ufffd" : String.fromCodePoint(code)
  })

// --- private --------------------------------------------------------------------------

/**
 * The end tags of elements whose content is text up to there; also of `noscript`, as in browsers that run scripts (HTML
 * section 13.2.6.4.4).
 */
const endTags: ReadonlyMap<string, RegExp> = new Map(
  ["script", "style", "title", "noscript", "textarea"].map((name) => [name, new RegExp(`</${name}(?=[\\s/>])`, "gi")]),
)

type FoundTag = Omit<Tag, "start" | "text" | "textBefore">

const noTag = { name: "", attributes: new Map<string, string>(), isSelfClosing: false }
const namePattern = /<(\/?[a-z][^\s/>]*)/iy
const attributePattern = /[\s/]*([^\s/>=][^\s/>=]*)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s>"'][^\s>]*)?))?/y

const tagAt = (text: string, at: number): FoundTag => {
  if (text.startsWith("<!--", at)) return { ...noTag, end: past(text, "-->", at + 2) }
  namePattern.lastIndex = at
  const name = namePattern.exec(text)?.[1]?.toLowerCase()
  if (name === undefined) {
    const isMarkup = /[!?/]/.test(text.charAt(at + 1))
    return { ...noTag, end: isMarkup ? past(text, ">", at) : at + 1 }
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
  const close = past(text, ">", end)
  return { name, attributes, isSelfClosing: text.slice(end, close).includes("/"), end: close }
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

const characterReferences: Readonly<Record<string, string>> = {
  amp: "&",
  lt: "<",
  gt: ">",
  quot: '"',
  apos: "'",
  nbsp: " ",
}
