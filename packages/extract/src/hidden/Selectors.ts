/**
 * Matches elements with the selectors of style sheets, by css-what and css-select. Selectors are kept by what their element
 * must have (an id, else a class, a tag, an attribute), and one that requires a name which the document hasn't is dropped, so
 * that few are tried. A selector is compiled when an element is first tried with it.
 */
import { type Options, compile } from "css-select"
import { AttributeAction, parse, type Selector, SelectorType as Type } from "css-what"
import { type Filter, filterOf, mayHold } from "./Ancestors.ts"
import * as Result from "effect/Result"
import { adapter, Effort, pseudosFor } from "./SelectorAdapter.ts"
import type { StyleRule } from "./StyleSheets.ts"

/** A selector of a rule. */
export interface Candidate {
  readonly rule: StyleRule
  readonly selector: ReadonlyArray<Selector>
  readonly specificity: number
  /** The pseudo-element that it selects, if it selects one. */
  readonly pseudo: string | undefined
  /** The test of an element; made when the first element is tried. */
  test: ((element: Element) => boolean) | undefined
  readonly number: number
  /** What the element's ancestors must have. */
  readonly around: Filter
}

/** The names that occur in a document: ids with `#`, classes with a dot, tags as they are. */
export type Names = ReadonlySet<string>

/** The selectors of one document. */
export class Selectors {
  private readonly byKey = new Map<string, Array<Candidate>>()
  private readonly anywhere: Array<Candidate> = []
  private readonly effort = new Effort()
  private readonly options: Options<Node, Element>
  private readonly names: Names
  private readonly isLate: (name: string) => boolean
  private hasAttributes = false
  private count = 0
  /** Selectors with a class that only a script gives. */
  readonly late: Array<Candidate> = []

  constructor(names: Names, isLate: (name: string) => boolean) {
    this.names = names
    this.isLate = isLate
    this.options = {
      adapter: adapter(this.effort),
      pseudos: pseudosFor(this.effort),
      xmlMode: false,
      quirksMode: false,
    }
  }

  /** Adds the selectors of a rule. A list with an invalid selector has no effect. */
  add(rule: StyleRule): void {
    for (const selector of parsed(rule.selectors)) {
      if (!this.isPossible(selector)) continue
      const last = selector.at(-1)
      const isPseudo = last?.type === Type.PseudoElement || isLegacyPseudo(last)
      const pseudo = isPseudo && last !== undefined && "name" in last ? last.name : undefined
      const own = pseudo === undefined ? selector : selector.slice(0, -1)
      const specificity = specificityOf(selector)
      // An element that is found by the only thing a selector asks for needs no further test.
      const test = own.length === 1 && own[0] !== undefined && (isClass(own[0]) || isId(own[0])) ? always : undefined
      const candidate = {
        rule,
        selector: own,
        specificity,
        pseudo,
        test,
        number: ++this.count,
        around: filterOf(namesAround(own)),
      }
      const isLater = own.some((one) => isClass(one) && !this.names.has(`.${valueIn(one)}`))
      if (isLater && this.late.length < mostLate) this.late.push(candidate)
      if (isLater) continue
      const keys = keysOf(own)
      if (keys === undefined) this.anywhere.push(candidate)
      else for (const key of keys) this.keep(key, candidate)
    }
  }

  /** The candidates that match an element. Beyond the bound each one that may hide is taken to match. */
  matching(element: Element, scope: string, around: Filter): ReadonlyArray<Candidate> {
    const found: Array<Candidate> = []
    const consider = (candidates: ReadonlyArray<Candidate> | undefined): void => {
      if (candidates === undefined) return
      for (const candidate of candidates) {
        if (candidate.rule.scope !== scope && !isHostRule(candidate)) continue
        if (mayHold(around, candidate.around) && this.matches(candidate, element)) found.push(candidate)
      }
    }
    const id = element.getAttribute("id")
    const classes = element.getAttribute("class")
    if (id !== null && id !== "") consider(this.byKey.get(`#${id}`))
    if (classes !== null && classes !== "") {
      const list = classes.split(/\s+/)
      for (const name of list.length > 1 ? new Set(list) : list) consider(this.byKey.get(`.${name}`))
    }
    consider(this.byKey.get(element.localName))
    if (this.hasAttributes) for (const { name } of element.attributes) consider(this.byKey.get(`[${name}`))
    consider(this.anywhere)
    return found
  }

