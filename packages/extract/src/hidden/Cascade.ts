/**
 * The declarations that win for each element (CSS Cascading Level 5: importance, the `style` attribute, layers, specificity,
 * order), with custom properties put in and animations at their end.
 */
import { type Filter, nothing, withElement } from "./Ancestors.ts"
import { type Declaration, isWide, longhandsOf } from "./Declaration.ts"
import { endOf } from "./Motion.ts"
import { type Candidate, type Names, Selectors } from "./Selectors.ts"
import { declarationsOfStyle, type StyleSheets } from "./StyleSheets.ts"
import { browserStyleOf } from "./Markup.ts"
import type { Values, Winner } from "./Values.ts"

/** The style of the elements of one document. Parents must be asked for before their children. */
export class Cascade {
  readonly sheets: StyleSheets
  private readonly selectors: Selectors
  private readonly known = new Map<Element, Values>()
  private readonly variables = new WeakMap<Element, Variables>()
  private readonly covers = new Map<Element, Values>()
  private readonly outermost: Variables
  /** The names around the children of an element. */
  private readonly around = new WeakMap<Element, Filter>()

  /** `isLate` says whether a script may give an element a class that it hasn't yet. */
  constructor(sheets: StyleSheets, names: Names, isLate: (name: string) => boolean) {
    this.sheets = sheets
    this.outermost = outermostOf(sheets.initial)
    this.selectors = new Selectors(names, isLate)
    sheets.rank()
    const used = usedVariables(sheets)
    for (const rule of sheets.rules) {
      const isUsed = rule.declarations.some(({ property }) => !property.startsWith("--") || used.has(property))
      if (isUsed) this.selectors.add(rule)
    }
  }

  /** Whether a rule would show an element by a property, once a script has set its classes. */
  isShownLate(element: Element, property: string, shows: (value: string) => boolean): boolean {
    return this.selectors.late.some(
      (candidate) =>
        candidate.rule.declarations.some((one) => one.property === property && shows(one.value)) &&
        this.selectors.matchesLate(candidate, element),
    )
  }

  /** What wins for an element. */
  valuesOf(element: Element, scope: string): Values {
    const known = this.known.get(element)
    if (known !== undefined) return known
    const values = this.computed(element, scope)
    this.known.set(element, values)
    return values
  }

  /** What wins for an element's `::before` or `::after` box that lies over it; empty if there is none. */
  coverOf(element: Element): Values {
    return this.covers.get(element) ?? noValues
  }

  private computed(element: Element, scope: string): Values {
    const matching =
      this.sheets.rules.length === 0 ? noCandidates : this.selectors.matching(element, scope, this.aroundOf(element))
    const style = element.getAttribute("style") ?? ""
    const own = browserStyleOf(element)
    const outer =
      (element.parentElement === null ? undefined : this.variables.get(element.parentElement)) ?? this.outermost
    if (matching.length === 0 && style === "" && own === "") {
      if (outer !== this.outermost) this.variables.set(element, outer)
      return noValues
    }
    // Elements with the same declarations share their values.
    const key = `${matching.map(({ number }) => number).join(" ")};${own};${style}`
    let styled = outer.known.get(key)
    if (styled === undefined) {
      styled = this.styledBy(matching, own, style, outer)
      outer.known.set(key, styled)
    }
    if (styled.variables !== this.outermost) this.variables.set(element, styled.variables)
    if (styled.cover !== undefined) this.covers.set(element, styled.cover)
    return styled.values
  }

  private aroundOf(element: Element): Filter {
    const parent = element.parentElement
    if (parent === null) return nothing
    let around = this.around.get(parent)
    if (around === undefined) {
      around = withElement(this.aroundOf(parent), parent)
      this.around.set(parent, around)
    }
    return around
  }

  private styledBy(matching: ReadonlyArray<Candidate>, browser: string, style: string, outer: Variables): Styled {
    const layers = sorted(matching.filter(({ pseudo }) => pseudo === undefined))
    const inline = stepsOfStyle(style)
    const steps: ReadonlyArray<Step> = [
      ...stepsOfStyle(browser),
      ...layers.flatMap((candidate) => stepsOf(candidate, false)),
      ...inline.filter(({ declaration }) => !declaration.isImportant),
      ...byLayer(layers).flatMap((candidate) => stepsOf(candidate, true)),
      ...inline.filter(({ declaration }) => declaration.isImportant),
    ]
    const variables = variablesOf(steps, outer)
    const values = endOf(winnersOf(steps, variables), this.sheets.keyframes)
    return { values, variables, cover: coverOf(matching, variables) }
  }
}

/** The values of the `::before` or `::after` box that candidates make, if they place one. */
const coverOf = (matching: ReadonlyArray<Candidate>, variables: Variables): Values | undefined => {
  const boxes = matching.filter(({ pseudo }) => pseudo === "before" || pseudo === "after")
  if (boxes.length === 0) return undefined
  const values = winnersOf(
    sorted(boxes).flatMap((candidate) => stepsOf(candidate, false)),
    variables,
  )
  return values.has("position") && !/^(?:none|normal)$/.test(values.get("content")?.value ?? "none")
    ? values
    : undefined
}

/** What wins of a `style` attribute by itself. */
export const valuesOfStyle = (style: string): Values =>
  winnersOf(
    declarationsOfStyle(style)
      .toSorted((one, other) => Number(one.isImportant) - Number(other.isImportant))
      .map((declaration) => ({ declaration, by: undefined })),
    outermostOf(new Map()),
  )

