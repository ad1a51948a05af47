/**
 * Presentation MathML (MathML Core and the older `mfenced`) as TeX, for formulas that carry no TeX of
 * their own. Characters stay as they are but for those that mean something to TeX, and for
 * operators that every reader of TeX knows by name.
 */
import { childrenOf, isElement, lineOf } from "../tree/Dom.ts"

/** Writes an element of MathML, and what is in it, as TeX. */
export const texOf = (element: Element): string => {
  const write = writers.get(element.localName)
  return write === undefined ? all(element) : write(element)
}

// --- private --------------------------------------------------------------------------

type Writer = (element: Element) => string

const partsOf = (element: Element): ReadonlyArray<Element> => childrenOf(element).filter(isElement)
const part = (element: Element, index: number): string => {
  const found = partsOf(element)[index]
  return found === undefined ? "" : texOf(found)
}

/** The parts one after the other, with a space where a command would run into a letter. */
const all: Writer = (element) => {
  const parts = partsOf(element)
  return parts.length === 0 ? escaped(lineOf(element)) : joined(parts.map(texOf))
}
const joined = (pieces: ReadonlyArray<string>): string => {
  let tex = ""
  for (const piece of pieces) tex += /\\[a-z]+$/i.test(tex.slice(-24)) && /^[a-z]/i.test(piece) ? ` ${piece}` : piece
  return tex
}

/** An argument of a command. */
const group = (tex: string): string => `{${tex.trim()}}`

/** A script's argument; one character needs no braces. */
const script = (tex: string): string => (/^[\p{L}\p{N}]$/u.test(tex) ? tex : group(tex))

/** What a script is set to: more than one symbol is a group. */
const base = (tex: string): string => (/^(?:\\[a-z]+|.?)$/iu.test(tex) ? tex : group(tex))

const escaped = (text: string): string =>
  text
    .replace(/[\u2061-\u2064]/g, "")
    .replace(/[\\{}$%#&_^~]/g, (character) => (character === "\\" ? "\\backslash " : `\\${character}`))

const identifier: Writer = (element) => {
  const name = lineOf(element)
  if ([...name].length < 2) return escaped(name)
  return functions.has(name) ? `\\${name}` : `\\operatorname{${escaped(name)}}`
}
const functions = new Set(
  "arccos arcsin arctan arg cos cosh cot coth csc deg det dim exp gcd hom inf ker lg lim liminf limsup ln log max min sec sin sinh sup tan tanh".split(
    " ",
  ),
)

const operator: Writer = (element) => {
  const text = lineOf(element)
  return operators.get(text) ?? (functions.has(text) ? `\\${text}` : escaped(text))
}
const operators: ReadonlyMap<string, string> = new Map([
  ["−", "-"],
  ["∗", "*"],
  ["∑", "\\sum"],
  ["∏", "\\prod"],
  ["∫", "\\int"],
  ["∞", "\\infty"],
  ["≤", "\\le"],
  ["≥", "\\ge"],
  ["≠", "\\ne"],
  ["≈", "\\approx"],
  ["±", "\\pm"],
  ["×", "\\times"],
  ["⋅", "\\cdot"],
  ["→", "\\to"],
  ["∈", "\\in"],
  ["∂", "\\partial"],
  ["…", "\\dots"],
  ["⋯", "\\cdots"],
  ["′", "'"],
  ["‖", "\\|"],
])

const accents: ReadonlyMap<string, string> = new Map([
  ["¯", "\\overline"],
  ["‾", "\\overline"],
  ["―", "\\overline"],
  ["^", "\\hat"],
  ["ˆ", "\\hat"],
  ["~", "\\tilde"],
  ["˜", "\\tilde"],
  ["˙", "\\dot"],
  ["¨", "\\ddot"],
  ["→", "\\vec"],
  ["⃗", "\\vec"],
  ["⏞", "\\overbrace"],
])
const underlines: ReadonlyMap<string, string> = new Map([
  ["_", "\\underline"],
  ["̲", "\\underline"],
  ["⏟", "\\underbrace"],
])

/** Operators whose limits stand above and below them. */
const takesLimits = (tex: string): boolean => /^\\(?:sum|prod|int|lim|max|min|inf|sup|limsup|liminf)$/.test(tex)

const over: Writer = (element) => {
  const mark = partsOf(element)[1]
  const accent = mark === undefined ? undefined : accents.get(lineOf(mark))
  const content = part(element, 0)
  if (accent !== undefined) return `${accent}${group(content)}`
  return takesLimits(content)
    ? `${content}^${script(part(element, 1))}`
    : `\\overset${group(part(element, 1))}${group(content)}`
}

const under: Writer = (element) => {
  const mark = partsOf(element)[1]
  const line = mark === undefined ? undefined : underlines.get(lineOf(mark))
  const content = part(element, 0)
  if (line !== undefined) return `${line}${group(content)}`
  return takesLimits(content)
    ? `${content}_${script(part(element, 1))}`
    : `\\underset${group(part(element, 1))}${group(content)}`
}

const scripts = (element: Element): string =>
  `${base(part(element, 0))}_${script(part(element, 1))}^${script(part(element, 2))}`

const fenced: Writer = (element) => {
  const separators = [...(element.getAttribute("separators") ?? ",").replace(/\s/g, "")]
  const parts = partsOf(element).map(texOf)
  const inside = parts.map((tex, index) =>
    index === 0 ? tex : `${separators[index - 1] ?? separators.at(-1) ?? ""}${tex}`,
  )
  const fence = (name: string, usual: string): string => escaped(element.getAttribute(name) ?? usual)
  return `\\left${fence("open", "(") || "."}${joined(inside)}\\right${fence("close", ")") || "."}`
}

const rows: Writer = (element) =>
  `\\begin{matrix}${partsOf(element)
    .map((row) => (row.localName === "mtr" ? partsOf(row).map(texOf).join(" & ") : texOf(row)))
    .join(" \\\\ ")}\\end{matrix}`

const writers: ReadonlyMap<string, Writer> = new Map<string, Writer>([
  ["mi", identifier],
  ["mn", (element) => escaped(lineOf(element))],
  ["mo", operator],
  ["mtext", (element) => `\\text{${escaped((element.textContent ?? "").replace(/\s+/g, " "))}}`],
  ["ms", (element) => `\\text{"${escaped(lineOf(element))}"}`],
  ["mspace", () => "\\ "],
  ["mphantom", () => ""],
  ["none", () => ""],
  ["mprescripts", () => ""],
  ["annotation", () => ""],
  ["annotation-xml", () => ""],
  ["semantics", (element) => part(element, 0)],
  ["maction", (element) => part(element, 0)],
  ["mfrac", (element) => `\\frac${group(part(element, 0))}${group(part(element, 1))}`],
  ["msqrt", (element) => `\\sqrt${group(all(element))}`],
  ["mroot", (element) => `\\sqrt[${part(element, 1)}]${group(part(element, 0))}`],
  ["msup", (element) => `${base(part(element, 0))}^${script(part(element, 1))}`],
  ["msub", (element) => `${base(part(element, 0))}_${script(part(element, 1))}`],
  ["msubsup", scripts],
  ["munderover", scripts],
  ["mmultiscripts", scripts],
  ["mover", over],
  ["munder", under],
  ["mfenced", fenced],
  ["mtable", rows],
])
