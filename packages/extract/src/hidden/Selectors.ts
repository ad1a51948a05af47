/**
 * Finds the rules that select an element, by css-what and css-select. Selectors are kept by what their element must
 * have (an id, else a class, a tag, an attribute). A selector that requires a name which the document hasn't is
 * dropped. Each is compiled when an element is first tried with it.
 */
import { AttributeAction, parse, type Selector, SelectorType as Type } from "css-what"
import * as Result from "effect/Result"
import tables from "./css.json" with { type: "json" }
import { isClass, isId, Matcher, type Test } from "./Matching.ts"
import type { Item } from "./Outline.ts"
import type { StyleRule } from "./StyleSheets.ts"

/** A selector of a rule. */
export interface Candidate {
  readonly rule: StyleRule
  readonly selector: ReadonlyArray<Selector>
  readonly specificity: number
  /** The test of an element; made when the first element is tried. */
  test: Test | undefined
  readonly number: number
  /** The names that the element and its ancestors must have, and whether that is all it takes. */
  readonly names: ReadonlyArray<string>
  readonly around: ReadonlyArray<string>
  readonly isDecided: boolean
}

/** The names that occur in a document: ids with `#`, classes with a dot, tags as they are. */
export interface Names {
  readonly has: (name: string) => boolean
}

/** The selectors of one document. */
export class Selectors {
  private readonly byKey = new Map<string, Array<Candidate>>()
  private readonly matcher = new Matcher()
  private readonly names: Names
  private readonly isLate: (name: string) => boolean
  private hasAttributes = false
  private count = 0
  /** Selectors with a class that only a script gives. */
  readonly late: Array<Candidate> = []

  constructor(names: Names, isLate: (name: string) => boolean) {
    this.names = names
    this.isLate = isLate
  }

