/**
 * Puts the style sheets of a book into its chapters. The reader of HTML loads none, and a book may hide text by a class
 * whose rule is in another file.
 */
import * as Result from "effect/Result"
import { Parser } from "htmlparser2"
import { decoderOf } from "../container/Xml.ts"
import type { Zip } from "../container/Zip.ts"

/**
 * Makes the function that returns a chapter with its style sheets, given its name in the archive. A style sheet that
 * can't be unpacked counts as absent.
 */
export const chapterStyles = (
  zip: Zip,
  nameOf: (folder: string, address: string) => string,
): ((name: string, source: Uint8Array) => Uint8Array | string) => {
  const known = new Map<string, string>()
  const sheet = (name: string, depth: number): string => {
    const found = known.get(name)
    if (found !== undefined) return found
    known.set(name, "")
    const bytes = Result.getOrElse(zip.read(name), () => undefined) ?? new Uint8Array()
    const own = decoderOf(bytes).decode(bytes).slice(0, maxLength)
    const imported = Array.from(depth === 0 ? [] : importsIn(own), (address) =>
      sheet(nameOf(folderOf(name), address), depth - 1),
    )
    const rules = `${imported.join("")}${own}`.slice(0, maxLength)
    known.set(name, rules)
    return rules
  }
  return (name, source) => {
    const decoded = decoderOf(source).decode(source)
    // In XHTML the rules of a chapter may be in a section of characters, which the reader of HTML doesn't know.
    const text = decoded.replace(sections, "$1")
    let [styled, at, left] = ["", 0, maxLength]
    for (const { address, end, media } of linksIn(text)) {
      const rules = sheet(nameOf(folderOf(name), address), maxDepth).slice(0, left)
      left -= rules.length
      const shownIn = media.replace(/[^\w\s(),:-]/g, "")
      styled += `${text.slice(at, end)}<style media="${shownIn}">${inElement(rules)}</style>`
      at = end
    }
    return at === 0 && text === decoded ? source : styled + text.slice(at)
  }
}

// --- private --------------------------------------------------------------------------

/** In characters, of the style sheets of a chapter. */
const maxLength = 262_144
/** Of style sheets that import others. */
const maxDepth = 3

const folderOf = (name: string): string => name.slice(0, name.lastIndexOf("/") + 1)

/** Rules that end no element: what follows would be text, which no program for books shows. */
const inElement = (rules: string): string => rules.replaceAll("</", "<\\/")

const sections = /(<style\b[^<>]{0,500}>)\s{0,50}<!\[CDATA\[/gi

/** A link to a style sheet, and where its tag ends. */
interface Link {
  readonly address: string
  readonly media: string
  readonly end: number
}

/** The links that a chapter applies, in order: none of comments, and none that a reader has to choose. */
const linksIn = (text: string): ReadonlyArray<Link> => {
  const found: Array<Link> = []
  const take = ({ disabled, href = "", media = "", rel = "", type = "" }: Attributes): void => {
    const words = rel.toLowerCase().split(/\s+/)
    const isChosen = !words.includes("alternate") && disabled === undefined && /^(?:text\/css)?\s*(?:;|$)/i.test(type)
    if (words.includes("stylesheet") && isChosen) found.push({ address: href, media, end: parser.endIndex + 1 })
  }
  const parser = new Parser({
    onopentag: (name, attributes) => {
      if (name === "link") take(attributes)
    },
    // XML links style sheets before its first element.
    onprocessinginstruction: (name, data) => {
      if (name !== "?xml-stylesheet") return
      const pairs = data.matchAll(pseudoAttributes)
      take({ rel: "stylesheet", ...Object.fromEntries(Array.from(pairs, ([, key = "", value = ""]) => [key, value])) })
    },
  })
  parser.end(text)
  return found
}

type Attributes = Readonly<Record<string, string>>
const pseudoAttributes = /\s([a-z]{1,20})=["']([^"']{0,1000})["']/g

/** The addresses that a style sheet imports for the screen: before its first rule, outside of comments. */
const importsIn = (rules: string): ReadonlyArray<string> => {
  const [start = ""] = rules.replace(/\/\*[^]*?(?:\*\/|$)/g, " ").split("{", 1)
  return Array.from(start.matchAll(imports), ([, address = "", media = ""]) =>
    /^(?:not|print|speech)\b/i.test(media) ? "" : address,
  ).filter((address) => address !== "")
}

const imports = /@import\s{1,10}(?:url\()?["']?([^"'()\s;]{1,500})["']?\)?\s{0,10}([a-z]{0,20})/gi
