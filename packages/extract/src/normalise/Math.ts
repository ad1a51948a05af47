/**
 * Replaces each formula, with its duplicates, by the form of `Formula.ts`: KaTeX, MathJax 2 and 3, MediaWiki's
 * pictures, MathML, TeX in attributes, and TeX in delimiters.
 *
 * Runs before hidden parts are removed, because renderers hide a formula's source or picture. A formula in a hidden
 * part is removed with that part.
 */
import { hidesItself, isPale } from "@porthole/visibility"
import { elementsIn, first, isElement, isText, lineOf, nearest, select } from "@porthole/visibility/dom"
import { limits } from "../tree/Limits.ts"
import { declaredTexIn, mayDeclareTex } from "./DeclaredTex.ts"
import { formula, isBackedBy, isSpelledBy, type FormulaLayout } from "./Formula.ts"
import { texOf } from "./MathMl.ts"
import { renderedTexOf } from "./RenderedMath.ts"
import { pictureTexOf } from "./TexPictures.ts"

/** Rewrites every formula of a document. */
export const normaliseMath = (root: Element): void => {
  if (elementsIn(root, mayBeFormula, 1).length > 0) readElements(root)
  readTexts(root, { left: limits.formulas, areDollars: undefined })
}

/**
 * Replaces the boxes of MathJax 2 that were made in advance by the TeX of their label, if visitors see its words and
 * letters. So this runs after hidden parts are removed; other boxes stay as text.
 */
export const readLabels = (root: Element): void => {
  for (const container of select(root, boxes)) {
    const label = first(container, ".mjx-math")?.getAttribute("aria-label") ?? ""
    const shown = label === "" ? "" : lineOf(container)
    if (isSpelledBy(label, shown) && isBackedBy(label, shown)) place(container, label, layoutOf(container))
  }
}

// --- private --------------------------------------------------------------------------

const readElements = (root: Element): void => {
  for (const part of select(root, "math mphantom, math maction > :not(:first-child)")) part.remove()
  for (const part of select(root, "math [style], math [hidden], math [mathcolor], math [mathsize]"))
    if (hidesItself(part)) part.remove()
  for (const script of select(root, "script[type^='math/tex']")) readScript(script)
  for (const container of select(root, containers)) readContainer(container)
  // The boxes are hidden from those who hear the label.
  for (const box of select(root, `${boxes} [aria-hidden]`)) box.removeAttribute("aria-hidden")
  for (const math of select(root, "math"))
    if (nearest(math, "math") === math && !select(math, coloured).some(isPale))
      place(math, sourceOf(math), layoutOf(math))
  for (const image of select(root, "img"))
    place(image, isPictureOf(image) ? (image.getAttribute("alt") ?? "") : pictureTexOf(image), layoutOf(image))
  for (const element of select(root, "dt-math, d-math"))
    if (element.firstElementChild === null)
      place(element, element.textContent ?? "", element.hasAttribute("block") ? "display" : "inline")
  for (const [element, tex] of declaredTexIn(root)) place(element, tex, declaredLayoutOf(element))
}

/** Parts of a formula in a colour of their own; pale ones are judged later, when the ground is known. */
const coloured = "[style], [mathcolor]"

/** The elements that renderers put around a formula's picture and source. */
const containers = ".katex, mjx-container, .mwe-math-element, .MathJax, .MathJax_Display, .MathJax_SVG, .MathJax_CHTML"

const boxes = ".mjx-chtml"

/** Whether a picture's alternative text is a formula, by its class. */
const isPictureOf = (image: Element): boolean =>
  /(?:^|\s)(?:mwe-math-fallback-image-(?:inline|display)|(?:la)?tex)(?:\s|$)/.test(image.getAttribute("class") ?? "")

/** Whether an element may be one of these. Pages without any can only have formulas in running text. */
const mayBeFormula = (element: Element): boolean =>
  formulaNames.has(element.localName) ||
  mayDeclareTex(element) ||
  (element.localName === "img" && pictureTexOf(element) !== "") ||
  formulaClass.test(element.getAttribute("class") ?? "")
const formulaNames: ReadonlySet<string> = new Set(["math", "script", "mjx-container", "dt-math", "d-math"])
const formulaClass = /katex|MathJax|mjx-chtml|mwe-math|\b(?:la)?tex\b/

/** Replaces an element by a formula, which is hidden if the element was; without TeX the element stays. */
const place = (element: Element, tex: string, layout: FormulaLayout): void => {
  const made = formula(element.ownerDocument, tex, isInLine(element.parentElement) ? "inline" : layout)
  if (made === undefined) return
  for (const name of ["style", "hidden", "class", "id"]) {
    const value = element.getAttribute(name)
    if (value !== null) made.setAttribute(name, value)
  }
  element.replaceWith(made)
}

/** Whether a formula can't be on lines of its own. */
const isInLine = (parent: Element | null): boolean => parent !== null && nearest(parent, oneLine) !== null
const oneLine = "a, b, strong, i, em, h1, h2, h3, h4, h5, h6, td, th, caption, dt, summary, figcaption, sub, sup"