  /** Whether an element would match a late selector once it and those around it had the classes. */
  matchesLate(candidate: Candidate, element: Element): boolean {
    if (!this.effort.spend(1)) return false
    candidate.test ??= this.compiled(
      candidate.selector.map((one) => (isClass(one) && this.isLate(valueIn(one)) ? universal : one)),
    )
    return candidate.test(element)
  }

  private keep(key: string, candidate: Candidate): void {
    const list = this.byKey.get(key)
    if (list === undefined) this.byKey.set(key, [candidate])
    else if (list.at(-1) !== candidate) list.push(candidate)
    if (key.startsWith("[")) this.hasAttributes = true
  }

  private matches(candidate: Candidate, element: Element): boolean {
    if (!this.effort.spend(1)) return mayHide(candidate.rule)
    candidate.test ??= this.compiled(candidate.selector)
    const isMatch = candidate.test(element)
    return isMatch || (this.effort.isSpent && mayHide(candidate.rule))
  }

  private compiled(selector: ReadonlyArray<Selector>): (element: Element) => boolean {
    this.effort.spend(stepsOfCompiling)
    const test = Result.try(() => compile<Node, Element>([Array.from(selector)], this.options))
    return Result.isSuccess(test) ? test.success : () => false
  }

  private isPossible(selector: ReadonlyArray<Selector>): boolean {
    return selector.every((one) => {
      if (one.type === Type.Tag) return this.names.has(one.name)
      if (isClass(one)) return this.names.has(`.${valueIn(one)}`) || this.isLate(valueIn(one))
      return isId(one) ? this.names.has(`#${valueIn(one)}`) : true
    })
  }
}

// --- private --------------------------------------------------------------------------

const longestList = 20_000
const stepsOfCompiling = 50
const mostParts = 60
const mostLate = 200

const always = (): boolean => true

const universal: Selector = { type: Type.Universal, namespace: null }

const isTraversal = ({ type }: Selector): boolean =>
  type === Type.Descendant || type === Type.Child || type === Type.Adjacent || type === Type.Sibling
const valueIn = (one: Selector): string => (one.type === Type.Attribute ? one.value : "")
const isClass = (one: Selector): boolean =>
  one.type === Type.Attribute && one.name === "class" && one.action === AttributeAction.Element
const isId = (one: Selector): boolean =>
  one.type === Type.Attribute &&
  one.name === "id" &&
  one.action === AttributeAction.Equals &&
  one.ignoreCase === "quirks"

const isLegacyPseudo = (one: Selector | undefined): boolean =>
  one?.type === Type.Pseudo && /^(?:before|after|first-line|first-letter)$/.test(one.name)

/** A rule in a shadow tree may select the tree's host, which stands outside. */
const isHostRule = ({ rule }: Candidate): boolean => rule.scope !== "" && /data-shadow-/.test(rule.selectors)

const parsed = (text: string): ReadonlyArray<ReadonlyArray<Selector>> => {
  if (text.length > longestList || text === "") return []
  const list = Result.try(() => parse(text.replaceAll("*|", "")))
  if (Result.isFailure(list)) return []
  const isValid = list.success.every((selector) => selector.length <= mostParts && selector.every(isKnown))
  const whole = isValid ? list.success.filter((selector) => !selector.some(isPartial)) : []
  return whole.map((selector) =>
    selector.map((one) => (one.type === Type.Tag ? { ...one, name: one.name.toLowerCase() } : one)),
  )
}

/** A pseudo-element before the end, or a state that only some engines know. */
const isPartial = (one: Selector, at: number, all: ReadonlyArray<Selector>): boolean =>
  (one.type === Type.PseudoElement || isLegacyPseudo(one)) && at < all.length - 1

