/**
 * Selectors that can be told from a tree alone (Selectors Level 4): tags, classes, ids, attributes, `:not`, `:is`,
 * `:where` and `:root` of those, and what stands within or right within what. A selector with anything else in it is none.
 */
import { listed, unescaped } from "./Css.ts"
import { type Attributed, type Facts, type Names, namesOf } from "./Place.ts"

/** What one element must be. */
export interface Compound {
  readonly tag: string | undefined
  readonly id: string | undefined
  readonly classes: ReadonlyArray<string>
  readonly attributes: ReadonlyArray<AttributeTest>
  /** Of each of these lists it must be one, or none. */
  readonly among: ReadonlyArray<{ readonly of: ReadonlyArray<Compound>; readonly isNegated: boolean }>
  /** Whether what it stands in must be its parent. */
  readonly isChild: boolean
}

/** What an attribute must be. */
export interface AttributeTest {
  readonly name: string
  readonly operator: string
  readonly value: string
}

/** What an element and those around it must be, the element's own first. */
export interface Selector {
  readonly compounds: readonly [Compound, ...ReadonlyArray<Compound>]
  /** Counted as the standard does (section 17): ids, then classes, then tags, a byte each. */
  readonly specificity: number
  /** How many things are asked at most, each of one element. */
  readonly cost: number
  /** What all must be around the element. */
  readonly around: Names
}

/** Reads one selector. */
export const parseSelector = (text: string): Selector | undefined => {
  if (text.length > longestText) return undefined
  const compounds: Array<Compound> = []
  let specificity = 0
  let at = 0
  let isChild = false
  while (at < text.length && compounds.length < longest) {
    const read = readCompound(text, at, isChild, 0)
    if (read === undefined) return undefined
    compounds.unshift(read.compound)
    specificity += read.specificity
    combinator.lastIndex = read.end
    const [between = ""] = combinator.exec(text) ?? []
    at = read.end + between.length
    if (at < text.length && between === "") return undefined
    isChild = between.includes(">")
  }
  const [own, ...outer] = compounds
  if (own === undefined || at < text.length) return undefined
  return {
    compounds: [own, ...outer],
    specificity,
    cost: Math.max(...compounds.map(costOf)),
    around: namesOf(outer.flatMap(namesAsked)),
  }
}

/** Whether an element is what one compound asks for, apart from what it stands in. */
export const isCompound = (facts: Facts, { among, attributes, classes, id, tag }: Compound): boolean => {
  if (tag !== undefined && tag !== facts.tag) return false
  if (id !== undefined && id !== facts.id) return false
  for (const name of classes) if (!facts.classes.has(name)) return false
  for (const test of attributes) if (!hasAttribute(facts.element, test)) return false
  for (const { isNegated, of } of among) if (of.some((one) => isCompound(facts, one)) === isNegated) return false
  return true
}

/** What may be asked of elements: classes and ids by name, as {@link namesOf} has them, and attributes. */
export interface Asked {
  readonly names: Set<string>
  readonly attributes: Set<string>
}

/** Adds what a compound asks of its element, other than the tag. */
export const ask = ({ among, attributes, classes, id }: Compound, asked: Asked): void => {
  for (const name of classes) asked.names.add(`.${name}`)
  if (id !== undefined) asked.names.add(`#${id}`)
  for (const { name } of attributes) asked.attributes.add(name)
  for (const { of } of among) for (const one of of) ask(one, asked)
}

// --- private --------------------------------------------------------------------------

const longest = 12
const longestText = 1_000

const costOf = ({ among, attributes }: Compound): number => {
  let cost = 1 + attributes.length
  for (const { of } of among) for (const one of of) cost += costOf(one)
  return cost
}

const namesAsked = ({ classes, id, tag }: Compound): ReadonlyArray<string> => [
  ...classes.map((name) => `.${name}`),
  ...(id === undefined ? [] : [`#${id}`]),
  ...(tag === undefined ? [] : [tag]),
]