/** MathJax 2 keeps the source in a script after the rendered formula. */
const readScript = (script: Element): void => {
  const isDisplay = /mode\s*=\s*display/.test(script.getAttribute("type") ?? "")
  for (let before = script.previousElementSibling; before !== null; before = script.previousElementSibling) {
    if (!/(?:^|\s)MathJax/.test(before.getAttribute("class") ?? "")) break
    before.remove()
  }
  place(script, script.textContent ?? "", isDisplay ? "display" : "inline")
}

const readContainer = (container: Element): void => {
  if (container.parentElement === null) return
  const math = first(container, "math")
  const image = select(container, "img[alt]").find((one) => !hidesItself(one))
  const outer = nearest(container, ".katex-display") ?? container
  for (const part of select(
    container,
    ".katex-html [style], .katex-html [hidden], mjx-math [style], mjx-math [hidden]",
  ))
    if (hidesItself(part)) part.remove()
  const tex =
    math === null ? (image?.getAttribute("alt") ?? "") || renderedTexOf(container) : shownTexOf(math, container)
  place(outer, tex, math !== null && isDisplay(math) ? "display" : layoutOf(container))
}

/** The TeX of KaTeX's MathML, which visitors don't see, or of its boxes, if these lack a word of it. */
const shownTexOf = (math: Element, container: Element): string => {
  const tex = sourceOf(math)
  const html = first(container, ".katex-html")
  return html === null || isBackedBy(tex, lineOf(html)) ? tex : renderedTexOf(container)
}

/** The TeX that a formula declares if its words are visible, else the formula itself, converted. */
const sourceOf = (math: Element): string => {
  const annotation = select(math, "annotation").find((one) => /\btex\b/i.test(one.getAttribute("encoding") ?? ""))
  const declared = annotation?.textContent ?? math.getAttribute("alttext") ?? ""
  if (declared.trim() === "") return texOf(math)
  const copy = math.cloneNode(true)
  if (!isElement(copy)) return texOf(math)
  for (const hidden of select(copy, "annotation, annotation-xml, mphantom")) hidden.remove()
  return isBackedBy(declared, lineOf(copy)) ? declared : texOf(math)
}

const isDisplay = (element: Element): boolean =>
  element.getAttribute("display") === "block" || element.getAttribute("display") === "true"

const layoutOf = (element: Element): FormulaLayout =>
  isDisplay(element) || nearest(element, displaySelector) !== null ? "display" : "inline"

/** A block stands on lines of its own. */
const declaredLayoutOf = (element: Element): FormulaLayout =>
  /^(?:div|section|p|figure)$/.test(element.localName) ? "display" : layoutOf(element)

const displaySelector =
  ".katex-display, .MathJax_Display, .MathJax_SVG_Display, .mjpage__block, .mwe-math-element-block, " +
  ".mwe-math-fallback-image-display, " +
  "mjx-container[display=true], div.math, .math.display"

/** How many formulas may still be made, and whether a single `$` delimits one, once a text has asked. */
interface Budget {
  left: number
  areDollars: boolean | undefined
}

/** Replaces TeX in running text, only in delimiters that prose doesn't use, or that the page declares. */
const readTexts = (parent: Element, budget: Budget): void => {
  // Nodes that are inserted before a text aren't visited.
  for (let child = parent.firstChild; child !== null; child = child.nextSibling) {
    if (isElement(child)) {
      if (!verbatimElements.has(child.localName)) readTexts(child, budget)
    } else if (isText(child) && mayOpenTex.test(child.data)) readText(child, parent, budget)
  }
}

const verbatimElements: ReadonlySet<string> = new Set("pre code script style textarea kbd samp svg".split(" "))
const mayOpenTex = /\\[([]|\$/

/** Whether a script tells a renderer of formulas that a single dollar sign delimits one, within its first part. */
const declaresDollars = (element: Element): boolean =>
  element.localName === "script" && oneDollar.test((element.textContent ?? "").slice(0, maxScript))
const oneDollar = /(?:inlineMath|left)[^$;{}]{0,60}\$["']/
const maxScript = 20_000

const delimiter = /\\[()[\]]|\$\$/g
const delimiterOrDollar = /\\[()[\]]|(?<!\\)\$\$?/g
const closing: Readonly<Record<string, string>> = { "\\(": "\\)", "\\[": "\\]", $$: "$$", $: "$" }
const looksLikeTex = /\\[a-z]|[_^=]/i

const readText = (text: Text, parent: Element, budget: Budget): void => {
  const { data, ownerDocument } = text
  budget.areDollars ??= elementsIn(ownerDocument.documentElement, declaresDollars, 1).length > 0
  let from = 0
  let opened: { readonly sign: string; readonly at: number } | undefined
  for (const { 0: sign, index } of data.matchAll(budget.areDollars ? delimiterOrDollar : delimiter)) {
    if (budget.left === 0) break
    const { at = 0, sign: opening = "" } = opened ?? {}
    const tex = closing[opening] === sign ? data.slice(at + opening.length, index) : ""
    const isInline = opening === "\\(" || opening === "$"
    const layout = isInline || isInLine(parent) ? "inline" : "display"
    const made = isInline || looksLikeTex.test(tex) ? formula(ownerDocument, tex, layout) : undefined
    if (made !== undefined) {
      text.before(ownerDocument.createTextNode(data.slice(from, at)), made)
      from = index + sign.length
      budget.left--
    }
    opened = made === undefined && sign in closing ? { sign, at: index } : undefined
  }
  if (from > 0) text.data = data.slice(from)
}
