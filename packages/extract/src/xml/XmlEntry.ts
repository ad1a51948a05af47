/** An entry of RSS or Atom (RFC 4287), with the elements that podcasts and other vocabularies add. */
import type { Entry } from "../feed/Feed.ts"
import { paragraphs, parted } from "../feed/Paragraphs.ts"
import { escaped } from "../text/Code.ts"
import { attachmentsOf, baseOf, linkOf, type Parts, partsOf } from "./EntryLinks.ts"
import { htmlIn } from "./Serialiser.ts"
import { elementsOf, localOf, type Node, textOf } from "./Tree.ts"

/** The entry in an element. */
export const entryOf = (node: Node, isAtom: boolean, feedBase: string): Entry => {
  const parts = partsOf(node)
  const base = baseOf(node, feedBase)
  const first = (...names: ReadonlyArray<string>): string =>
    names.map((name) => textOf(parts.get(name)).trim()).find((text) => text !== "") ?? ""
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

/** A title as HTML. RSS doesn't declare whether it is text: one with an end tag or a reference is HTML. */
export const titleOf = (node: Node | undefined, isAtom: boolean): string => {
  const text = textOf(node)
  const type = node?.attributes.get("type")?.toLowerCase() ?? ""
  const isHtml = isAtom
    ? type.includes("html") && type !== "xhtml"
    : /<\/[a-z]{1,10}>|&(?:#\d{1,7}|#x[\da-f]{1,6}|[a-z]{2,10});/i.test(text)
  return (isHtml ? text : escaped(text)).replace(/\s+/g, " ")
}

/** A text of a feed as HTML. Atom declares its type; in RSS it is HTML, as text or as elements. */
export const htmlOf = (node: Node | undefined, isAtom: boolean): string => {
  if (node === undefined) return ""
  const type = node.attributes.get("type")?.toLowerCase() ?? (isAtom ? "text" : "html")
  if (/^xhtml$|\/xhtml\+xml$/.test(type) || elementsOf(node).length > 0) return htmlIn(node)
  const isMarkup = !isAtom || type === "html" || /[/+](?:html|xml)$/.test(type)
  if (isMarkup || !/^text(?:$|\/)/.test(type)) {
    // Other media types are Base64 (RFC 4287, section 4.1.3.3).
    return !isMarkup && type.includes("/") ? "" : parted(textOf(node))
  }
  return parted(escaped(textOf(node)))
}

// --- private --------------------------------------------------------------------------

interface Content {
  readonly html: string
  /** The element that may declare the base of its links. */
  readonly node?: Node | undefined
}

/** The fullest content with words: a picture that counts readers isn't content. */
const contentOf = (parts: Parts, isAtom: boolean, first: (...names: ReadonlyArray<string>) => string): Content => {
  const own = (node: Node | undefined): Content => ({ html: htmlOf(node, isAtom), node })
  const ways: ReadonlyArray<() => Content> = [
    () => ({ html: parted(first("content:encoded", "yandex:full-text", "turbo:content")) }),
    () => own(parts.get("content")),
    () => own(parts.get("summary") ?? parts.get("description")),
    () => ({ html: parted(first("itunes:summary", "googleplay:description", "media:description", "itunes:subtitle")) }),
    () => ({ html: paragraphs(textOf(partsOf(parts.get("media:group")).get("description"))) }),
  ]
  let wordless: Content | undefined
  for (const way of ways) {
    const content = way()
    if (content.html.replace(/<[^<>]*>|&(?:nbsp|#160);/g, "").trim() !== "") return content
    if (content.html.trim() !== "") wordless ??= content
  }
  return wordless ?? { html: "" }
}

const authorOf = (parts: Parts): string => {
  const names = parts.all("author", "dc:creator", "creator").map((author) => {
    const text = textOf(elementsOf(author).find((part) => localOf(part.name) === "name") ?? author).trim()
    // RSS 2.0: an address with the name in brackets.
    return /^[^\s@]{1,100}@[^\s@]{1,200} \(([^()]{1,300})\)$/.exec(text)?.[1] ?? text
  })
  return Array.from(new Set(names.filter((name) => name !== "")))
    .slice(0, 10)
    .join(", ")
}