  /** Whether a list of selectors may select anything, judged by the names in its text. */
  mayMatch(selectors: string): boolean {
    if (/[\\([]/.test(selectors)) return true
    return selectors
      .split(",")
      .some((one) => (one.match(/[.#][^\s.#:>+~*|{}]+/g) ?? []).every((name) => this.isKnownName(name)))
  }

  /** Adds the selectors of a rule. A list with an invalid selector has no effect. */
  add(rule: StyleRule): void {
    for (const written of parsed(rule.selectors)) {
      if (!written.every((one) => this.isPossible(one)) || written.some(isPseudoElement)) continue
      const selector = written.map((one) => (this.isCertain(one) ? universal : one))
      const from = selector.findLastIndex(isTraversal) + 1
      const own = selector.slice(from)
      const [outer, combinator] = selector
      const candidate = {
        rule,
        selector,
        specificity: specificityOf(written),
        test: undefined,
        number: ++this.count,
        names: own.filter(isName).map(nameIn),
        around: namesAround(selector),
        isDecided:
          own.every((one) => isName(one) || one.type === Type.Universal) &&
          (from === 0 || (from === 2 && combinator?.type === Type.Descendant && outer !== undefined && isName(outer))),
      }
      if (selector.some((one) => isClass(one) && !this.names.has(nameIn(one)))) {
        if (this.late.length < mostLate) this.late.push(candidate)
      } else for (const key of this.rarestOf(candidate.names) ?? keysOf(own)) this.keep(key, candidate)
    }
  }

  /** The candidates that match an element. Beyond the limit each one that may hide is taken to match. */
  matching(item: Item, scope: string, path: Names): ReadonlyArray<Candidate> {
    const found: Array<Candidate> = []
    const consider = (key: string): void => {
      for (const candidate of this.byKey.get(key) ?? none) {
        if (candidate.rule.scope !== scope && !isHostRule(candidate)) continue
        if (!candidate.names.every((name) => item.names.has(name))) continue
        if (candidate.around.every((name) => path.has(name)) && this.matches(candidate, item.element))
          found.push(candidate)
      }
    }
    for (const name of item.names) consider(name)
    if (this.hasAttributes) for (const { name } of item.element.attributes) consider(`[${name}`)
    consider("*")
    return found
  }

  /** Whether an element would match a late selector once it and those around it had the classes. */
  matchesLate(candidate: Candidate, element: Element): boolean {
    if (!this.matcher.spend(1)) return false
    candidate.test ??= this.matcher.compiled(
      candidate.selector.map((one): Selector => (isClass(one) && this.isLate(nameIn(one).slice(1)) ? universal : one)),
    )
    return candidate.test(element)
  }

  /** The class or id with the fewest candidates, so that none gets them all; `undefined` without any. */
  private rarestOf(names: ReadonlyArray<string>): ReadonlyArray<string> | undefined {
    const countOf = (name: string): number => this.byKey.get(name)?.length ?? 0
    const [rarest] = names.filter((name) => /^[.#]/.test(name)).toSorted((one, other) => countOf(one) - countOf(other))
    return rarest === undefined ? undefined : [rarest]
  }

  private keep(key: string, candidate: Candidate): void {
    const list = this.byKey.get(key)
    if (list === undefined) this.byKey.set(key, [candidate])
    else if (list.at(-1) !== candidate) list.push(candidate)
    if (key.startsWith("[")) this.hasAttributes = true
  }

  private matches(candidate: Candidate, element: Element): boolean {
    if (candidate.isDecided) return true
    if (this.matcher.spend(1)) {
      candidate.test ??= this.matcher.compiled(candidate.selector)
      if (candidate.test(element)) return true
    }
    return this.matcher.isSpent && mayHide(candidate.rule)
  }

  private isPossible(one: Selector): boolean {
    if (one.type === Type.Pseudo && states.has(one.name)) return false
    return !isName(one) || this.isKnownName(nameIn(one))
  }

  /** Whether a part excludes only what doesn't occur, such as `:not(:hover)`. */
  private isCertain(one: Selector): boolean {
    return (
      one.type === Type.Pseudo &&
      one.name === "not" &&
      Array.isArray(one.data) &&
      one.data.every((selector) => selector.some((part) => !this.isPossible(part)))
    )
  }

  private isKnownName(name: string): boolean {
    return this.names.has(name) || (name.startsWith(".") && this.isLate(name.slice(1)))
  }
}

// --- private --------------------------------------------------------------------------

const none: ReadonlyArray<Candidate> = []
const longestList = 20_000
const mostParts = 60
const mostLate = 200

const universal: Selector = { type: Type.Universal, namespace: null }

const isTraversal = ({ type }: Selector): boolean =>
  type === Type.Descendant || type === Type.Child || type === Type.Adjacent || type === Type.Sibling
const isName = (one: Selector): boolean => one.type === Type.Tag || isClass(one) || isId(one)
const nameIn = (one: Selector): string => {
  if (one.type === Type.Tag) return one.name
  return one.type === Type.Attribute ? `${isId(one) ? "#" : "."}${one.value}` : ""
}
const isPseudoElement = (one: Selector): boolean =>
  one.type === Type.PseudoElement ||
  (one.type === Type.Pseudo && /^(?:before|after|first-line|first-letter)$/.test(one.name))

/** A rule in a shadow tree may select the tree's host, which stands outside. */
const isHostRule = ({ rule }: Candidate): boolean => rule.scope !== "" && /data-shadow-/.test(rule.selectors)

const parsed = (text: string): ReadonlyArray<ReadonlyArray<Selector>> => {
  if (text.length > longestList || text === "") return []
  const list = Result.try(() => parse(text.replaceAll("*|", "")))
  if (Result.isFailure(list)) return []
  const isValid = list.success.every((selector) => selector.length <= mostParts && selector.every(isKnown))
  return isValid
    ? list.success.map((selector) =>
        selector.map((one) => (one.type === Type.Tag ? { ...one, name: one.name.toLowerCase() } : one)),
      )
    : []
}

const pseudoElements: ReadonlySet<string> = new Set(tables.pseudoElements)
/** States that only a visitor causes; they never hold. */
const states: ReadonlySet<string> = new Set(tables.states)
const pseudoClasses: ReadonlySet<string> = new Set(tables.pseudoClasses)

const isKnown = (one: Selector): boolean => {
  if (one.type === Type.PseudoElement) return one.name.startsWith("-webkit-") || pseudoElements.has(one.name)
  if (one.type !== Type.Pseudo) return one.type !== Type.Parent && one.type !== Type.ColumnCombinator
  if (!pseudoClasses.has(one.name) && !one.name.startsWith("-webkit-")) return false
  return !Array.isArray(one.data) || one.data.every((selector) => selector.every(isKnown))
}

/** What an element must have to match, any of them; `*` where nothing is known. */
const keysOf = (own: ReadonlyArray<Selector>): ReadonlyArray<string> => {
  const name = own.find(isId) ?? own.find(isName)
  if (name !== undefined) return [nameIn(name)]
  const among = own.find((one) => one.type === Type.Pseudo && /^(?:is|where|matches)$/.test(one.name))
  if (among?.type === Type.Pseudo && Array.isArray(among.data))
    return among.data.flatMap((one) => keysOf(one.slice(one.findLastIndex(isTraversal) + 1)))
  const attribute = own.find((one) => one.type === Type.Attribute && one.action !== AttributeAction.Not)
  return [attribute?.type === Type.Attribute ? `[${attribute.name}` : "*"]
}

/** The names that the ancestors of an element must have to match. */
const namesAround = (selector: ReadonlyArray<Selector>): ReadonlyArray<string> => {
  const names: Array<string> = []
  let isAncestor = false
  for (const one of selector.toReversed()) {
    if (isTraversal(one)) isAncestor = one.type === Type.Descendant || one.type === Type.Child
    else if (isAncestor && isName(one)) names.push(nameIn(one))
  }
  return names
}

/** The specificity of a selector (Selectors Level 4, section 17): ids, classes and tags in a byte each. */
const specificityOf = (selector: ReadonlyArray<Selector>): number => {
  let sum = 0
  for (const one of selector) {
    if (isId(one)) sum += 65_536
    else if (one.type === Type.Tag) sum += 1
    else if (one.type === Type.Attribute) sum += 256
    else if (one.type === Type.Pseudo && one.name !== "where")
      sum += Array.isArray(one.data) ? Math.max(0, ...one.data.map(specificityOf)) : 256
  }
  return sum
}

const mayHide = ({ declarations }: StyleRule): boolean =>
  declarations.some(({ value }) => /^(?:none|hidden|collapse|0|0px|transparent)$/.test(value))
