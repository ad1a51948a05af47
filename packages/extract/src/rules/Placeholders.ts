/**
 * What a page shows only until its script has run: fragments that are still loaded, templates in moustaches, and the
 * names of icons that a font draws as pictures. Also the copies of its text that only machines read.
 */
import { beginningOf, elementsIn, hasAttributeIn, isText, lineOf, nearest, select } from "@porthole/visibility/dom"
import { patternOf } from "../classes/ClassNames.ts"
import type { ControlRule } from "../phases/Rule.ts"

/** Removes the placeholders of a document. */
export const placeholders: ControlRule = {
  name: "placeholders",
  case: "A page shows templates, names of icons and copies for machines until its script has run.",
  phase: "control",
  reads: {
    elements: ["include-fragment", "summary", "i", "span", "mat-icon"],
    attributes: ["src", "open", "itemtype", "itemprop", "class"],
    classes: ["forMachines", "iconFont"],
  },
  run: (root) => {
    const found = elementsIn(root, (element) => isPlaceholder(element) || isForMachines(element))
    for (const element of found) if (isPlaceholder(element)) element.remove()
    const copies = found.filter((element) => root.contains(element))
    for (const item of copies.filter(isItem).slice(0, maxItems)) if (isRepeated(item, lineOf(root))) item.remove()
    for (const copy of copies)
      if (!isItem(copy) && isRepeated(copy, beginningOf(copy.parentElement ?? root, maxLine))) copy.remove()
  },
}

// --- private --------------------------------------------------------------------------

/** Maximum described items that are compared with the whole page. */
const maxItems = 5
/** Maximum characters around any other copy that are read. */
const maxLine = 1_000

const isItem = (element: Element): boolean => element.hasAttribute("itemtype")

const microdata: ReadonlySet<string> = new Set(["itemtype", "itemprop"])

/** Whether an element is of microdata, and has a class that hides it in the usual libraries of styles. */
const isForMachines = (element: Element): boolean =>
  hasAttributeIn(element, microdata) && forMachines.test(element.getAttribute("class") ?? "")

/** Whether all paragraphs of an element stand elsewhere in a part of the page, too. Without paragraphs it is one. */
const isRepeated = (element: Element, part: string): boolean => {
  const paragraphs = select(element, "p, li")
  return (paragraphs.length === 0 ? [element] : paragraphs.slice(0, maxParagraphs)).every((paragraph) => {
    const text = lineOf(paragraph)
    return part.indexOf(text) !== part.lastIndexOf(text)
  })
}

const forMachines = patternOf("forMachines")

const maxParagraphs = 50

const isPlaceholder = (element: Element): boolean => {
  const { firstChild, localName } = element
  if (localName === "include-fragment") return element.hasAttribute("src")
  if (localName === "summary") return isInstruction(element)
  if (firstChild === null || !isText(firstChild)) return false
  const isIcon = iconNames.has(localName) && isLigature(element, firstChild)
  if (!isIcon && !(firstChild.data.includes("{{") && template.test(firstChild.data))) return false
  return element.firstElementChild === null && (isIcon || nearest(element, "pre, code, kbd, samp") === null)
}

/** Whether a summary only says what a click does; its panel is open. */
const isInstruction = (summary: Element): boolean =>
  summary.parentElement?.hasAttribute("open") === true &&
  /^(?:expand|collapse|show|hide|toggle)(?:\s\p{L}+){0,2}$/iu.test(lineOf(summary))

const iconNames: ReadonlySet<string> = new Set(["i", "span", "mat-icon"])

/** Whether a text is the name of a picture in a font of icons, such as `arrow_forward`. */
const isLigature = (element: Element, { data }: Text): boolean =>
  /^\s*[a-z][a-z\d_]{1,40}\s*$/.test(data) &&
  (element.localName === "mat-icon" || iconFont.test(element.getAttribute("class") ?? ""))

const iconFont = patternOf("iconFont")

/** A text of moustaches only; documentation has them within sentences or code. */
const template = /^\s*(?:\{\{[^{}]{1,200}\}\}[\s,.:;/-]*){1,10}$/
