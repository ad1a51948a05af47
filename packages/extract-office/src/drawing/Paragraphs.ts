/** Writes a shape's text as HTML (DrawingML, ISO/IEC 29500-1 section 21.1.2): paragraphs, and lists with levels. */
import type { Relationships } from "../container/OpenXml.ts"
import { attribute, elementsOf, find, type Node, relationOf, textOf } from "../container/Xml.ts"
import { escaped } from "../Made.ts"
import { formatted } from "../Numerals.ts"

/** What is around the text of shapes. */
export interface TextPlace {
  readonly relationships: Relationships
  /** Whether the text stands on white, so that white letters don't show. */
  readonly isOnWhite: boolean
  /** Counts the runs of text that nobody sees. */
  readonly counts: { hidden: number }
}

/** Paragraphs; those with bullets or numbers become nested lists. `hasBullets` is whether they have by default. */
export const paragraphsOf = (body: Node | undefined, place: TextPlace, hasBullets: boolean): string => {
  let html = ""
  const open: Array<{ readonly level: number; readonly tag: "ul" | "ol" }> = []
  const marks: Array<Mark | undefined> = []
  /** Closes the lists of this level and of those below it. */
  const close = (level: number): void => {
    while ((open.at(-1)?.level ?? -1) >= level) html += `</li></${open.pop()?.tag ?? "ul"}>`
  }
  for (const paragraph of elementsOf(body, "p")) {
    const text = textIn(paragraph, place, find(body, "lstStyle"))
    if (!isText(text)) continue
    const properties = find(paragraph, "pPr")
    const number = find(properties, "buAutoNum")
    const isListed =
      find(properties, "buNone") === undefined &&
      (hasBullets || find(properties, "buChar") !== undefined || number !== undefined)
    if (!isListed) {
      close(0)
      marks.length = 0
      html += `<p>${text}</p>`
      continue
    }
    const level = Math.min(8, Math.max(0, Number(attribute(properties, "lvl") ?? 0) || 0))
    const mark = number === undefined ? undefined : markOf(number, marks[level])
    marks.length = level
    marks[level] = mark
    const tag = mark?.isPlain === true ? "ol" : "ul"
    close(level + 1)
    if (open.at(-1)?.level === level && open.at(-1)?.tag !== tag) close(level)
    // A level that is left out has no list of its own.
    if (open.at(-1)?.level === level) html += "</li>"
    else {
      html += `<${tag}>`
      open.push({ level, tag })
    }
    html += mark?.isPlain === true ? `<li value="${mark.value}">${text}` : `<li>${escaped(mark?.label ?? "")}${text}`
  }
  close(0)
  return html
}

/** The text of a paragraph, with its links to the web. The shape's list style has the formats of its levels. */
export const textIn = (paragraph: Node, place: TextPlace, listStyle: Node | undefined): string => {
  const level = Number(attribute(find(paragraph, "pPr"), "lvl") ?? 0) || 0
  const inherited = find(listStyle, `lvl${level + 1}pPr`, "defRPr")
  return elementsOf(paragraph)
    .map((part) => {
      if (part.name === "br") return "<br>"
      if (part.name !== "r" && part.name !== "fld") return ""
      const text = escaped(textOf(find(part, "t")))
      if (isText(text) && isHidden(find(part, "rPr"), inherited, place)) {
        place.counts.hidden += 1
        return ""
      }
      const link = place.relationships.get(relationOf(find(part, "rPr", "hlinkClick")) ?? "")
      return link?.isExternal === true && /^https?:/i.test(link.target) && isText(text)
        ? `<a href="${escaped(link.target)}">${text}</a>`
        : text
    })
    .join("")
}

// --- private --------------------------------------------------------------------------

const fills = ["noFill", "solidFill", "gradFill", "blipFill", "pattFill"]

/** In hundredths of a point. */
const maxInvisibleSize = 150

/** Whether letters are too small to be seen, without a colour, transparent, or as white as their ground. */
const isHidden = (own: Node | undefined, inherited: Node | undefined, { isOnWhite }: TextPlace): boolean => {
  if (Number(attribute(own, "sz") ?? attribute(inherited, "sz") ?? 1_800) <= maxInvisibleSize) return true
  const properties = fills.some((name) => find(own, name) !== undefined) ? own : inherited
  if (find(properties, "noFill") !== undefined && find(properties, "ln") === undefined) return true
  const color = elementsOf(find(properties, "solidFill"))[0]
  const alpha = attribute(find(color, "alpha"), "val")
  return (alpha !== undefined && Number(alpha) < 2_000) || (isOnWhite && isWhite(color))
}

/** Whether a colour is white, or the theme's first ground as it is. */
export const isWhite = (color: Node | undefined): boolean => {
  const value = attribute(color, "val") ?? ""
  if (color?.name === "srgbClr") return /^f[a-f0-9]f[a-f0-9]f[a-f0-9]$/i.test(value)
  return color?.name === "schemeClr" && /^(?:bg1|lt1)$/.test(value) && elementsOf(color).length === 0
}

const isText = (text: string): boolean => text.trim() !== ""

interface Mark {
  readonly value: number
  /** Whether it is a number such as `3.`, which a list shows by itself. */
  readonly isPlain: boolean
  readonly label: string
  /** The type and the first number of its list. */
  readonly list: string
}

/** The mark of a numbered paragraph, after one with the mark `before`. */
const markOf = (number: Node, before: Mark | undefined): Mark => {
  const type = attribute(number, "type") ?? "arabicPeriod"
  const start = Number(attribute(number, "startAt") ?? 1) || 1
  const list = `${type} ${start}`
  const value = before?.list === list ? before.value + 1 : start
  const format = formats.find(([begin]) => type.startsWith(begin))?.[1] ?? "decimal"
  const end = type.endsWith("Period") ? "." : type.includes("Paren") ? ")" : ""
  return { list, value, isPlain: format === "decimal", label: `${formatted(value, format)}${end} ` }
}

/** By the beginning of a numbering's type (section 20.1.10.61). */
const formats = [
  ["alphaLc", "lowerLetter"],
  ["alphaUc", "upperLetter"],
  ["romanLc", "lowerRoman"],
  ["romanUc", "upperRoman"],
] as const
