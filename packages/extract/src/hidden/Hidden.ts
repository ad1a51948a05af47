/**
 * Takes out what a page carries but doesn't show: hidden text is where injected instructions live.
 * Told without layout, from attributes, inline styles and the class names that the field uses for
 * text that only screen readers get. The body itself is never hidden: pages do that until a script runs.
 */
import { childrenOf, isElement, select, unwrap, weightOf } from "../Dom.ts"

/** Removes the hidden parts of a document's body. */
export const removeHidden = (document: Document): void => {
  removeFrom(document.body, weightOf(document.body) * faded)
  openNoscript(document)
}

// --- private --------------------------------------------------------------------------

/** The share of a page's text from which on what is transparent is taken for content that a script fades in. */
const faded = 0.2

const removeFrom = (parent: Element, fadedWeight: number): void => {
  for (const child of childrenOf(parent)) {
    if (!isElement(child)) continue
    if (isHidden(child) || (isTransparent(child) && weightOf(child) < fadedWeight)) child.remove()
    else removeFrom(child, fadedWeight)
  }
}

const isHidden = (element: Element): boolean =>
  neverShown.has(element.localName) ||
  (element.hasAttribute("hidden") && element.getAttribute("hidden")?.toLowerCase() !== "until-found") ||
  (element.getAttribute("aria-hidden")?.toLowerCase() === "true" && !isMath(element)) ||
  (element.localName === "dialog" && !element.hasAttribute("open")) ||
  (element.localName === "input" && element.getAttribute("type")?.toLowerCase() === "hidden") ||
  hiddenStyle.test(styleOf(element)) ||
  screenReaderOnly.test(element.getAttribute("class") ?? "")

const isTransparent = (element: Element): boolean => transparentStyle.test(styleOf(element))

const styleOf = (element: Element): string => (element.getAttribute("style") ?? "").replace(/\s+/g, "")

const neverShown: ReadonlySet<string> = new Set([
  "script",
  "style",
  "template",
  "datalist",
  "canvas",
  "object",
  "embed",
])

/** Renderers of formulas hide the picture from screen readers and the source from sight. */
const isMath = (element: Element): boolean => /\b(?:katex|mathjax|mwe-math)/i.test(element.getAttribute("class") ?? "")

const hiddenStyle =
  /(?:^|;)(?:display:none|visibility:(?:hidden|collapse)|font-size:0(?:\.0+)?(?:px|em|rem|pt|%)?(?:;|!|$)|(?:left|right|top|text-indent):-\d{4,}(?:px|em)?|clip:rect\((?:0(?:px)?|1px),?(?:0(?:px)?|1px))/i

const transparentStyle = /(?:^|;)opacity:0(?:\.0+)?(?:%|;|!|$)/i

const screenReaderOnly = /(?:^|\s)(?:sr-only|visually-?hidden|screen-reader-(?:text|only)|screenreader-only)(?:\s|$)/i

/** What a page shows without scripts counts where it shows nothing else; else only images that it holds back. */
const openNoscript = (document: Document): void => {
  const elements = select(document.body, "noscript")
  const isAllThereIs = weightOf(document.body) - elements.reduce((sum, element) => sum + weightOf(element), 0) < 200
  for (const element of elements) {
    if (isAllThereIs) unwrap(element)
    else if (weightOf(element) > 0 || element.querySelector("img") === null) element.remove()
  }
}