const combinator = /\s*>?\s*/y
// An escape's digits are characters of a name as well: read both ways, a name that fails would take exponential time.
const ident = "(?:[-\\w\\u0080-\\uffff]|\\\\[\\da-fA-F]{1,6}\\s|\\\\[^\\n])+"
const simple = new RegExp(
  `(?<tag>\\*|${ident})|#(?<id>${ident})|\\.(?<class>${ident})|(?<root>:root)(?![-\\w(])|:(?<among>not|is|where|matches|-webkit-any)\\(|` +
    `\\[\\s*(?<name>${ident})\\s*(?:(?<operator>[~|^$*]?=)\\s*(?:"(?<double>[^"]*)"|'(?<single>[^']*)'|(?<bare>${ident}))(?:\\s*[is])?\\s*)?\\]`,
  "iy",
)

interface Read {
  readonly compound: Compound
  readonly specificity: number
  readonly end: number
}

const readCompound = (text: string, from: number, isChild: boolean, depth: number): Read | undefined => {
  const classes: Array<string> = []
  const attributes: Array<AttributeTest> = []
  const among: Array<Compound["among"][number]> = []
  let tag: string | undefined
  let id: string | undefined
  let specificity = 0
  let at = from
  for (;;) {
    simple.lastIndex = at
    const found = simple.exec(text)?.groups
    if (found === undefined) break
    const end = simple.lastIndex
    if (found.tag !== undefined) {
      if (at !== from) break
      if (found.tag !== "*") {
        tag = unescaped(found.tag).toLowerCase()
        specificity += 1
      }
    } else if (found.id !== undefined) {
      const own = unescaped(found.id)
      if (id !== undefined && id !== own) return undefined
      id = own
      specificity += 65_536
    } else if (found.class !== undefined) {
      classes.push(unescaped(found.class))
      specificity += 256
    } else if (found.root !== undefined) {
      tag = "html"
      specificity += 256
    } else if (found.among !== undefined) {
      const close = closing(text, end)
      const of = depth > 1 ? undefined : compoundsOf(text.slice(end, close), depth + 1)
      if (of === undefined) return undefined
      among.push({ of: of.map(({ compound }) => compound), isNegated: found.among.toLowerCase() === "not" })
      if (found.among.toLowerCase() !== "where") specificity += Math.max(0, ...of.map((one) => one.specificity))
      at = close + 1
      continue
    } else if (found.name !== undefined) {
      const value = found.double ?? found.single ?? unescaped(found.bare ?? "")
      attributes.push({ name: unescaped(found.name).toLowerCase(), operator: found.operator ?? "", value })
      specificity += 256
    }
    at = end
  }
  if (at === from) return undefined
  return { compound: { tag, id, classes, attributes, among, isChild }, specificity, end: at }
}

/** The compounds of a list in brackets, if they are all that it holds. */
const compoundsOf = (list: string, depth: number): ReadonlyArray<Read> | undefined => {
  const read: Array<Read> = []
  for (const text of listed(list)) {
    const one = readCompound(text, 0, false, depth)
    if (one === undefined || one.end !== text.length) return undefined
    read.push(one)
  }
  return read
}

const closing = (text: string, from: number): number => {
  let depth = 1
  for (let at = from; at < text.length; at++) {
    if (text[at] === "(") depth++
    else if (text[at] === ")" && --depth === 0) return at
  }
  return text.length
}

const hasAttribute = (element: Attributed, { name, operator, value }: AttributeTest): boolean => {
  const own = element.getAttribute(name)
  if (own === null) return false
  if (operator === "") return true
  if (operator === "=") return own === value
  if (operator === "~=") return own.split(/\s+/).includes(value)
  if (operator === "|=") return own === value || own.startsWith(`${value}-`)
  if (value === "") return false
  if (operator === "^=") return own.startsWith(value)
  return operator === "$=" ? own.endsWith(value) : own.includes(value)
}
