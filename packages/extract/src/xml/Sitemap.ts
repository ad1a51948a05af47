/** Shows a sitemap (https://www.sitemaps.org/protocol.html) as a list of links. */
import { type Extractor, HttpUrl, UntrustedText } from "@porthole/core"
import { escaped } from "../text/Code.ts"
import { elementsOf, type Node, textOf, type Tree } from "./Tree.ts"

/** Shows a sitemap; its content is empty if no entry has an address. */
export const extractedOf = (tree: Tree, mode: Extractor.Fetched["mode"]): Extractor.Extracted => {
  const children = tree.root === undefined ? [] : elementsOf(tree.root)
  const pages = children.slice(0, mostAddresses).flatMap((entry) => {
    const address = HttpUrl.normalise(partOf(entry, "loc"))
    if (address === undefined) return []
    const changed = UntrustedText.clean(partOf(entry, "lastmod"), 40).text
    return [{ address, note: changed === "" ? "" : ` (${changed.replace(/[^\w:.+-]/g, " ")})` }]
  })
  const lines = pages.map(({ address, note }) => address + note)
  const items = pages.map(({ address, note }) => {
    const href = escaped(address)
    return mode === "html" ? `<li><a href="${href}">${href}</a>${note}</li>` : `- <${address}>${note}`
  })
  const list = mode === "html" && items.length > 0 ? ["<ul>", ...items, "</ul>"] : items
  return {
    title: "",
    content: (mode === "text" ? lines : list).join("\n"),
    links: Array.from(new Set(pages.flatMap(({ address }) => HttpUrl.withoutFragment(address) ?? []))),
    text_length: lines.reduce((sum, line) => sum + line.length + 1, 0),
    ...(tree.entries > mostAddresses || tree.read < tree.of
      ? { reduced: [{ part: "entries", read: pages.length, of: tree.entries }] }
      : {}),
  }
}

// --- private --------------------------------------------------------------------------

const mostAddresses = 10_000

/** An entry's own value: a picture's address has another prefix. */
const partOf = (entry: Node, local: string): string => {
  const name = entry.name.slice(0, entry.name.indexOf(":") + 1) + local
  return textOf(elementsOf(entry).find((part) => part.name.toLowerCase() === name.toLowerCase())).trim()
}
