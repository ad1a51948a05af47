/**
 * RSS 0.9x, 1.0 and 2.0, and Atom (RFC 4287). The elements of other vocabularies that feeds mix in (pictures, podcasts) have
 * the same names with other prefixes; so a name counts with its prefix, unless that is the prefix of what it stands in.
 */
import { escaped } from "../formats/Code.ts"
import { type Entry, type Feed, mostEntries } from "../feed/Feed.ts"
import { paragraphs, parted } from "../feed/Paragraphs.ts"
import { htmlIn } from "./Print.ts"
import { elementsOf, localOf, type Node, textOf, type Tree } from "./Tree.ts"

/** The feed that a tree from `url` is. Its entries are found wherever they stand, for what is before them may be left open. */
export const feedOf = (tree: Tree, url: string): Feed => {
  const { root } = tree
  if (root === undefined) return { title: "", entries: [], of: 0 }
  const isAtom = localOf(root.name) === "feed"
  const channel = isAtom ? root : (elementsOf(root).find(({ name }) => localOf(name) === "channel") ?? root)
  const base = baseOf(channel, baseOf(root, url))
  const entries = entriesIn(root)
    .slice(0, mostEntries)
    .map((entry) => entryOf(partsOf(entry), isAtom, baseOf(entry, base)))
  const of = Array.from(tree.counts.values()).reduce((sum, count) => sum + count, 0)
  return { title: titleOf(partsOf(channel).get("title"), isAtom), entries, of: Math.max(of, entries.length) }
}

/** What an entry is called. */
export const entryNames: ReadonlySet<string> = new Set(["item", "entry"])

// --- private --------------------------------------------------------------------------

const entriesIn = (node: Node): ReadonlyArray<Node> =>
  elementsOf(node).flatMap((child) => (entryNames.has(localOf(child.name)) ? [child] : entriesIn(child)))

/** What links in an element are relative to. */
const baseOf = (node: Node | undefined, outer: string): string =>
  URL.parse(node?.attributes.get("xml:base") ?? "", outer)?.href ?? outer

/** The elements within one, by name; of those with the same name all, so that `link` can be chosen. */
interface Parts {
  readonly get: (name: string) => Node | undefined
  readonly all: (...names: ReadonlyArray<string>) => ReadonlyArray<Node>
}

const partsOf = (node: Node): Parts => {
  const prefix = node.name.slice(0, node.name.indexOf(":") + 1).toLowerCase()
  const named = elementsOf(node).map((part) => {
    const name = part.name.toLowerCase()
    return [name.startsWith(prefix) ? name.slice(prefix.length) : name, part] as const
  })
  const get = (name: string): Node | undefined => named.find(([own]) => own === name)?.[1]
  return { get, all: (...names) => named.flatMap(([own, part]) => (names.includes(own) ? [part] : [])) }
}

const entryOf = (parts: Parts, isAtom: boolean, base: string): Entry => {
  const first = (...names: ReadonlyArray<string>): string => {
    for (const name of names) {
      const text = textOf(parts.get(name)).trim()
      if (text !== "") return text
    }
    return ""
  }
  const content = parts.get("content")
  return {
    title: titleOf(parts.get("title"), isAtom),
    link: joined(linkOf(parts).trim(), base),
    date: first("published", "pubdate", "dc:date", "dcterms:created", "updated", "issued", "modified"),
    author: authorOf(parts),
    content:
      parted(first("content:encoded")) ||
      (content === undefined ? "" : htmlOf(content, isAtom)) ||
      htmlOf(parts.get("summary") ?? parts.get("description"), isAtom) ||
      parted(first("itunes:summary", "media:description")) ||
      paragraphs(textOf(partsOf(parts.get("media:group") ?? none).get("description"))),
    base: baseOf(content, base),
  }
}

const none: Node = { name: "", attributes: new Map(), children: [] }

const joined = (link: string, base: string): string => (link === "" ? "" : (URL.parse(link, base)?.href ?? ""))

/** Of Atom's text constructs the type says what is in them; in RSS it is HTML, written as text or not. */
const htmlOf = (node: Node | undefined, isAtom: boolean): string => {
  if (node === undefined) return ""
  const type = node.attributes.get("type")?.toLowerCase() ?? (isAtom ? "text" : "html")
  if (type === "xhtml" || type.endsWith("/xhtml+xml") || elementsOf(node).length > 0) return htmlIn(node)
  if (isAtom && isFile(type)) return ""
  const isPlain = isAtom && (type === "text" || (type.startsWith("text/") && !isMarkup(type)))
  return parted(isPlain ? escaped(textOf(node)) : textOf(node))
}

const isMarkup = (type: string): boolean => /[/+](?:html|xml)$/.test(type)

/** Whether Atom holds anything of a type as Base64 (RFC 4287, section 4.1.3.3). */
const isFile = (type: string): boolean => type.includes("/") && !type.startsWith("text/") && !isMarkup(type)

/** RSS doesn't say whether a title is text or HTML: what has a tag that is closed, or a reference, is HTML. */
const titleOf = (node: Node | undefined, isAtom: boolean): string => {
  const text = textOf(node)
  const type = node?.attributes.get("type")?.toLowerCase() ?? ""
  const isHtml = isAtom
    ? type.includes("html")
    : /<\/[a-z]{1,10}>|&(?:#\d{1,7}|#x[\da-f]{1,6}|[a-z]{2,10});/i.test(text)
  return (isHtml && type !== "xhtml" ? text : escaped(text)).replace(/\s+/g, " ")
}

const linkOf = (parts: Parts): string => {
  const links = parts.all("link", "atom:link")
  const pages = links.filter((link) => link.attributes.has("href") && relation(link) === "alternate")
  const own = (pages.find((link) => /html/i.test(link.attributes.get("type") ?? "html")) ?? pages[0])?.attributes.get(
    "href",
  )
  const written = links.map((link) => textOf(link).trim()).find((text) => text !== "")
  const guid = parts.get("guid")
  const permanent = guid?.attributes.get("isPermaLink") === "false" ? "" : absolute(textOf(guid))
  const enclosure = parts.get("enclosure")?.attributes.get("url") ?? ""
  // What Atom has for a content that is elsewhere.
  const source = parts.get("content")?.attributes.get("src") ?? ""
  const itself = links.find((link) => relation(link) === "self")?.attributes.get("href") ?? ""
  return own || written || permanent || absolute(textOf(parts.get("id"))) || enclosure || source || itself
}

const relation = (link: Node): string => link.attributes.get("rel") ?? "alternate"

/** A name of an entry may be any text; one that is a URL is where the entry is. */
const absolute = (name: string): string => (/^\s*https?:\/\//i.test(name) ? name : "")

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
