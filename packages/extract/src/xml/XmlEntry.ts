/** An entry of RSS 0.9x, 1.0 or 2.0, or of Atom (RFC 4287), with what podcasts and others add to those. */
import { escaped } from "../formats/Code.ts"
import type { Entry } from "../feed/Feed.ts"
import { paragraphs, parted } from "../feed/Paragraphs.ts"
import { attachmentsOf } from "./Attachments.ts"
import { baseOf, linkOf } from "./EntryLinks.ts"
import { type Parts, partsOf } from "./Parts.ts"
import { htmlIn } from "./Print.ts"
import { elementsOf, localOf, type Node, textOf } from "./Tree.ts"

/** The entry that an element holds; without a base of its own, its links are relative to `base`. */
export const entryOf = (parts: Parts, isAtom: boolean, base: string): Entry => {
  const first = (...names: ReadonlyArray<string>): string => {
    for (const name of names) {
      const text = textOf(parts.get(name)).trim()
      if (text !== "") return text
    }
    return ""
  }
  const content = contentOf(parts, isAtom, first)
  return {
    title: titleOf(parts.get("title"), isAtom),
    link: linkOf(parts, base),
    date: first("published", "pubdate", "dc:date", "dcterms:created", "updated", "issued", "modified"),
    author: authorOf(parts) || first("itunes:author", "googleplay:author"),
    content: content.html,
    files: attachmentsOf(parts),
    base,
    contentBase: baseOf(content.node, base),
  }
}

/** RSS doesn't say whether a title is text or HTML: what has a tag that is closed, or a reference, is HTML. */
export const titleOf = (node: Node | undefined, isAtom: boolean): string => {
  const text = textOf(node)
  const type = node?.attributes.get("type")?.toLowerCase() ?? ""
  const isHtml = isAtom
    ? type.includes("html")
    : /<\/[a-z]{1,10}>|&(?:#\d{1,7}|#x[\da-f]{1,6}|[a-z]{2,10});/i.test(text)
  return (isHtml && type !== "xhtml" ? text : escaped(text)).replace(/\s+/g, " ")
}

/** Of Atom's text constructs the type says what is in them; in RSS it is HTML, written as text or not. */
export const htmlOf = (node: Node | undefined, isAtom: boolean): string => {
  if (node === undefined) return ""
  const type = node.attributes.get("type")?.toLowerCase() ?? (isAtom ? "text" : "html")
  if (type === "xhtml" || type.endsWith("/xhtml+xml") || elementsOf(node).length > 0) return htmlIn(node)
  if (isAtom && isFile(type)) return ""
  const isPlain = isAtom && (type === "text" || (type.startsWith("text/") && !isMarkup(type)))
  return parted(isPlain ? escaped(textOf(node)) : textOf(node))
}

// --- private --------------------------------------------------------------------------

interface Content {
  readonly html: string
  /** The element that it stands in, as far as that may say what links in it are relative to. */
  readonly node?: Node | undefined
}

/** The fullest content that an entry has: of one that has no words, as of a picture that counts readers, the next is asked. */
const contentOf = (parts: Parts, isAtom: boolean, first: (...names: ReadonlyArray<string>) => string): Content => {
  const own = (node: Node | undefined): Content => ({ html: htmlOf(node, isAtom), node })
  const ways: ReadonlyArray<() => Content> = [
    () => ({ html: parted(first("content:encoded", "yandex:full-text", "turbo:content")) }),
    () => own(parts.get("content")),
    () => own(parts.get("summary") ?? parts.get("description")),
    () => ({ html: parted(first("itunes:summary", "googleplay:description", "media:description", "itunes:subtitle")) }),
    () => ({ html: paragraphs(textOf(partsOf(parts.get("media:group") ?? none).get("description"))) }),
  ]
  let wordless: Content | undefined
  for (const way of ways) {
    const content = way()
    if (hasWords(content.html)) return content
    if (content.html.trim() !== "") wordless ??= content
  }
  return wordless ?? { html: "" }
}

const hasWords = (html: string): boolean => html.replace(/<[^<>]*>|&(?:nbsp|#160);/g, "").trim() !== ""

const none: Node = { name: "", attributes: new Map(), children: [] }

const isMarkup = (type: string): boolean => /[/+](?:html|xml)$/.test(type)

/** Whether Atom holds anything of a type as Base64 (RFC 4287, section 4.1.3.3). */
const isFile = (type: string): boolean => type.includes("/") && !type.startsWith("text/") && !isMarkup(type)

const authorOf = (parts: Parts): string => {
  const names = parts.all("author", "dc:creator", "creator").map((author) => {
    const name = elementsOf(author).find((part) => localOf(part.name) === "name")
    // RSS 2.0 wants an address with the name in brackets.
    const text = textOf(name ?? author).trim()
    const address = /^[^\s@]{1,100}@[^\s@]{1,200} \(([^()]{1,300})\)$/.exec(text)
    return address?.[1] ?? text
  })
  return Array.from(new Set(names.filter((name) => name !== "")))
    .slice(0, 10)
    .join(", ")
}
