/** The files of an entry in a feed that is XML: of RSS and Atom itself, of Media RSS, and what podcasts add. */
import type { Attachment } from "../feed/Attachment.ts"
import { relation } from "./EntryLinks.ts"
import { type Parts, partsOf } from "./Parts.ts"
import { type Node, textOf } from "./Tree.ts"

/** The files that go with an entry, in the order in which each vocabulary has them. */
export const attachmentsOf = (parts: Parts): ReadonlyArray<Attachment> => {
  const duration = textOf(parts.get("itunes:duration"))
  const main = [
    ...parts.all("enclosure").map((node) => fileOf(node, "url", duration)),
    ...parts
      .all("link", "atom:link")
      .filter((node) => relation(node) === "enclosure")
      .map((node) => fileOf(node, "href", duration)),
  ]
  const groups = parts.all("media:group").flatMap((group) => partsOf(group).all("content"))
  const media = [...parts.all("media:content"), ...groups]
    .filter(isMedium)
    .map((node) => fileOf(node, "url", node.attributes.get("duration") ?? ""))
  const transcripts = parts.all("podcast:transcript").map((node) => fileOf(node, "url", ""))
  return [...main, ...media, ...transcripts]
}

// --- private --------------------------------------------------------------------------

const fileOf = ({ attributes }: Node, address: string, duration: string): Attachment => ({
  address: attributes.get(address) ?? "",
  type: attributes.get("type") ?? "",
  duration,
})

/** Media RSS has pictures, pages and players as well. */
const isMedium = ({ attributes }: Node): boolean =>
  /^(?:audio|video)/i.test(attributes.get("type") ?? attributes.get("medium") ?? "")
