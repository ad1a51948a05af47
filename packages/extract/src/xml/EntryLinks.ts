/** The links of an entry in an XML feed: its page, its files, and the URL that they are relative to. */
import type { Attachment } from "../feed/Attachment.ts"
import { baseOf as linkBaseOf } from "../tree/Base.ts"
import { elementsOf, type Node, textOf } from "./Tree.ts"

/** The elements within one by name. A prefix is part of the name, unless the element around has it, too. */
export interface Parts {
  readonly get: (name: string) => Node | undefined
  readonly all: (...names: ReadonlyArray<string>) => ReadonlyArray<Node>
}

/** The elements within an element by name. */
export const partsOf = (node: Node | undefined): Parts => {
  const prefix = node?.name.slice(0, node.name.indexOf(":") + 1).toLowerCase() ?? ""
  const named = (node === undefined ? [] : elementsOf(node)).map((part) => {
    const name = part.name.toLowerCase()
    return [name.startsWith(prefix) ? name.slice(prefix.length) : name, part] as const
  })
  const all: Parts["all"] = (...names) => named.flatMap(([own, part]) => (names.includes(own) ? [part] : []))
  return { all, get: (name) => all(name)[0] }
}

/** The base URL of the links in an element. */
export const baseOf = (node: Node | undefined, outer: string): string =>
  linkBaseOf(node?.attributes.get("xml:base"), outer)

/** The URL of an entry's page; empty if it has none. */
export const linkOf = (parts: Parts, base: string): string => {
  const links = linksOf(parts)
  // A service that counts clicks replaces the link by its own and keeps the original here.
  const original = absolute(textOf(parts.get("feedburner:origlink") ?? parts.get("pheedo:origlink")))
  const guid = parts.get("guid")
  const permanent = guid?.attributes.get("isPermaLink") === "false" ? "" : absolute(textOf(guid))
  const named = permanent || absolute(textOf(parts.get("id")))
  const file = parts.get("enclosure")?.attributes.get("url") || parts.get("content")?.attributes.get("src")
  const link = (original || pageIn(links) || named || file || selfIn(links)).trim()
  return link === "" ? "" : (URL.parse(link, base)?.href ?? "")
}

/**
 * The base URL of a feed that declares none: its own URL, unless another site delivers it; then its links are relative to
 * the site that it names.
 */
export const placeOf = (parts: Parts, url: string): string => {
  const links = linksOf(parts)
  const site = linkBaseOf(pageIn(links), linkBaseOf(selfIn(links), url))
  return URL.parse(site)?.host === URL.parse(url)?.host ? url : site
}

/** An entry's files: of RSS and Atom, of Media RSS, and transcripts of podcasts. */
export const attachmentsOf = (parts: Parts): ReadonlyArray<Attachment> => {
  const length = textOf(parts.get("itunes:duration"))
  const links = linksOf(parts).filter((link) => relationOf(link) === "enclosure")
  const media = [
    ...parts.all("media:content"),
    ...parts.all("media:group").flatMap((group) => partsOf(group).all("content")),
  ].filter(({ attributes }) => /^(?:audio|video)/i.test(attributes.get("type") ?? attributes.get("medium") ?? ""))
  return [
    ...[...parts.all("enclosure"), ...links].map((node) => fileOf(node, length)),
    ...media.map((node) => fileOf(node, node.attributes.get("duration") ?? "")),
    ...parts.all("podcast:transcript").map((node) => fileOf(node, "")),
  ]
}

// --- private --------------------------------------------------------------------------

const linksOf = (parts: Parts): ReadonlyArray<Node> => parts.all("link", "atom:link")

/** A relation may be written as its URL in the registry (RFC 4287, section 4.2.7.2). */
const relationOf = (link: Node): string =>
  (link.attributes.get("rel") ?? "alternate")
    .trim()
    .toLowerCase()
    .replace(/^https?:\/\/www\.iana\.org\/assignments\/relation\//, "")

/** The page's URL: an attribute in Atom, text in RSS. */
const pageIn = (links: ReadonlyArray<Node>): string => {
  const pages = links.filter((link) => link.attributes.has("href") && relationOf(link) === "alternate")
  const page = pages.find((link) => /html/i.test(link.attributes.get("type") ?? "html")) ?? pages[0]
  return page?.attributes.get("href") || (links.map((link) => textOf(link).trim()).find((text) => text !== "") ?? "")
}

const selfIn = (links: ReadonlyArray<Node>): string =>
  links.find((link) => relationOf(link) === "self")?.attributes.get("href") ?? ""

/** An identifier may be any text. */
const absolute = (text: string): string => (/^\s*https?:\/\//i.test(text) ? text : "")

const fileOf = ({ attributes }: Node, duration: string): Attachment => ({
  address: attributes.get("url") ?? attributes.get("href") ?? "",
  type: attributes.get("type") ?? "",
  duration,
})
