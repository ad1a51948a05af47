/** A site's list of its pages or of its other lists (https://www.sitemaps.org/protocol.html), as a list of links. */
import { type Extractor, HttpUrl, UntrustedText } from "@porthole/core"
import { escaped } from "../formats/Code.ts"
import { elementsOf, type Node, textOf, type Tree } from "./Tree.ts"

/** Most addresses that are read. */
export const mostAddresses = 10_000

/** Shows a list; its content is empty where it has no address of a page. */
export const extractedOf = (tree: Tree, mode: Extractor.Fetched["mode"]): Extractor.Extracted => {
  const entries = (tree.root === undefined ? [] : elementsOf(tree.root)).flatMap((entry) => {
    const address = HttpUrl.normalise(partOf(entry, "loc"))
    if (address === undefined) return []
    const changed = UntrustedText.clean(partOf(entry, "lastmod"), 40).text
    return [{ address, line: changed === "" ? address : `${address} (${changed})`, changed }]
  })
  const of = Array.from(tree.counts.values()).reduce((sum, count) => sum + count, 0)
  const links = entries.flatMap(({ address }) => HttpUrl.withoutFragment(address) ?? [])
  return {
    title: "",
    content: shown(entries, mode),
    links: Array.from(new Set(links)),
    text_length: entries.reduce((sum, { line }) => sum + line.length + 1, 0),
    ...(of > mostAddresses || tree.read < tree.of ? { reduced: [{ part: "entries", read: entries.length, of }] } : {}),
  }
}

// --- private --------------------------------------------------------------------------

/** What the list says of an entry. A picture of the page has an address, too, with another prefix. */
const partOf = (entry: Node, local: string): string => {
  const name = entry.name.slice(0, entry.name.indexOf(":") + 1) + local
  return textOf(elementsOf(entry).find((part) => part.name.toLowerCase() === name.toLowerCase())).trim()
}

interface Shown {
  readonly address: string
  readonly line: string
  readonly changed: string
}

const shown = (entries: ReadonlyArray<Shown>, mode: Extractor.Fetched["mode"]): string => {
  if (mode === "text") return entries.map(({ line }) => line).join("\n")
  if (mode === "html") {
    const items = entries.map(({ address, changed }) => {
      const href = escaped(address)
      return `<li><a href="${href}">${href}</a>${changed === "" ? "" : ` (${escaped(changed)})`}</li>`
    })
    return items.length === 0 ? "" : `<ul>\n${items.join("\n")}\n</ul>`
  }
  return entries
    .map(({ address, changed }) => `- <${address}>${changed === "" ? "" : ` (${changed.replace(/[^\w:.+-]/g, " ")})`}`)
    .join("\n")
}
