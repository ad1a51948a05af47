/**
 * Formulas of which a page only has the picture that a renderer made of boxes: MathJax 3's CHTML without MathML, whose
 * characters are in class names, and KaTeX's HTML without MathML. The boxes become MathML, and that TeX.
 */
import { Words } from "@porthole/core"
import { childrenOf, first, isElement, lineOf } from "@porthole/visibility/dom"
import { texOf } from "./MathMl.ts"

/** The TeX of a rendered formula; empty if its boxes are unknown. */
export const renderedTexOf = (container: Element): string => {
  const math = first(container, "mjx-math")
  if (math !== null) return texOf(fromMathJax(math))
  const html = first(container, ".katex-html")
  return html === null ? "" : texOf(fromKatex(html))
}

// --- private --------------------------------------------------------------------------

const partsOf = (element: Element): ReadonlyArray<Element> => childrenOf(element).filter(isElement)

/** A MathML element of parts or a text. */
const made = (beside: Element, name: string, ...parts: ReadonlyArray<Element | string>): Element => {
  const element = beside.ownerDocument.createElement(name)
  for (const part of parts) element.append(part)
  return element
}

/** The letters of mathematical alphabets are letters. */
const plain = (text: string): string => Words.normalised(text, "NFKC")

const fromMathJax = (box: Element): Element => {
  const name = box.localName.replace(/^mjx-/, "")
  if (tokens.has(name)) return made(box, name, plain(charactersOf(box)))
  const inner = (part: string): Element => {
    const found = first(box, `mjx-${part}`)
    return found === null ? made(box, "mrow") : fromMathJax(found)
  }
  if (name === "mfrac") return made(box, name, inner("num"), inner("den"))
  if (name === "msqrt") return made(box, name, inner("box"))
  if (name === "mroot") return made(box, name, inner("box"), inner("root"))
  const script = partsOf(box).find(({ localName }) => localName === "mjx-script")
  if (/^m(?:sub|sup|subsup|under|over|underover)$/.test(name)) {
    const base = script === undefined ? inner("base") : fromMathJax(partsOf(box).find((one) => one !== script) ?? box)
    const scripts = script === undefined ? [] : partsOf(script).filter(({ localName }) => localName !== "mjx-spacer")
    if (scripts.length === 2) return made(box, "msubsup", base, ...scripts.toReversed().map(fromMathJax))
    if (script !== undefined) return made(box, /sub|under/.test(name) ? "msub" : "msup", base, fromMathJax(script))
    const around = ["under", "over"].filter((part) => name.includes(part)).map(inner)
    return made(box, name, base, ...around)
  }
  return made(box, "mrow", ...partsOf(box).map(fromMathJax))
}

const tokens: ReadonlySet<string> = new Set(["mi", "mo", "mn", "mtext"])

/** The characters that the class names of MathJax's boxes stand for. */
const charactersOf = (box: Element): string =>
  partsOf(box)
    .map((one) => {
      const [, code] = /(?:^|\s)mjx-c([\dA-F]{1,6})(?:\s|$)/.exec(one.getAttribute("class") ?? "") ?? []
      const point = Number.parseInt(code ?? "", 16)
      return point > 0x1f && point <= 0x10_ff_ff ? String.fromCodePoint(point) : lineOf(one)
    })
    .join("")

const hasClass = (box: Element, name: RegExp): boolean => name.test(box.getAttribute("class") ?? "")

/** The boxes of KaTeX's columns, from bottom to top. */
const layersOf = (box: Element): ReadonlyArray<Element> => {
  const column = first(box, ".vlist")
  return column === null ? [] : partsOf(column).filter((layer) => lineOf(layer).replace(/\u200b/g, "") !== "")
}

const fromKatex = (box: Element): Element => {
  const parts = partsOf(box)
  if (parts.length === 0) return made(box, tokenOf(box), plain(lineOf(box).replace(/\u200b/g, "")))
  if (hasClass(box, /\bmfrac\b/)) {
    const [below, above] = layersOf(box).map(fromKatex)
    if (below !== undefined && above !== undefined) return made(box, "mfrac", above, below)
  }
  if (hasClass(box, /\bsqrt\b/)) return made(box, "msqrt", ...layersOf(box).slice(0, 1).map(fromKatex))
  if (hasClass(box, /\bop-limits\b/)) {
    const layers = layersOf(box).map(fromKatex)
    const [below, symbol, above] = layers
    if (below !== undefined && symbol !== undefined && above !== undefined)
      return made(box, "munderover", symbol, below, above)
  }
  const made_ = made(box, "mrow")
  for (const part of parts) {
    const scripts = hasClass(part, /\bmsupsub\b/) ? layersOf(part).map(fromKatex) : []
    const base = scripts.length === 0 ? null : made_.lastElementChild
    if (base === null) made_.append(fromKatex(part))
    else {
      const isLow = scripts.length === 1 && first(part, ".vlist-t2") !== null
      base.remove()
      made_.append(made(box, scripts.length > 1 ? "msubsup" : isLow ? "msub" : "msup", base, ...scripts))
    }
  }
  return made_
}

const tokenOf = (box: Element): string =>
  hasClass(box, /\bm(?:bin|rel|open|close|punct|op)\b/) ? "mo" : /^[\d.]+$/.test(lineOf(box)) ? "mn" : "mi"
