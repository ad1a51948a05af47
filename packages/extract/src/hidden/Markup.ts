/** What elements and attributes alone say about what is shown, and the class names of text for screen readers. */

/** Elements whose content is shown to nobody, and is no text of the page either. */
export const neverText: ReadonlySet<string> = new Set([
  "script",
  "style",
  "template",
  "noscript",
  "datalist",
  "canvas",
  "object",
  "embed",
])

/** Whether an element's name, an attribute or a class hides it. */
export const isHiddenByMarkup = (element: Element): boolean =>
  (neverText.has(element.localName) && element.localName !== "noscript") ||
  isHiddenByAttributes((name) => element.getAttribute(name)) ||
  (element.getAttribute("aria-hidden")?.toLowerCase() === "true" && !isMath(element)) ||
  (element.localName === "dialog" && !element.hasAttribute("open")) ||
  (element.localName === "input" && element.getAttribute("type")?.toLowerCase() === "hidden")

/** Whether an attribute or a class hides an element, whatever it is called; `aria-hidden` does as well, but for formulas. */
export const isHiddenByAttributes = (attribute: (name: string) => string | null | undefined): boolean =>
  (attribute("hidden") ?? "until-found").toLowerCase() !== "until-found" ||
  typeof attribute("popover") === "string" ||
  screenReaderOnly.test(attribute("class") ?? "")

// --- private --------------------------------------------------------------------------

/** Renderers of formulas hide the picture from screen readers and the source from sight. */
const isMath = (element: Element): boolean => /\b(?:katex|mathjax|mwe-math)/i.test(element.getAttribute("class") ?? "")

const screenReaderOnly = /(?:^|\s)(?:sr-only|visually-?hidden|screen-reader-(?:text|only)|screenreader-only)(?:\s|$)/i
