/** Shows a sitemap (https://www.sitemaps.org/protocol.html) as a list of links. */
import { type Extractor, HttpUrl, UntrustedText } from "@porthole/core"
import { escaped } from "./Written.ts"
import { elementsOf, partsOf, textOf, type Tree } from "./XmlTree.ts"

/** Shows a sitemap; its content is empty if no entry has an address. */
export const extractedOf = (tree: Tree, mode: Extractor.Fetched["mode"]): Extractor.Extracted => {
  const entries = elementsOf(tree.root).slice(0, mostAddresses)
  const pages = entries.flatMap((entry) => {
    const parts = partsOf(entry)
    const url = HttpUrl.normalise(textOf(parts("loc")[0]).trim())
    const changed = textOf(parts("lastmod")[0]).trim()
    const date = UntrustedText.clean(changed, 40).text.replace(/[^\w:.+-]/g, " ")
    return url === undefined ? [] : [{ url, note: date === "" ? "" : ` (${date})` }]
  })
  const lines = pages.map(({ note, url }) => url + note)
  const items = pages.map(({ note, url }) => `<li><a href="${escaped(url)}">${escaped(url)}</a>${note}</li>`)
  const contents = {
    text: lines,
    markdown: pages.map(({ note, url }) => `- <${url}>${note}`),
    html: items.length === 0 ? [] : ["<ul>", ...items, "</ul>"],
  }
  return {
    title: "",
    content: contents[mode].join("\n"),
    links: Array.from(new Set(pages.flatMap(({ url }) => HttpUrl.withoutFragment(url) ?? []))),
    text_length: lines.reduce((sum, line) => sum + line.length + 1, 0),
    ...(entries.length < tree.entries ? { reduced: [{ part: "entries", read: pages.length, of: tree.entries }] } : {}),
  }
}

// --- private --------------------------------------------------------------------------

const mostAddresses = 10_000
