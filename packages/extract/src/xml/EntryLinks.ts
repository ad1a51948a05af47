/** Where an entry of a feed leads. */
import type { Parts } from "./Parts.ts"
import { type Node, textOf } from "./Tree.ts"

/** What links in an element are relative to. */
export const baseOf = (node: Node | undefined, outer: string): string =>
  URL.parse(node?.attributes.get("xml:base") ?? "", outer)?.href ?? outer

/** The URL that an entry leads to; empty when there is none. */
export const linkOf = (parts: Parts, base: string): string => {
  const links = parts.all("link", "atom:link")
  // Services that count clicks put an address of their own in the link's place, which ends with them.
  const original = absolute(textOf(parts.get("feedburner:origlink") ?? parts.get("pheedo:origlink")))
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
  const named = permanent || absolute(textOf(parts.get("id")))
  const link = original || own || written || named || enclosure || source || itself
  return joined(link.trim(), base)
}

// --- private --------------------------------------------------------------------------

const relation = (link: Node): string => link.attributes.get("rel") ?? "alternate"

/** A name of an entry may be any text; one that is a URL is where the entry is. */
const absolute = (name: string): string => (/^\s*https?:\/\//i.test(name) ? name : "")

const joined = (link: string, base: string): string => (link === "" ? "" : (URL.parse(link, base)?.href ?? ""))
