/** What elements and attributes hide by themselves, and the parts of the browser's own style sheet that matter here. */

import { lineOf } from "../tree/Dom.ts"

/** Elements whose content is shown to nobody, and is no text of the page either. */
export const neverText: ReadonlySet<string> = new Set(
  "script style template noscript datalist canvas object embed".split(" "),
)

/** Whether an element is out of sight whatever its style is. */
export const isHiddenByMarkup = (element: Element): boolean =>
  (neverText.has(element.localName) && element.localName !== "noscript") ||
  (element.getAttribute("aria-hidden")?.toLowerCase() === "true" && !isMath(element) && !isTwin(element)) ||
  (element.localName === "input" && element.getAttribute("type")?.toLowerCase() === "hidden")

/** Whether a class is one that the field uses for text that only screen readers get. */
export const isForScreenReaders = (element: Element): boolean =>
  element.hasAttributes() && screenReaderOnly.test(element.getAttribute("class") ?? "")

/** The browser's own declarations for an element, those of old attributes included. */
export const browserStyleOf = (element: Element): string => `${byName(element)}${byAttributes(element)}`

// --- private --------------------------------------------------------------------------

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

const byName = (element: Element): string => {
  switch (element.localName) {
    case "a":
      return element.hasAttribute("href") ? "color:LinkText;" : ""
    case "mark":
      return "color:MarkText;background-color:Mark;"
    case "dialog":
      return element.hasAttribute("open")
        ? "color:CanvasText;background-color:Canvas;position:absolute;"
        : "display:none;position:absolute;"
    case "button":
      return "color:ButtonText;background-color:ButtonFace;"
    case "input":
    case "textarea":
    case "select":
      return "color:FieldText;background-color:Field;"
    case "rp":
      return "display:none;"
    default:
      return ""
  }
}

const byAttributes = (element: Element): string => {
  if (!element.hasAttributes()) return ""
  let style = ""
  const hidden = element.getAttribute("hidden")?.toLowerCase()
  const isPopover = element.hasAttribute("popover") && !(element.localName === "dialog" && element.hasAttribute("open"))
  if ((hidden !== undefined && hidden !== "until-found") || isPopover) style += "display:none;"
  const ground = element.getAttribute("bgcolor")
  if (ground !== null) style += `background-color:${legacy(ground)};`
  const colour = element.localName === "font" ? element.getAttribute("color") : null
  if (colour !== null) style += `color:${legacy(colour)};`
  const text = element.localName === "body" ? element.getAttribute("text") : null
  if (text !== null) style += `color:${legacy(text)};`
  const fill = element.getAttribute("fill")
  if (fill !== null) style += `fill:${fill};`
  return style
}

/** A colour of an old attribute, where the number sign may be missing. */
const legacy = (value: string): string =>
  /^[\da-f]{6}$/i.test(value.trim()) ? `#${value.trim()}` : value.replaceAll(/[;{}]/g, "")
