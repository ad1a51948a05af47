/** RSS 0.9x, 1.0 and 2.0, and Atom (RFC 4287), as a feed. */
import { type Entry, type Feed, mostEntries } from "../feed/Feed.ts"
import { baseOf, partsOf, placeOf } from "./EntryLinks.ts"
import { elementsOf, localOf, type Node, type Tree } from "./Tree.ts"
import { entryOf, htmlOf, titleOf } from "./XmlEntry.ts"

/** The feed from `url`. */
export const feedOf = (tree: Tree, root: Node, url: string): Feed => {
  const isAtom = localOf(root.name) === "feed"
  const channel = isAtom ? root : (elementsOf(root).find(({ name }) => localOf(name) === "channel") ?? root)
  const parts = partsOf(channel)
  const declared = baseOf(channel, baseOf(root, url)).replace(/#.*$/s, "")
  const base = declared === url.replace(/#.*$/s, "") ? placeOf(parts, url) : declared
  const nodes = entriesIn(root)
  const all = nodes.slice(0, mostEntries).map((node) => entryOf(node, isAtom, base))
  const entries = all.filter((entry) => !isBlank(entry))
  const abouts = parts.all("subtitle", "description", "itunes:summary").map((node) => htmlOf(node, isAtom))
  return {
    title: titleOf(parts.get("title"), isAtom),
    about: abouts.find((html) => html.trim() !== "") ?? "",
    base,
    entries,
    of: Math.max(tree.entries, all.length) - all.length + entries.length,
  }
}

// --- private --------------------------------------------------------------------------

const isBlank = ({ author, content, date, files = [], link, title }: Entry): boolean =>
  files.length === 0 && [author, content, date, link, title].every((part) => part.trim() === "")

/** Entries at any depth, since an element before them may be left open. */
const entriesIn = (node: Node): ReadonlyArray<Node> =>
  elementsOf(node).flatMap((child) => (/^(?:item|entry)$/.test(localOf(child.name)) ? [child] : entriesIn(child)))
