/** RSS 0.9x, 1.0 and 2.0, and Atom (RFC 4287), as a feed. */
import { decodeHTML } from "entities"
import { Buffer } from "node:buffer"
import { baseOf as linkBaseOf } from "../tree/Parse.ts"
import { escaped, paragraphs } from "./TextToHtml.ts"
import { elementsOf, localOf, type Node, type PartsByName, partsByNameOf, textOf, type Tree } from "./XmlTree.ts"

/** One entry, not sanitised. Absent values are empty. */
export interface Entry {
  /** Plain text on one line. */
  readonly title: string
  /** A URL, possibly relative to the base. */
  readonly link: string
  /** As written. */
  readonly date: string
  /** Plain text. */
  readonly author: string
  /** HTML. */
  readonly content: string
  readonly files: ReadonlyArray<Attachment>
  /** The base URL of its links. */
  readonly base: string
}

/**
 * A file of an entry, such as a podcast's sound: its URL, possibly relative, and its media type, which may be empty.
 */
export interface Attachment {
  readonly address: string
  readonly type: string
}

/** A feed, with the first of its entries. */
export interface Feed {
  /** Plain text on one line. */
  readonly title: string
  readonly entries: ReadonlyArray<Entry>
  /** The number of entries in the document. */
  readonly total: number
}

/** The feed from `url`. */
export const feedOf = (tree: Tree, root: Node, url: string): Feed => {
  const isAtom = localOf(root.name) === "feed"
  const channel = isAtom ? root : (elementsOf(root).find(({ name }) => localOf(name) === "channel") ?? root)
  const base = baseOf(channel, baseOf(root, url))
  const all = entriesIn(root).slice(0, maxEntries)
  const entries = all.map((node) => entryOf(node, isAtom, base)).filter((entry) => !isBlank(entry))
  return {
    title: titleOf(partsByNameOf(channel)("title")[0], isAtom),
    entries,
    total: Math.max(tree.entries, all.length) - all.length + entries.length,
  }
}

// --- private --------------------------------------------------------------------------

/** Maximum number of entries that are read. */
const maxEntries = 200

const isBlank = ({ author, content, date, files, link, title }: Entry): boolean =>
  files.length === 0 && [author, content, date, link, title].every((part) => part.trim() === "")

/** Entries at any depth, because an earlier element may be unclosed. */
const entriesIn = (node: Node): ReadonlyArray<Node> =>
  elementsOf(node).flatMap((child) => (/^(?:item|entry)$/.test(localOf(child.name)) ? [child] : entriesIn(child)))

const entryOf = (node: Node, isAtom: boolean, feedBase: string): Entry => {
  const parts = partsByNameOf(node)
  const base = baseOf(node, feedBase)
  return {
    title: titleOf(parts("title")[0], isAtom),
    link: linkOf(parts, base),
    date: firstText(parts, "published", "pubdate", "dc:date", "dcterms:created", "updated", "issued", "modified"),
    author: authorOf(parts) || firstText(parts, "itunes:author", "googleplay:author"),
    content: contentOf(parts, isAtom),
    files: attachmentsOf(parts),
    base,
  }
}

/** The base URL of the links in an element. */
const baseOf = (node: Node | undefined, outer: string): string => linkBaseOf(node?.attributes.get("xml:base"), outer)

/** The first text among these elements, by the order of the names. */
const firstText = (parts: PartsByName, ...names: ReadonlyArray<string>): string =>
  names.map((name) => textOf(parts(name)[0]).trim()).find((text) => text !== "") ?? ""

/** The text of an element, which Atom 0.3 may encode. */
const decodedOf = (node: Node | undefined): string =>
  node?.attributes.get("mode")?.toLowerCase() === "base64"
    ? Buffer.from(textOf(node), "base64").toString("utf8")
    : textOf(node)

const typeOf = (node: Node | undefined): string => node?.attributes.get("type")?.toLowerCase() ?? ""

