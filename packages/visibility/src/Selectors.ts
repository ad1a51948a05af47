/**
 * Finds the rules that select an element, with css-what and css-select. Selectors are indexed by the name of their
 * element that is the rarest in the document. A selector with a name that the document lacks is dropped.
 */
import { compile } from "css-select"
import { AttributeAction, parse, type Selector, SelectorType as Type } from "css-what"
import * as Result from "effect/Result"
import { memoized } from "./dom/Memo.ts"
import { adapterOf } from "./dom/Select.ts"
import tables from "./css.json" with { type: "json" }
import { isBox } from "./Marks.ts"
import { type Item, type Outline, unindexedAttributes } from "./Outline.ts"
import type { StyleRule } from "./StyleSheets.ts"

/** A selector of a rule. */
export class Candidate {
  /** The names that the element and its ancestors must have, and whether that is the whole condition. */
  readonly names: ReadonlyArray<string>
  readonly ancestorNames: ReadonlyArray<string>
  readonly isDecided: boolean
  readonly specificity: number
  /** The pseudo-element of the selected element that the rule is about. */
  readonly pseudo: string | undefined
  /** Compiled for the first element that needs it. */
  test: ((element: Element) => boolean) | undefined
  readonly rule: StyleRule
  readonly selector: ReadonlyArray<Selector>
  readonly number: number

  constructor(rule: StyleRule, written: ReadonlyArray<Selector>, number: number) {
    const last = written.at(-1)
    this.pseudo = last !== undefined && isStyledPseudo(last) ? last.name : undefined
    const selector = this.pseudo === undefined ? written : written.slice(0, -1)
    this.rule = rule
    this.selector = selector
    this.number = number
    const own = ownOf(selector)
    const from = selector.length - own.length
    const isShort = from === 0 || (from === 2 && selector[1]?.type === Type.Descendant && isPlain(selector[0]))
    this.names = own.flatMap(namesOf)
    this.ancestorNames = ancestorNamesOf(selector)
    this.isDecided = isShort && own.every(isPlain)
    this.specificity = specificityOf(selector)
  }
}

/** The selectors of one document. */
export class Selectors {
  /** Names that a selector requires of an element's ancestors. */
  readonly ancestorNames = new Set<string>()
  private readonly byName = new Map<string, Array<Candidate>>()
  private readonly scriptDependent: Array<Candidate> = []
  /** Those that depend on what a visitor does to an element. */
  private readonly byVisitor: Array<Candidate> = []
  /** The elements to which the visitor does it. */
  private reached: ReadonlySet<Element> = new Set()
  private readonly names: Outline["byName"]
  private readonly isAddedByScript: (name: string) => boolean
  private count = 0
  /** The remaining steps of matching. */
  private left = maxSteps

  /** `names` are those of the document; `isAddedByScript` returns whether a script may give an element a class. */
  constructor(names: Outline["byName"], isAddedByScript: (name: string) => boolean) {
    this.names = names
    this.isAddedByScript = isAddedByScript
  }

