/**
 * Lists of pages that sites publish beside sitemaps: `llms.txt` (llmstxt.org), the inventory of Sphinx (`objects.inv`,
 * version 2), and the search index of MkDocs and other generators.
 */
import * as Listed from "./Listed.ts"

/** The links of a Markdown list: `- [Title](address): notes`. */
export function* llmsText(text: string, base: string): Listed.Listing {
  for (const line of linesOf(text)) {
    const open = line.indexOf("[")
    const middle = line.indexOf("](", open)
    const close = middle === -1 ? -1 : line.indexOf(")", middle)
    yield open === -1 || close === -1
      ? undefined
      : Listed.pageOf(line.slice(middle + 2, close).trim(), base, { title: line.slice(open + 1, middle) })
  }
}

/**
 * The pages of an inventory, whose compressed part is unpacked: `name domain:role priority address title`. An address
 * that ends in `$` repeats the name, and a title of `-` does so, too. `base` is the address of the inventory.
 */
export function* inventory(text: string, base: string): Listed.Listing {
  if (!text.startsWith("# Sphinx inventory version 2")) return
  for (const line of linesOf(text)) {
    const words = line.split(" ", maxWords)
    // A name may have spaces, so the priority, a number, tells where it ends.
    const at = words.findIndex(
      (word, at) => at > 1 && /^-?\d{1,3}$/.test(word) && words[at - 1]?.includes(":") === true,
    )
    const name = words.slice(0, Math.max(0, at - 1)).join(" ")
    const role = words[at - 1] ?? ""
    const title = words.slice(at + 2).join(" ")
    const written = at === -1 ? "" : (words[at + 1] ?? "")
    const isTitled = role === "std:doc" || role === "std:label"
    const address = written.endsWith("$") ? written.slice(0, -1) + name : written
    yield written === ""
      ? undefined
      : Listed.pageOf(address, base, { title: isTitled ? (title === "-" ? name : title) : "" })
  }
}

/**
 * The entries of a search index in JSON: objects with an address (`location`, `url`, `permalink`, …) and a title. The
 * file has the texts of all pages, so it is scanned for its strings, and no value is built.
 */
export function* searchIndex(text: string, base: string): Listed.Listing {
  let entry: { url?: string | undefined; title?: string | undefined } = {}
  let key = ""
  let from = 0
  for (let at = text.indexOf('"'); at !== -1; at = text.indexOf('"', from)) {
    const between = text.slice(from, Math.min(at, from + maxBetween))
    if (/[{}]/.test(between)) {
      yield entry.url === undefined ? undefined : Listed.pageOf(entry.url, base, { title: entry.title ?? "" })
      entry = {}
    }
    const end = endOfString(text, at)
    from = end + 1
    if (isKeyAt(text, from)) key = text.slice(at + 1, end)
    else {
      if (addressKeys.has(key)) entry.url ??= stringOf(text, at, end)
      else if (key === "title") entry.title ??= stringOf(text, at, end)
      key = ""
      yield undefined
    }
  }
  if (entry.url !== undefined) yield Listed.pageOf(entry.url, base, { title: entry.title ?? "" })
}

// --- private --------------------------------------------------------------------------

/** Maximum characters of a line, of a string that is used, and between two strings. */
const maxLine = 16_384
const maxBetween = 1_024

function* linesOf(text: string): Generator<string> {
  for (let start = 0; start < text.length;) {
    const found = text.indexOf("\n", start)
    const end = found === -1 ? text.length : found
    yield text.slice(start, Math.min(end, start + maxLine))
    start = end + 1
  }
}

/** Maximum words of a line of an inventory. */
const maxWords = 200

const addressKeys: ReadonlySet<string> = new Set(["location", "url", "permalink", "href", "uri", "relpermalink"])

/** The closing quotation mark of a string that begins at `at`. */
const endOfString = (text: string, at: number): number => {
  for (let end = text.indexOf('"', at + 1); end !== -1; end = text.indexOf('"', end + 1)) {
    let escapes = 0
    while (text.charAt(end - 1 - escapes) === "\\") escapes++
    if (escapes % 2 === 0) return end
  }
  return text.length
}

const isKeyAt = (text: string, from: number): boolean => /^\s{0,8}:/.test(text.slice(from, from + 9))

/** The value of a string; `undefined` if it is too long or isn't valid JSON. */
const stringOf = (text: string, at: number, end: number): string | undefined => {
  if (end - at > maxLine) return undefined
  const written = text.slice(at + 1, end)
  if (!written.includes("\\")) return written
  return written.replace(/\\(?:u([0-9a-f]{4})|(.))/gis, (_, hex?: string, character = "") =>
    hex === undefined ? (escaped.get(character) ?? character) : String.fromCharCode(Number.parseInt(hex, 16)),
  )
}

const escaped: ReadonlyMap<string, string> = new Map([
  ["n", "\n"],
  ["t", "\t"],
  ["r", "\r"],
  ["b", ""],
  ["f", " "],
])