/** A title as plain text. RSS doesn't declare whether it is text: one with an end tag or a reference is HTML. */
const titleOf = (node: Node | undefined, isAtom: boolean): string => {
  const text = textOf(node)
  const isHtml = isAtom
    ? typeOf(node).includes("html") && typeOf(node) !== "xhtml"
    : /<\/[a-z]{1,10}>|&(?:#\d{1,7}|#x[\da-f]{1,6}|[a-z]{2,10});/i.test(text)
  return (isHtml ? decodeHTML(text.replace(unshown, "").replace(tag, "")) : text).replace(/\s+/g, " ").trim()
}

/** Elements whose content isn't shown, perhaps without their end. */
const unshown = /<(script|style)(?=[\s>])(?:[^<]|<(?!\/\1))*(?:<\/\1\s*>|$)/gi

/** A tag or a comment, perhaps without its end. */
const tag = /<[a-z!/?](?:[^<>"']|"[^"]*(?:"|$)|'[^']*(?:'|$))*>?/gi

/** A text of a feed as HTML. Atom declares the type of a text; in RSS a text is HTML, escaped or as elements. */
const htmlOf = (node: Node | undefined, isAtom: boolean): string => {
  const type = typeOf(node) || (isAtom ? "text" : "html")
  if (/^xhtml$|\/xhtml\+xml$/.test(type) || elementsOf(node).length > 0) return htmlIn(node)
  if (!isAtom || type === "html" || /[/+](?:html|xml)$/.test(type)) return withParagraphs(decodedOf(node))
  // Other media types are Base64 (RFC 4287, section 4.1.3.3).
  return type.includes("/") && !type.startsWith("text/") ? "" : withParagraphs(escaped(decodedOf(node)))
}

/** HTML that may be plain text, like many descriptions: without a tag, empty lines separate its paragraphs. */
const withParagraphs = (html: string): string =>
  /<[a-z!/?]/i.test(html) || !/\n\s*\n/.test(html.trim())
    ? html
    : `<p>${html.trim().replace(/\n\s*\n/g, "</p><p>")}</p>`

/** The content of an element, as HTML. */
const htmlIn = (node: Node | undefined): string => {
  const pieces = node?.children.map((child) => {
    if (typeof child === "string") return escaped(child)
    const name = localOf(child.name)
    const attributes = Array.from(child.attributes, ([key, value]) => ` ${key}="${escaped(value)}"`).join("")
    return `<${name}${attributes}>${voidNames.has(name) ? "" : `${htmlIn(child)}</${name}>`}`
  })
  return pieces?.join("") ?? ""
}
const voidNames = new Set("area br col embed hr img input source track wbr".split(" "))

/** The content of the first element with words; the elements are sorted by their usual length, the longest first. */
const contentOf = (parts: PartsByName, isAtom: boolean): string => {
  const contents = [
    withParagraphs(firstText(parts, "content:encoded", "yandex:full-text", "turbo:content")),
    htmlOf(parts("content")[0], isAtom),
    htmlOf(parts("summary")[0] ?? parts("description")[0], isAtom),
    withParagraphs(
      firstText(parts, "itunes:summary", "googleplay:description", "media:description", "itunes:subtitle"),
    ),
    paragraphs(textOf(partsByNameOf(parts("media:group")[0])("description")[0])),
  ].filter((html) => html.trim() !== "")
  // A tracking pixel isn't content.
  return contents.find((html) => html.replace(/<[^<>]*>|&(?:nbsp|#160);/g, "").trim() !== "") ?? contents[0] ?? ""
}

const authorOf = (parts: PartsByName): string => {
  const names = parts("author", "dc:creator", "creator").map((author) => {
    const text = textOf(elementsOf(author).find((part) => localOf(part.name) === "name") ?? author).trim()
    // RSS 2.0: an address with the name in brackets.
    return /^[^\s@]{1,100}@[^\s@]{1,200} \(([^()]{1,300})\)$/.exec(text)?.[1] ?? text
  })
  return [...new Set(names)]
    .filter((name) => name !== "")
    .slice(0, 10)
    .join(", ")
}

/** An entry's links of one relation. A link without one has `alternate` (RFC 4287, section 4.2.7.2). */
const linksOf = (parts: PartsByName, relation: string): ReadonlyArray<Node> =>
  parts("link", "atom:link").filter(
    ({ attributes }) =>
      attributes.has("href") && (attributes.get("rel") ?? "alternate").trim().toLowerCase() === relation,
  )

const hrefOf = (link: Node | undefined): string => link?.attributes.get("href") ?? ""

/** The URL of an entry's page, by its links, its identifier or its file; empty if it has none. */
const linkOf = (parts: PartsByName, base: string): string => {
  const pages = linksOf(parts, "alternate")
  const page = hrefOf(pages.find((link) => (typeOf(link) || "html").includes("html")) ?? pages[0])
  const text = parts("link")
    .map((link) => textOf(link).trim())
    .find((text) => text !== "")
  const guid = parts("guid").find(({ attributes }) => attributes.get("isPermaLink") !== "false")
  // An identifier may be any text.
  const identifier = [guid, parts("id")[0]]
    .map((node) => textOf(node).trim())
    .find((text) => /^https?:\/\//i.test(text))
  const file = parts("enclosure")[0]?.attributes.get("url") || parts("content")[0]?.attributes.get("src")
  const link = (page || text || identifier || file || hrefOf(linksOf(parts, "self")[0])).trim()
  return link === "" ? "" : (URL.parse(link, base)?.href ?? "")
}

const attachmentsOf = (parts: PartsByName): ReadonlyArray<Attachment> =>
  [...parts("enclosure"), ...linksOf(parts, "enclosure")].map((node) => ({
    address: node.attributes.get("url") ?? hrefOf(node),
    type: typeOf(node),
  }))