  /** Whether a list of selectors may select anything, by the names in its text. */
  mayMatch(selectors: string): boolean {
    if (/[\\([]/.test(selectors)) return true
    const isKnown = (name: string): boolean =>
      this.names.has(name) || (name.startsWith(".") && this.isAddedByScript(name.slice(1)))
    return selectors.split(",").some((one) => (one.match(/[.#][^\s.#:>+~*|{}]+/g) ?? []).every(isKnown))
  }

  /** Adds the selectors of a rule. A list with an invalid selector has no effect. */
  add(rule: StyleRule): void {
    for (const selector of parsed(rule.selectors)) {
      if (rule.scope !== undefined && selector.some(hasVisitorState)) this.addByVisitor(rule, selector)
      const missing = selector.filter(
        (one, at) =>
          (isNever(one) && !(at === selector.length - 1 && isStyledPseudo(one))) ||
          !namesOf(one).every((name) => this.names.has(name)),
      )
      if (!missing.every((one) => this.isLateClass(one))) continue
      const candidate = new Candidate(rule, selector, ++this.count)
      if (missing.length === 0) this.keep(candidate)
      else if (this.scriptDependent.length < maxScriptDependent) this.scriptDependent.push(candidate)
    }
  }

  /** The candidates that match an element. Beyond the limit each one that may hide counts as a match. */
  matching({ element, names }: Item, scope: string, path: ReadonlyMap<string, number>): ReadonlyArray<Candidate> {
    const found: Array<Candidate> = []
    for (let at = 0; at <= names.length; at++) {
      for (const candidate of this.byName.get(names[at] ?? "*") ?? none) {
        if (!candidate.names.every((own) => names.includes(own)) || !isInScope(candidate.rule, scope)) continue
        if (!candidate.ancestorNames.every((outer) => path.has(outer))) continue
        if (this.matches(candidate, element)) found.push(candidate)
      }
    }
    return found
  }

  /** Whether a rule would show an element by a property, once a script has set its classes. */
  isShownLate(element: Element, property: string, shows: (value: string) => boolean): boolean {
    return this.scriptDependent.some((candidate) => {
      if (!candidate.rule.declarations.some((one) => one.property === property && shows(one.value))) return false
      candidate.test ??= this.compiled(candidate.selector.map((one) => (this.isLateClass(one) ? universal : one)))
      return this.spend(1) && candidate.test(element)
    })
  }

  /** Whether any rule depends on what a visitor does. */
  get hasByVisitor(): boolean {
    return this.byVisitor.length > 0
  }

  /**
   * The candidates that match an element because a visitor reaches some elements: the pointer is over them, or they are
   * ticked. `undefined` if that isn't clear.
   */
  reachedMatching(
    { element, names }: Item,
    scope: string,
    reached: ReadonlySet<Element>,
  ): ReadonlyArray<Candidate> | undefined {
    if (this.byVisitor.length > maxByVisitor || !this.spend(1 + this.byVisitor.length / 8)) return undefined
    const found: Array<Candidate> = []
    for (const candidate of this.byVisitor) {
      if (!candidate.names.every((own) => names.includes(own)) || !isInScope(candidate.rule, scope)) continue
      candidate.test ??= this.compiled(candidate.selector.map(withReached), false)
      this.reached = reached
      const isMatch = candidate.test(element)
      this.reached = new Set()
      const isUnclear = candidate.selector.some(isNegative) && (isMatch || candidate.test(element))
      if (isUnclear || !this.spend(1)) return undefined
      if (isMatch) found.push(candidate)
    }
    return found
  }

  private addByVisitor(rule: StyleRule, selector: ReadonlyArray<Selector>): void {
    const isKnown = selector.every((one) => namesOf(one).every((name) => this.names.has(name)))
    if (!isKnown || this.byVisitor.length > maxByVisitor) return
    const candidate = new Candidate(rule, selector, 0)
    if (candidate.pseudo === undefined) this.byVisitor.push(candidate)
  }

  private keep(candidate: Candidate): void {
    const countOf = (name: string): number => this.names.get(name)?.length ?? 0
    const [key = "*"] = candidate.names.toSorted((one, other) => countOf(one) - countOf(other))
    const list = this.byName.get(key)
    if (list === undefined) this.byName.set(key, [candidate])
    else list.push(candidate)
    for (const name of candidate.ancestorNames) this.ancestorNames.add(name)
  }

  private matches(candidate: Candidate, element: Element): boolean {
    if (candidate.isDecided) return true
    if (!this.spend(1)) return candidate.rule.declarations.some(({ value }) => hides.test(value))
    candidate.test ??= this.compiled(candidate.selector)
    return candidate.test(element)
  }

  /** A selector's test; one that css-select doesn't know matches nothing. */
  private compiled(selector: ReadonlyArray<Selector>, cacheResults = true): (element: Element) => boolean {
    this.spend(stepsOfCompiling)
    const options = { adapter: this.adapter, pseudos: this.pseudos, cacheResults }
    const test = Result.try(() => compile<Node, Element>([Array.from(selector)], options))
    if (Result.isSuccess(test)) return test.success
    const known = this.withoutUnknown(selector)
    return known === undefined ? () => false : this.compiled(known, cacheResults)
  }

  /** A selector without unknown ones in `:is()` and `:where()`, which browsers skip; `undefined` if it has none. */
  private withoutUnknown(selector: ReadonlyArray<Selector>): ReadonlyArray<Selector> | undefined {
    let isChanged = false
    const known = selector.map((one): Selector => {
      if (one.type !== Type.Pseudo || !/^(?:is|where)$/.test(one.name) || !Array.isArray(one.data)) return one
      this.spend(stepsOfCompiling * one.data.length)
      const data = one.data.filter((inner) =>
        Result.isSuccess(Result.try(() => compile<Node, Element>([inner], { adapter: this.adapter, pseudos }))),
      )
      isChanged ||= data.length < one.data.length
      return { ...one, data }
    })
    return isChanged ? known : undefined
  }

  /** Takes steps; returns whether any are left. */
  private readonly spend = (steps: number): boolean => {
    this.left -= steps
    return this.left > 0
  }

  private readonly adapter = adapterOf(this.spend)

  private readonly pseudos: typeof pseudos = {
    ...pseudos,
    "reached-hover": (element) => this.reached.has(element),
    "reached-checked": (element) => this.reached.has(element) && isBox(element),
    "reached-focus": (element) => this.reached.has(element) && isFocusable(element),
    "reached-focus-within": (element) =>
      this.reached.has(element) && [...this.reached].some((one) => isFocusable(one) && element.contains(one)),
  }

  private isLateClass(one: Selector): boolean {
    return one.type === Type.Attribute && isClass(one) && this.isAddedByScript(one.value)
  }
}

// --- private --------------------------------------------------------------------------

const none: ReadonlyArray<Candidate> = []
const maxListLength = 20_000
const maxParts = 60
const maxScriptDependent = 200
const maxByVisitor = 500
const maxSteps = 3_000_000
const stepsOfCompiling = 50

/** Values that may hide. */
const hides = /^(?:none|hidden|collapse|0|0px|transparent)$/

const isFocusable = (element: Element): boolean =>
  element.hasAttribute("tabindex") ||
  (element.localName === "a" ? element.hasAttribute("href") : /^(?:button|input|summary)$/.test(element.localName))

const universal: Selector = { type: Type.Universal, namespace: null }

/** States that only a visitor causes, and pseudo-elements; no element ever has them here. */
const states: ReadonlySet<string> = new Set(tables.states)

/** Whether a visitor can write in an element. */
const isWritable = (element: Element): boolean =>
  /^(?:input|textarea)$/.test(element.localName)
    ? !element.hasAttribute("readonly") && !element.hasAttribute("disabled")
    : element.closest("[contenteditable]") !== null

/** Pseudo-classes that css-select lacks or evaluates differently. */
const pseudos: Record<string, (element: Element, value?: string | null) => boolean> = {
  empty: (element) => element.firstElementChild === null && element.textContent === "",
  lang: (element, range) => {
    const own = element.closest("[lang]")?.getAttribute("lang")?.toLowerCase() ?? ""
    return `${own}-`.startsWith(`${(range ?? "").replaceAll(/["'\s]/g, "").toLowerCase()}-`)
  },
  open: (element) => element.hasAttribute("open"),
  dir: (element, direction) => (element.closest("[dir]")?.getAttribute("dir")?.toLowerCase() ?? "ltr") === direction,
  "read-only": (element) => !isWritable(element),
  "read-write": isWritable,
  defined: () => true,
  ...Object.fromEntries(tables.states.map((name) => [name, () => false])),
}

/** Pseudo-elements whose style decides whether text is visible: a line's letters, and boxes above the text. */
const isStyledPseudo = (one: Selector): one is Selector & { readonly name: string } =>
  (one.type === Type.PseudoElement || one.type === Type.Pseudo) && /^(?:first-line|before|after)$/.test(one.name)

const isNever = (one: Selector): boolean =>
  one.type === Type.PseudoElement || (one.type === Type.Pseudo && states.has(one.name))

/** What a visitor does with a pointer, a key or a box, and the test for it. */
const visitorStates: ReadonlyMap<string, string> = new Map([
  ["hover", "reached-hover"],
  ["active", "reached-hover"],
  ["checked", "reached-checked"],
  ["focus", "reached-focus"],
  ["focus-visible", "reached-focus"],
  ["focus-within", "reached-focus-within"],
])

const hasVisitorState = (one: Selector): boolean =>
  one.type === Type.Pseudo &&
  (visitorStates.has(one.name) || (Array.isArray(one.data) && one.data.flat().some(hasVisitorState)))

/** Whether a part depends on a visitor in another way than by a state that it requires. */
const isNegative = (one: Selector): boolean =>
  one.type === Type.Pseudo &&
  Array.isArray(one.data) &&
  hasVisitorState(one) &&
  (!/^(?:is|where)$/.test(one.name) || one.data.flat().some(isNegative))

/** A part that tests for what a visitor reaches. */
const withReached = (one: Selector): Selector => {
  if (one.type !== Type.Pseudo) return one
  if (Array.isArray(one.data)) return { ...one, data: one.data.map((list) => list.map(withReached)) }
  return { ...one, name: visitorStates.get(one.name) ?? one.name }
}

const isTraversal = ({ type }: Selector): boolean =>
  type === Type.Descendant || type === Type.Child || type === Type.Adjacent || type === Type.Sibling

const isClass = (one: Selector): boolean =>
  one.type === Type.Attribute && one.name === "class" && one.action === AttributeAction.Element

const isId = (one: Selector): boolean => one.type === Type.Attribute && one.name === "id" && one.ignoreCase === "quirks"

/** The names that an element must have to match a part, as in {@link Item}. */
const namesOf = (one: Selector): ReadonlyArray<string> => {
  if (one.type === Type.Tag) return [one.name]
  if (one.type === Type.Pseudo) {
    const only = /^(?:is|where)$/.test(one.name) && one.data?.length === 1 ? one.data[0] : undefined
    return one.name === "root" ? ["html"] : Array.isArray(only) ? ownOf(only).flatMap(namesOf) : []
  }
  if (one.type !== Type.Attribute) return []
  if (isClass(one) || isId(one)) return [`${isId(one) ? "#" : "."}${one.value}`]
  return !unindexedAttributes.has(one.name) && one.action !== AttributeAction.Not ? [`[${one.name}`] : []
}

/** Whether a part requires nothing but its name. */
const isPlain = (one: Selector | undefined): boolean => {
  if (one === undefined || one.type === Type.Pseudo) return one?.name === "root"
  if (one.type === Type.Universal || one.type === Type.Tag || isClass(one) || isId(one)) return true
  return one.type === Type.Attribute && one.action === AttributeAction.Exists && !unindexedAttributes.has(one.name)
}

/** The parts of a selector for the element itself. */
const ownOf = (selector: ReadonlyArray<Selector>): ReadonlyArray<Selector> =>
  selector.slice(selector.findLastIndex(isTraversal) + 1)

/** The names that the ancestors of an element must have to match. */
const ancestorNamesOf = (selector: ReadonlyArray<Selector>): ReadonlyArray<string> => {
  let isAncestor = false
  return selector.toReversed().flatMap((one) => {
    if (isTraversal(one)) isAncestor = one.type === Type.Descendant || one.type === Type.Child
    return isAncestor ? namesOf(one) : []
  })
}

/** A rule in a shadow tree may select the tree's host, which is outside it; the browser's rules apply everywhere. */
const isInScope = (rule: StyleRule, scope: string): boolean =>
  rule.scope === undefined || rule.scope === scope || (rule.scope !== "" && rule.selectors.includes("data-shadow-"))

const lowered = (one: Selector): Selector => (one.type === Type.Tag ? { ...one, name: one.name.toLowerCase() } : one)

/** Pages of a site share their rules, and all pages those of the browser. */
const parsed = memoized(1_000, (text): ReadonlyArray<ReadonlyArray<Selector>> => {
  const list = Result.try(() =>
    parse(
      text
        .slice(0, maxListLength + 1)
        .replaceAll("*|", "")
        .replaceAll(":-webkit-any(", ":is("),
    ),
  )
  if (Result.isFailure(list) || text.length > maxListLength) return []
  return list.success.filter(({ length }) => length <= maxParts).map((selector) => selector.map(lowered))
})

/** The specificity of a selector (Selectors Level 4, section 17): ids, classes and tags in a byte each. */
const specificityOf = (selector: ReadonlyArray<Selector>): number =>
  selector.reduce((sum, one) => {
    if (isId(one)) return sum + 65_536
    if (one.type === Type.Tag || one.type === Type.Attribute) return sum + (one.type === Type.Tag ? 1 : 256)
    if (one.type !== Type.Pseudo || one.name === "where") return sum
    return sum + (Array.isArray(one.data) ? Math.max(0, ...one.data.map(specificityOf)) : 256)
  }, 0)