const isKnown = (one: Selector): boolean => {
  if (one.type === Type.PseudoElement) return one.name.startsWith("-webkit-") || pseudoElements.has(one.name)
  if (one.type !== Type.Pseudo) return one.type !== Type.Parent && one.type !== Type.ColumnCombinator
  if (!pseudoClasses.has(one.name) && !one.name.startsWith("-webkit-")) return false
  return !Array.isArray(one.data) || one.data.every((selector) => selector.every(isKnown))
}

const pseudoElements: ReadonlySet<string> = new Set(
  (
    "before after first-line first-letter marker selection placeholder backdrop file-selector-button part slotted cue " +
    "details-content highlight target-text view-transition spelling-error grammar-error"
  ).split(" "),
)
const pseudoClasses: ReadonlySet<string> = new Set(
  (
    "is where not has matches hover active focus focus-within focus-visible visited link any-link target target-within checked " +
    "disabled enabled required optional read-only read-write placeholder-shown default valid invalid in-range out-of-range " +
    "user-valid user-invalid indeterminate autofill fullscreen modal popover-open open picture-in-picture playing paused muted " +
    "first-child last-child only-child nth-child nth-last-child first-of-type last-of-type only-of-type nth-of-type " +
    "nth-last-of-type root empty lang dir defined scope host host-context state before after first-line first-letter"
  ).split(" "),
)

/** What an element must have to match; several where any of them will do, none where nothing is known. */
const keysOf = (selector: ReadonlyArray<Selector>): ReadonlyArray<string> | undefined => {
  const own = selector.slice(selector.findLastIndex(isTraversal) + 1)
  const id = own.find(isId)
  if (id !== undefined) return [`#${valueIn(id)}`]
  const name = own.find(isClass)
  if (name !== undefined) return [`.${valueIn(name)}`]
  const among = own.find((one) => one.type === Type.Pseudo && /^(?:is|where|matches)$/.test(one.name))
  const tag = own.find((one) => one.type === Type.Tag)
  if (tag?.type === Type.Tag) return [tag.name]
  if (among?.type === Type.Pseudo && Array.isArray(among.data)) {
    const keys = among.data.map(keysOf)
    if (keys.every((each) => each !== undefined)) return keys.flat()
  }
  const attribute = own.find((one) => one.type === Type.Attribute && one.action !== AttributeAction.Not)
  return attribute?.type === Type.Attribute ? [`[${attribute.name}`] : undefined
}

/** The names that the ancestors of an element must have to match. */
const namesAround = (selector: ReadonlyArray<Selector>): ReadonlyArray<string> => {
  const names: Array<string> = []
  let isAncestor = false
  for (let at = selector.length - 1; at >= 0; at--) {
    const one = selector[at]
    if (one === undefined) continue
    if (one.type === Type.Adjacent || one.type === Type.Sibling) isAncestor = false
    else if (isTraversal(one)) isAncestor = true
    else if (isAncestor && isClass(one)) names.push(`.${valueIn(one)}`)
    else if (isAncestor && isId(one)) names.push(`#${valueIn(one)}`)
    else if (isAncestor && one.type === Type.Tag) names.push(one.name)
  }
  return names
}

/** The specificity of a selector (Selectors Level 4, section 17): ids, classes and tags in a byte each. */
const specificityOf = (selector: ReadonlyArray<Selector>): number => {
  let sum = 0
  for (const one of selector) {
    if (isId(one)) sum += 65_536
    else if (one.type === Type.Tag || one.type === Type.PseudoElement || isLegacyPseudo(one)) sum += 1
    else if (one.type === Type.Attribute) sum += 256
    else if (one.type === Type.Pseudo && one.name !== "where")
      sum += Array.isArray(one.data) ? Math.max(0, ...one.data.map(specificityOf)) : 256
  }
  return sum
}

const mayHide = ({ declarations }: StyleRule): boolean =>
  declarations.some(({ value }) => /^(?:none|hidden|collapse|0|0px|transparent)$/.test(value))
