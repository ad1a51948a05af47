/**
 * The title of a PDF: the declared one unless it is a file name or begins with `untitled`, or else the largest words at
 * the top of the first page.
 */
import { UntrustedText } from "@porthole/core"
import * as Predicate from "effect/Predicate"
import type { Line } from "./layout/LineBuilder.ts"

/** The title from the document's information dictionary and its first page; empty if there is none. */
export const titleOf = (info: unknown, lines: ReadonlyArray<Line>): string => {
  const declared = Predicate.hasProperty(info, "Title") && typeof info.Title === "string" ? info.Title : ""
  const title = UntrustedText.clean(declared, maxLength).text.replace(/^Microsoft (?:Word|PowerPoint|Excel) - /, "")
  return title === "" || unusableTitle.test(title) ? largestTextOf(lines) : title
}

// --- private --------------------------------------------------------------------------

const maxLength = 300

const unusableTitle = /^untitled\b|\.(?:docx?|pptx?|xlsx?|indd|tex|dvi|pdf|rtf|odt|qxd)$/i

/** Minimum size of a title, as a multiple of the usual size of the page's text. */
const minTitleRatio = 1.2

const largestTextOf = (lines: ReadonlyArray<Line>): string => {
  const top = lines.slice(0, 40)
  const usual = lines.map(({ size }) => size).toSorted((one, other) => one - other)[lines.length >> 1] ?? 0
  const size = Math.max(0, ...top.map((line) => line.size))
  if (lines.length < 3 || size < minTitleRatio * usual) return ""
  const from = top.findIndex((line) => line.size === size)
  const to = top.findIndex((line, at) => at > from && Math.abs(line.size - size) > 0.1)
  const title = top.slice(from, to === -1 ? from + 1 : Math.min(to, from + 4)).map(({ text }) => text)
  return UntrustedText.clean(title.join(" "), maxLength).text
}