// --- private --------------------------------------------------------------------------

/** Custom properties that an element has or inherits. */
interface Variables {
  readonly values: ReadonlyMap<string, string>
  /** Styles of elements with these variables around them, by what declares them. */
  readonly known: Map<string, Styled>
}

interface Styled {
  readonly values: Values
  readonly variables: Variables
  readonly cover: Values | undefined
}

const outermostOf = (values: ReadonlyMap<string, string>): Variables => ({ values, known: new Map() })

interface Step {
  readonly declaration: Declaration
  readonly by: string | undefined
}

const noValues: Values = new Map()
const noCandidates: ReadonlyArray<Candidate> = []

const sorted = (candidates: ReadonlyArray<Candidate>): ReadonlyArray<Candidate> =>
  candidates.length < 2
    ? candidates
    : candidates.toSorted(
        (one, other) =>
          one.rule.layer.rank - other.rule.layer.rank ||
          one.specificity - other.specificity ||
          one.rule.order - other.rule.order,
      )

/** Important declarations win in the opposite order of their layers. */
const byLayer = (candidates: ReadonlyArray<Candidate>): ReadonlyArray<Candidate> =>
  candidates.toSorted((one, other) => other.rule.layer.rank - one.rule.layer.rank)

const stepsOfStyle = (style: string): ReadonlyArray<Step> =>
  style === "" ? [] : declarationsOfStyle(style).map((declaration) => ({ declaration, by: undefined }))

const stepsOf = ({ rule }: Candidate, isImportant: boolean): ReadonlyArray<Step> => {
  const steps: Array<Step> = []
  for (const declaration of rule.declarations)
    if (declaration.isImportant === isImportant) steps.push({ declaration, by: rule.selectors })
  return steps
}

const winnersOf = (steps: ReadonlyArray<Step>, variables: Variables): Map<string, Winner> => {
  const winners = new Map<string, Winner>()
  const set = (property: string, value: string, isImportant: boolean, by: string | undefined): void => {
    if (property === "all") winners.clear()
    if (property === "all" && value === "initial")
      for (const [inherited, first] of firstValues) winners.set(inherited, { value: first, by, isImportant })
    // Without layers and origins of its own a keyword that reverts leaves what the browser or the parent sets.
    if (property === "all" && value !== "revert") winners.set("display", { value: "inline", by, isImportant })
    else if (value.startsWith("revert") || (value === "unset" && property !== "display")) winners.delete(property)
    else winners.set(property, { value, by, isImportant })
  }
  for (const { by, declaration } of steps) {
    const { isImportant, property, value } = declaration
    if (property.startsWith("--")) continue
    if (!value.includes("var(")) set(property, value, isImportant, by)
    else {
      const whole = substituted(value, variables, 0)?.trim().toLowerCase()
      const longhands = whole === undefined ? [] : longhandsOf(property, whole)
      // A value that turns out to be invalid leaves the property unset.
      if (longhands.length === 0) winners.delete(property)
      for (const [longhand, own] of longhands) set(longhand, own, isImportant, by)
    }
  }
  return winners
}

/** The initial values of inherited properties. */
const firstValues = [
  ["visibility", "visible"],
  ["font-size", "medium"],
  ["text-indent", "0"],
  ["color", "initial"],
] as const

const variablesOf = (steps: ReadonlyArray<Step>, outer: Variables): Variables => {
  if (!steps.some(({ declaration }) => declaration.property.startsWith("--"))) return outer
  const values = new Map(outer.values)
  for (const { declaration } of steps) {
    const { property, value } = declaration
    if (!property.startsWith("--")) continue
    if (value === "initial") values.delete(property)
    else if (!isWide(value)) values.set(property, value)
  }
  return outermostOf(values)
}

const deepestVariable = 8
const longestValue = 1_000

/** A value with its `var()` replaced; `undefined` if one has neither a value nor a fallback. */
const substituted = (value: string, variables: Variables, depth: number): string | undefined => {
  const start = value.search(/var\(/i)
  if (start === -1) return value
  if (depth > deepestVariable || value.length > longestValue) return undefined
  const end = closingOf(value, start + 4)
  const [, name = "", fallback] = /^\s*(--[^\s,]+)\s*(?:,([^]*))?$/.exec(value.slice(start + 4, end)) ?? []
  const own = variables.values.get(name)
  const inner =
    (own === undefined ? undefined : substituted(own, variables, depth + 1)) ??
    (fallback === undefined ? undefined : substituted(fallback, variables, depth + 1))
  if (inner === undefined) return undefined
  return substituted(`${value.slice(0, start)}${inner}${value.slice(end + 1)}`, variables, depth + 1)
}

const closingOf = (value: string, from: number): number => {
  let depth = 1
  for (let at = from; at < value.length; at++) {
    if (value[at] === "(") depth++
    else if (value[at] === ")" && --depth === 0) return at
  }
  return value.length
}

/** The custom properties that some declaration refers to; rules of others alone aren't matched. */
const usedVariables = ({ rules }: StyleSheets): Names => {
  const used = new Set<string>()
  for (const { declarations } of rules)
    for (const { value } of declarations)
      if (value.includes("var(")) for (const [name] of value.matchAll(/--[^\s,)]+/g)) used.add(name)
  return used
}
