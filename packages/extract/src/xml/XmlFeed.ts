/** RSS 0.9x, 1.0 and 2.0, and Atom (RFC 4287). */
import { type Entry, type Feed, mostEntries } from "../feed/Feed.ts"
import { baseOf, placeOf } from "./EntryLinks.ts"
import { partsOf } from "./Parts.ts"
import { elementsOf, localOf, type Node, type Tree } from "./Tree.ts"
import { entryOf, htmlOf, titleOf } from "./XmlEntry.ts"

/** The feed that a tree from `url` is. Its entries are found wherever they stand, for what is before them may be left open. */
export const feedOf = (tree: Tree, url: string): Feed => {
  const { root } = tree
  if (root === undefined) return { title: "", about: "", entries: [], of: 0 }
  const isAtom = localOf(root.name) === "feed"
  const channel = isAtom ? root : (elementsOf(root).find(({ name }) => localOf(name) === "channel") ?? root)
  const parts = partsOf(channel)
  const declared = baseOf(channel, baseOf(root, url)).replace(/#.*$/s, "")
  const base = declared === url.replace(/#.*$/s, "") ? placeOf(parts, url) : declared
  const all = entriesIn(root)
    .slice(0, mostEntries)
    .map((entry) => entryOf(partsOf(entry), isAtom, baseOf(entry, base)))
  const entries = all.filter((entry) => !isBlank(entry))
  const of = Array.from(tree.counts.values()).reduce((sum, count) => sum + count, 0)
  return {
    title: titleOf(parts.get("title"), isAtom),
    about:
      parts
        .all("subtitle", "description", "itunes:summary")
        .map((node) => htmlOf(node, isAtom))
        .find((html) => html.trim() !== "") ?? "",
    base,
    entries,
    of: Math.max(of, all.length) - all.length + entries.length,
  }
}

/** What an entry is called. */
export const entryNames: ReadonlySet<string> = new Set(["item", "entry"])

// --- private --------------------------------------------------------------------------

/** Whether an entry has nothing to show, as one that a feed has by mistake. */
const isBlank = ({ author, content, date, files = [], link, title }: Entry): boolean =>
  files.length === 0 && [author, content, date, link, title].every((part) => part.trim() === "")

const entriesIn = (node: Node): ReadonlyArray<Node> =>
  elementsOf(node).flatMap((child) => (entryNames.has(localOf(child.name)) ? [child] : entriesIn(child)))
