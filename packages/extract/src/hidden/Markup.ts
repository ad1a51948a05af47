/** What elements and attributes hide or colour without a style sheet. The browser's own sheet is in `css.json`. */
import { lineOf } from "../tree/Dom.ts"
import tables from "./css.json" with { type: "json" }
import type { Item } from "./Outline.ts"

/** Elements whose content is shown to nobody, and is no text of the page either. */
export const neverText: ReadonlySet<string> = new Set(
  "script style template noscript datalist canvas object embed".split(" "),
)

/** Whether an element is out of sight whatever its style is. */
export const isHiddenByMarkup = (element: Element): boolean =>
  (neverText.has(element.localName) && element.localName !== "noscript") ||
  (isEqual(element, "aria-hidden", "true") && !isMath(element) && !isTwin(element)) ||
  (element.localName === "input" && isEqual(element, "type", "hidden"))

/** Whether a class is one that the field uses for text that only screen readers get. */
export const isForScreenReaders = (element: Element): boolean =>
  screenReaderOnly.test(element.getAttribute("class") ?? "")

/** The declarations that an element's old attributes stand for; the number sign of a colour may be missing. */
export const hintsOf = ({ element, names }: Item): string =>
  tables.hints
    .filter(({ attribute, tag }) => names.includes(`[${attribute}`) && (tag === "*" || names[0] === tag))
    .map(({ attribute, property }) => {
      const value = element.getAttribute(attribute)?.replaceAll(/[;{}]/g, "").trim() ?? ""
      return `${property}:${value.replace(/^[\da-f]{6}$/i, "#$&")}`
    })
    .join(";")

// --- private --------------------------------------------------------------------------

const isEqual = (element: Element, attribute: string, value: string): boolean =>
  element.getAttribute(attribute)?.toLowerCase() === value

/** Renderers of formulas hide the picture from screen readers and the source from sight. */
const isMath = (element: Element): boolean => /\b(?:katex|mathjax|mwe-math)/i.test(element.getAttribute("class") ?? "")

/** Whether an element beside it gives the same text to screen readers: then this is what a browser shows. */
const isTwin = (element: Element): boolean =>
  [element.previousElementSibling, element.nextElementSibling].some((beside) => {
    if (beside === null || !isForScreenReaders(beside)) return false
    const text = lineOf(element)
    return text !== "" && lineOf(beside).includes(text)
  })

const screenReaderOnly = /(?:^|\s)(?:sr-only|visually-?hidden|screen-reader-(?:text|only)|screenreader-only)(?:\s|$)/i
