/** The title of a PDF: what it declares, unless that is the name of a file, or else its largest words at the top. */
import { UntrustedText } from "@porthole/core"
import * as Predicate from "effect/Predicate"
import type { Line } from "./Lines.ts"

/** The title by the document's information and its first page's lines; empty when there is none. */
export const titleOf = (info: unknown, lines: ReadonlyArray<Line>): string => {
  const title: unknown = Predicate.hasProperty(info, "Title") ? info.Title : undefined
  const declared = typeof title === "string" ? UntrustedText.clean(title, longest).text : ""
  const own = declared.replace(/^Microsoft (?:Word|PowerPoint|Excel) - /, "")
  if (own !== "" && !/^untitled\b|\.(?:docx?|pptx?|xlsx?|indd|tex|dvi|pdf|rtf|odt|qxd)$/i.test(own)) return own
  return largest(lines)
}

// --- private --------------------------------------------------------------------------

const longest = 300

/** Larger than the page's text is what is this many times its size. */
const larger = 1.2

const largest = (lines: ReadonlyArray<Line>): string => {
  const top = lines.slice(0, 40)
  const usual = lines.map(({ size }) => size).toSorted((one, other) => one - other)[Math.floor(lines.length / 2)] ?? 0
  const size = top.reduce((most, line) => Math.max(most, line.size), 0)
  const from = top.findIndex((line) => line.size === size)
  if (lines.length < 3 || size < larger * usual) return ""
  const to = top.findIndex((line, at) => at > from && Math.abs(line.size - size) > 0.1)
  const title = top.slice(from, to === -1 ? from + 1 : Math.min(to, from + 4)).map(({ text }) => text)
  return UntrustedText.clean(title.join(" "), longest).text
}
