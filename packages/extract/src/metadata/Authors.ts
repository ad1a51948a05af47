/**
 * The authors of a text that only class names tell from the rest: of papers by LaTeXML, and right under the title. They
 * are a part of the text, and read from what the page shows of it.
 */
import { childrenOf, isElement, isText, lineOf, onOneLine } from "@porthole/visibility/dom"
import * as Microdata from "./Microdata.ts"

/** The names of a paper's authors, or the line of the author directly under the page's only `h1`. */
export const namedAuthors = (document: Document): string | undefined => {
  const found = Microdata.declaringIn(document).filter((element) => document.body.contains(element))
  const persons = found.filter((element) => hasClass(element, "ltx_personname")).slice(0, maxAuthors)
  const names = persons.flatMap((person) => Microdata.nameOf(nameOf(person)) ?? [])
  if (names.length > 0) return [...new Set(names)].join(", ")
  const lines = found.filter(
    (element) => hasClass(element, "author") && element.previousElementSibling?.localName === "h1",
  )
  const [line] = lines
  return line === undefined || lines.length > 1 || lineOf(line).length > maxLine
    ? undefined
    : Microdata.nameOf(lineOf(line))
}

// --- private --------------------------------------------------------------------------

const maxAuthors = 10
/** Maximum characters of a line with names. */
const maxLine = 100

const hasClass = (element: Element, name: string): boolean =>
  (element.getAttribute("class") ?? "").split(/\s+/).includes(name)

/** A name without its notes and their marks, which may be formulas. */
const nameOf = (person: Element): string =>
  onOneLine(
    childrenOf(person)
      .map((child) => (isText(child) ? child.data : isElement(child) && !isMark(child) ? lineOf(child) : " "))
      .join(""),
  ).trim()

const marks: ReadonlySet<string> = new Set(["sup", "math", "code", "script", "style"])

const isMark = (element: Element): boolean => marks.has(element.localName) || hasClass(element, "ltx_note")
