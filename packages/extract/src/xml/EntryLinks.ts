/** Where an entry of a feed leads, and what its links are relative to. */
import { baseOf as linkBaseOf } from "../tree/Base.ts"
import type { Parts } from "./Parts.ts"
import { type Node, textOf } from "./Tree.ts"

/** What links in an element are relative to. */
export const baseOf = (node: Node | undefined, outer: string): string =>
  linkBaseOf(node?.attributes.get("xml:base"), outer)

/** The URL that an entry leads to; empty when there is none. */
export const linkOf = (parts: Parts, base: string): string => {
  const links = parts.all("link", "atom:link")
  // Services that count clicks put an address of their own in the link's place, which ends with them.
  const original = absolute(textOf(parts.get("feedburner:origlink") ?? parts.get("pheedo:origlink")))
  const guid = parts.get("guid")
  const permanent = guid?.attributes.get("isPermaLink") === "false" ? "" : absolute(textOf(guid))
  const enclosure = parts.get("enclosure")?.attributes.get("url") ?? ""
  // What Atom has for a content that is elsewhere.
  const source = parts.get("content")?.attributes.get("src") ?? ""
  const named = permanent || absolute(textOf(parts.get("id")))
  const link = original || pageIn(links) || named || enclosure || source || selfIn(links)
  return joined(link.trim(), base)
}

/**
 * What the links of a feed from `url` are relative to where it doesn't say so: strictly that is the feed. One that somebody else
 * delivers has links that are meant to be relative to the site, which it names.
 */
export const placeOf = (parts: Parts, url: string): string => {
  const links = parts.all("link", "atom:link")
  const site = linkBaseOf(pageIn(links), linkBaseOf(selfIn(links), url))
  return URL.parse(site)?.host === URL.parse(url)?.host ? url : site
}

/** Relations may be written as the URLs that they had in the registry (RFC 4287, section 4.2.7.2). */
export const relation = (link: Node): string =>
  (link.attributes.get("rel") ?? "alternate").trim().toLowerCase().replace(registry, "")

// --- private --------------------------------------------------------------------------

/** The page of what has these links: Atom has it in an attribute, RSS as text. */
const pageIn = (links: ReadonlyArray<Node>): string => {
  const pages = links.filter((link) => link.attributes.has("href") && relation(link) === "alternate")
  const page = pages.find((link) => /html/i.test(link.attributes.get("type") ?? "html")) ?? pages[0]
  return page?.attributes.get("href") || (links.map((link) => textOf(link).trim()).find((text) => text !== "") ?? "")
}

const selfIn = (links: ReadonlyArray<Node>): string =>
  links.find((link) => relation(link) === "self")?.attributes.get("href") ?? ""

const registry = /^https?:\/\/www\.iana\.org\/assignments\/relation\//

/** A name of an entry may be any text; one that is a URL is where the entry is. */
const absolute = (name: string): string => (/^\s*https?:\/\//i.test(name) ? name : "")

const joined = (link: string, base: string): string => (link === "" ? "" : (URL.parse(link, base)?.href ?? ""))
