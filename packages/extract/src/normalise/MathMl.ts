/**
 * Converts presentation MathML (MathML Core and `mfenced`) to TeX, for formulas without TeX of their own. Characters
 * stay, except for TeX's special characters and for the operators in `mathml.json`.
 */
import { childrenOf, isElement, lineOf } from "@porthole/visibility/dom"
import data from "./mathml.json" with { type: "json" }

/** An element as TeX. */
export const texOf = (element: Element): string => (writers.get(element.localName) ?? all)(element)

// --- private --------------------------------------------------------------------------

type Writer = (element: Element) => string

const functions = new Set(data.functions)
const operators: ReadonlyMap<string, string> = new Map(Object.entries(data.operators))
const accents: ReadonlyMap<string, string> = new Map(Object.entries(data.accents))
const underlines: ReadonlyMap<string, string> = new Map(Object.entries(data.underlines))

const partsOf = (element: Element): ReadonlyArray<Element> => childrenOf(element).filter(isElement)

const part = (element: Element, index: number): string => {
  const found = partsOf(element)[index]
  return found === undefined ? "" : texOf(found)
}

/** The parts in order. */
const all: Writer = (element) => {
  const parts = partsOf(element)
  if (parts.length === 0) return escaped(lineOf(element))
  return joined(parts.map((one, at) => (isBinomial(parts, at) ? binomial(one) : isFence(parts, at) ? "" : texOf(one))))
}

/** Whether a fraction has no line, as in binomial coefficients. */
const isBare = (element: Element | undefined): boolean =>
  element?.localName === "mfrac" && /^0(?:[a-z%]|$)/.test(element.getAttribute("linethickness") ?? "")

const isSign = (element: Element | undefined, sign: string): boolean =>
  element?.localName === "mo" && lineOf(element) === sign

const isBinomial = (parts: ReadonlyArray<Element>, at: number): boolean =>
  isBare(parts[at]) && isSign(parts[at - 1], "(") && isSign(parts[at + 1], ")")

const isFence = (parts: ReadonlyArray<Element>, at: number): boolean =>
  isBinomial(parts, at - 1) || isBinomial(parts, at + 1)

const binomial: Writer = (element) => `\\binom${group(part(element, 0))}${group(part(element, 1))}`

const fraction: Writer = (element) =>
  isBare(element)
    ? `{${part(element, 0).trim()} \\atop ${part(element, 1).trim()}}`
    : `\\frac${group(part(element, 0))}${group(part(element, 1))}`

/** `menclose`: each notation is a command around the content (MathML 3, section 3.3.9). */
const enclosed: Writer = (element) =>
  (element.getAttribute("notation") ?? "longdiv")
    .trim()
    .split(/\s+/)
    .slice(0, maxNotations)
    .reduce((tex, notation) => {
      const command = notations.get(notation)
      return command === undefined ? tex : `${command}${group(tex)}`
    }, all(element))

const maxNotations = 4
const notations: ReadonlyMap<string, string> = new Map(Object.entries(data.notations))

/** A space separates a command from a letter. */
const joined = (pieces: ReadonlyArray<string>): string => {
  let tex = ""
  for (const piece of pieces) tex += /\\[a-z]+$/i.test(tex.slice(-24)) && /^[a-z]/i.test(piece) ? ` ${piece}` : piece
  return tex
}

/** An argument of a command. */
const group = (tex: string): string => `{${tex.trim()}}`

/** A sub- or superscript; one character needs no braces. */
const script = (tex: string): string => (/^[\p{L}\p{N}]$/u.test(tex) ? tex : group(tex))

/** The base of a script; one symbol needs no braces. */
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

const operator: Writer = (element) => {
  const text = lineOf(element)
  return operators.get(text) ?? (functions.has(text) ? `\\${text}` : escaped(text))
}

/** `mover` or `munder`: an accent, a limit of an operator, or something else above or below. */
const stackWriter =
  (marks: ReadonlyMap<string, string>, sign: "^" | "_", command: string): Writer =>
  (element) => {
    const [, mark] = partsOf(element)
    const accent = mark === undefined ? undefined : marks.get(lineOf(mark))
    const content = part(element, 0)
    if (accent !== undefined) return `${accent}${group(content)}`
    const hasLimits = /^\\(?:sum|prod|int|lim|max|min|inf|sup|limsup|liminf)$/.test(content)
    return hasLimits
      ? `${content}${sign}${script(part(element, 1))}`
      : `${command}${group(part(element, 1))}${group(content)}`
  }

/** A base with a script below or above it, or both. */
const scripts =
  (...signs: ReadonlyArray<"_" | "^">): Writer =>
  (element) =>
    signs.reduce((tex, sign, at) => `${tex}${sign}${script(part(element, at + 1))}`, base(part(element, 0)))

const fenced: Writer = (element) => {
  const separator = element.getAttribute("separators")?.trim().charAt(0) ?? ","
  const inside = joined(partsOf(element).flatMap((inner, at) => (at === 0 ? texOf(inner) : [separator, texOf(inner)])))
  const fence = (name: string, usual: string): string => escaped(element.getAttribute(name) ?? usual)
  return `\\left${fence("open", "(") || "."}${inside}\\right${fence("close", ")") || "."}`
}

const matrix: Writer = (element) =>
  `\\begin{matrix}${partsOf(element)
    .map((row) => partsOf(row).map(texOf).join(" & "))
    .join(" \\\\ ")}\\end{matrix}`

const writers: ReadonlyMap<string, Writer> = new Map<string, Writer>([
  ["mi", identifier],
  ["mo", operator],
  ["mtext", (element) => `\\text{${escaped((element.textContent ?? "").replace(/\s+/g, " "))}}`],
  ["mspace", () => "\\ "],
  ...["mphantom", "annotation", "annotation-xml"].map((name) => [name, () => ""] as const),
  ["semantics", (element) => part(element, 0)],
  ["mfrac", fraction],
  ["menclose", enclosed],
  ["msqrt", (element) => `\\sqrt${group(all(element))}`],
  ["mroot", (element) => `\\sqrt[${part(element, 1)}]${group(part(element, 0))}`],
  ["msup", scripts("^")],
  ["msub", scripts("_")],
  ["msubsup", scripts("_", "^")],
  ["munderover", scripts("_", "^")],
  ["mover", stackWriter(accents, "^", "\\overset")],
  ["munder", stackWriter(underlines, "_", "\\underset")],
  ["mfenced", fenced],
  ["mtable", matrix],
])
