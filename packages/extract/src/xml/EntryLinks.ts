/** The links of an entry in an XML feed: its page, its files, and the URL that they are relative to. */
import type { Attachment } from "../feed/Feed.ts"
import { baseOf as linkBaseOf } from "../tree/Parse.ts"
import { elementsOf, type Node, textOf } from "./Tree.ts"

/** The elements within one, by name. A prefix is part of the name, unless the element around has it, too. */
export type Parts = (...names: ReadonlyArray<string>) => ReadonlyArray<Node>

/** The elements within an element, by name. */
export const partsOf = (node: Node | undefined): Parts => {
  const prefix = node?.name.slice(0, node.name.indexOf(":") + 1).toLowerCase() ?? ""
  const named = elementsOf(node).map((part) => {
    const name = part.name.toLowerCase()
    return { name: name.startsWith(prefix) ? name.slice(prefix.length) : name, part }
  })
  return (...names) => named.flatMap(({ name, part }) => (names.includes(name) ? [part] : []))
}

/** The base URL of the links in an element. */
export const baseOf = (node: Node | undefined, outer: string): string =>
  linkBaseOf(node?.attributes.get("xml:base"), outer)

/** The URL of an entry's page; empty if it has none. */
export const linkOf = (parts: Parts, base: string): string => {
  const guid = parts("guid").find(({ attributes }) => attributes.get("isPermaLink") !== "false")
  // An identifier may be any text.
  const named = [guid, parts("id")[0]].map((node) => textOf(node).trim()).find((text) => /^https?:\/\//i.test(text))
  const file = parts("enclosure")[0]?.attributes.get("url") || parts("content")[0]?.attributes.get("src")
  const links = linksOf(parts)
  const link = (pageIn(links) || named || file || selfIn(links)).trim()
  return link === "" ? "" : (URL.parse(link, base)?.href ?? "")
}

/**
 * The base URL of a feed that declares none: its own URL, unless another site delivers it; then its links are relative
 * to the site that it names.
 */
export const placeOf = (parts: Parts, url: string): string => {
  const links = linksOf(parts)
  const site = linkBaseOf(pageIn(links), linkBaseOf(selfIn(links), url))
  return URL.parse(site)?.host === URL.parse(url)?.host ? url : site
}

/** An entry's files. */
export const attachmentsOf = (parts: Parts): ReadonlyArray<Attachment> => {
  const links = linksOf(parts).filter((link) => relationOf(link) === "enclosure")
  return [...parts("enclosure"), ...links].map(({ attributes }) => ({
    address: attributes.get("url") ?? attributes.get("href") ?? "",
    type: attributes.get("type") ?? "",
  }))
}

// --- private --------------------------------------------------------------------------

const linksOf = (parts: Parts): ReadonlyArray<Node> => parts("link", "atom:link")

const relationOf = (link: Node): string => (link.attributes.get("rel") ?? "alternate").trim().toLowerCase()

/** The page's URL: an attribute in Atom, text in RSS. */
const pageIn = (links: ReadonlyArray<Node>): string => {
  const pages = links.filter((link) => link.attributes.has("href") && relationOf(link) === "alternate")
  const page = pages.find((link) => /html/i.test(link.attributes.get("type") ?? "html")) ?? pages[0]
  return page?.attributes.get("href") || (links.map((link) => textOf(link).trim()).find((text) => text !== "") ?? "")
}

const selfIn = (links: ReadonlyArray<Node>): string =>
  links.find((link) => relationOf(link) === "self")?.attributes.get("href") ?? ""
