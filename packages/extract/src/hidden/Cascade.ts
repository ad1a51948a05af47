/**
 * The declarations that win for each element (CSS Cascading Level 5: importance, the `style` attribute, layers,
 * specificity, order), with custom properties put in and animations at their end.
 */
import { type Declaration, deciding, isRisky, isWide, longhandsOf, supporting } from "./Declaration.ts"
import { browserStyleOf } from "./Markup.ts"
import { isNode, type Item, type Outline } from "./Outline.ts"
import { type Candidate, Selectors } from "./Selectors.ts"
import { declarationsOfStyle, type StyleRule, type StyleSheets } from "./StyleSheets.ts"
import { type Values, valueOf, type Winner } from "./Values.ts"

/** The style of the elements of one document. */
export class Cascade {
  private readonly sheets: StyleSheets
  private readonly selectors: Selectors
  /** How often each name occurs among the ancestors of the current element. */
  private readonly path = new Map<string, number>()
  private readonly scopeOf: (element: Element) => string

  /** `isLate` says whether a script may give an element a class that it hasn't yet. */
  constructor(
    outline: Outline,
    sheets: StyleSheets,
    isLate: (name: string) => boolean,
    scopeOf: (element: Element) => string,
  ) {
    this.sheets = sheets
    this.scopeOf = scopeOf
    this.selectors = new Selectors(outline.names, isLate)
    sheets.rank()
    const rules = sheets.rules.filter(({ selectors }) => this.selectors.mayMatch(selectors))
    const inline = Array.from(outline.inline).flatMap(declarationsOfStyle)
    const frames = Array.from(sheets.keyframes.values()).flat()
    const all = [...rules, ...frames].flatMap(({ declarations }) => declarations).concat(inline)
    const isNeeded = neededOf(all)
    for (const rule of rules) {
      rule.declarations = rule.declarations.filter(isNeeded)
      if (rule.declarations.length > 0) this.selectors.add(rule)
    }
  }

  /** Sets the values of an element and of all within it. */
  style(item: Item): void {
    this.styleIn(item, noVariables())
  }

  /** Whether a rule would show an element by a property, once a script has set its classes. */
  isShownLate(element: Element, property: string, shows: (value: string) => boolean): boolean {
    return this.selectors.late.some(
      (candidate) =>
        candidate.rule.declarations.some((one) => one.property === property && shows(one.value)) &&
        this.selectors.matchesLate(candidate, element),
    )
  }

  private styleIn(item: Item, outer: Variables): void {
    const { names } = item
    const { values, variables } = this.computed(item, outer)
    item.values = values
    for (const name of names) this.path.set(name, (this.path.get(name) ?? 0) + 1)
    for (const child of item.children) if (!isNode(child)) this.styleIn(child, variables)
    for (const name of names) {
      const count = this.path.get(name) ?? 0
      if (count > 1) this.path.set(name, count - 1)
      else this.path.delete(name)
    }
  }

  private computed(item: Item, outer: Variables): Styled {
    const { element, style } = item
    const matching = this.selectors.matching(item, this.scopeOf(element), this.path)
    const browser = browserStyleOf(element)
    if (matching.length === 0 && style === "" && browser === "") return { values: noValues, variables: outer }
    // Elements with the same declarations share their values.
    const key = `${matching.map(({ number }) => number).join(" ")};${browser};${style}`
    const known = outer.styled.get(key)
    if (known !== undefined) return known
    const rules = matching.toSorted(byWeight)
    const inline = stepsOfStyle(style)
    const steps: ReadonlyArray<Step> = [
      ...stepsOfStyle(browser),
      ...rules.flatMap(({ rule }) => stepsOf(rule, false)),
      ...inline.filter(({ declaration }) => !declaration.isImportant),
      // Important declarations win in the opposite order of their layers.
      ...rules
        .toSorted((one, other) => other.rule.layer.rank - one.rule.layer.rank)
        .flatMap(({ rule }) => stepsOf(rule, true)),
      ...inline.filter(({ declaration }) => declaration.isImportant),
    ]
    const variables = variablesOf(steps, outer)
    const styled = { values: this.ended(winnersOf(steps, variables)), variables }
    outer.styled.set(key, styled)
    return styled
  }

  /** The values of an element when its animations have ended; important ones stand. */
  private ended(values: Map<string, Winner>): Values {
    const animation = values.get("animation-name")
    const names = animation?.value.split(/\s*,\s*/) ?? []
    names.forEach((name, at) => {
      const moment = name === "none" ? undefined : momentOf(values, at)
      for (const frame of this.sheets.keyframes.get(name.replaceAll(/["']/g, "")) ?? []) {
        if (frame.at !== moment) continue
        for (const { property, value } of frame.declarations) {
          const before = values.get(property)
          if (before?.isImportant !== true)
            values.set(property, { value, by: before?.by ?? animation?.by, isImportant: false })
        }
      }
    })
    return values
  }
}

/** What wins of the declarations of one `style` attribute. */
export const valuesOfStyle = (style: string): Values =>
  winnersOf(
    stepsOfStyle(style).toSorted(
      (one, other) => Number(one.declaration.isImportant) - Number(other.declaration.isImportant),
    ),
    noVariables(),
  )

// --- private --------------------------------------------------------------------------

/** Custom properties that an element has or inherits. */
interface Variables {
  readonly values: ReadonlyMap<string, string>
  /** Styles of elements within these variables, by what declares them. */
  readonly styled: Map<string, Styled>
}

interface Styled {
  readonly values: Values
  readonly variables: Variables
}

interface Step {
  readonly declaration: Declaration
  readonly by: string | undefined
}

const noValues: Values = new Map()

const byWeight = (one: Candidate, other: Candidate): number =>
  one.rule.layer.rank - other.rule.layer.rank ||
  one.specificity - other.specificity ||
  one.rule.order - other.rule.order

/** Whether a declaration has an effect: none has a property that hides nowhere in the document. */
const neededOf = (all: ReadonlyArray<Declaration>): ((declaration: Declaration) => boolean) => {
  const risky = new Set<string>()
  const variables = new Set<string>()
  for (const { property, value } of all) {
    if (isRisky(property, value)) risky.add(property)
    if (value.includes("var(")) for (const [name] of value.matchAll(/--[^\s,)]+/g)) variables.add(name)
  }
  return ({ property, value }) =>
    deciding.has(property) ||
    risky.has(property) ||
    variables.has(property) ||
    (supporting.has(property) && risky.size > 0) ||
    (value.includes("var(") && !property.startsWith("--"))
}

const stepsOfStyle = (style: string): ReadonlyArray<Step> =>
  style === "" ? [] : declarationsOfStyle(style).map((declaration) => ({ declaration, by: undefined }))

const stepsOf = (rule: StyleRule, isImportant: boolean): ReadonlyArray<Step> =>
  rule.declarations
    .filter((declaration) => declaration.isImportant === isImportant)
    .map((declaration) => ({ declaration, by: rule.selectors }))

const winnersOf = (steps: ReadonlyArray<Step>, variables: Variables): Map<string, Winner> => {
  const winners = new Map<string, Winner>()
  const set = (property: string, value: string, { by, declaration: { isImportant } }: Step): void => {
    if (property === "all") winners.clear()
    if (property === "all" && value === "initial")
      for (const [inherited, first] of initial) winners.set(inherited, { value: first, by, isImportant })
    // Without origins of their own, keywords that revert leave what the browser or the parent sets.
    if (property === "all" && value !== "revert") winners.set("display", { value: "inline", by, isImportant })
    else if (value.startsWith("revert") || (value === "unset" && property !== "display")) winners.delete(property)
    else winners.set(property, { value, by, isImportant })
  }
  for (const step of steps) {
    const { property, value } = step.declaration
    if (property.startsWith("--")) continue
    if (!value.includes("var(")) set(property, value, step)
    else {
      const whole = substituted(value, variables, 0)?.trim().toLowerCase()
      const longhands = whole === undefined ? [] : longhandsOf(property, whole)
      // A value that turns out to be invalid leaves the property unset.
      if (longhands.length === 0) winners.delete(property)
      for (const [longhand, own] of longhands) set(longhand, own, step)
    }
  }
  return winners
}

/** The initial values of inherited properties. */
const initial = [
  ["visibility", "visible"],
  ["font-size", "medium"],
  ["text-indent", "0"],
  ["color", "initial"],
] as const

const noVariables = (): Variables => ({ values: new Map(), styled: new Map() })

const variablesOf = (steps: ReadonlyArray<Step>, outer: Variables): Variables => {
  const own = steps.filter(({ declaration }) => declaration.property.startsWith("--"))
  if (own.length === 0) return outer
  const values = new Map(outer.values)
  for (const { declaration } of own) {
    if (declaration.value === "initial") values.delete(declaration.property)
    else if (!isWide(declaration.value)) values.set(declaration.property, declaration.value)
  }
  return { values, styled: new Map() }
}

const deepestVariable = 8
const longestValue = 1_000

/** A value with its `var()` replaced; `undefined` if one has neither a value nor a fallback. */
const substituted = (value: string, variables: Variables, depth: number): string | undefined => {
  const start = value.search(/var\(/i)
  if (start === -1) return value
  if (depth > deepestVariable || value.length > longestValue) return undefined
  let end = start + 4
  for (let open = 1; end < value.length; end++) {
    if (value[end] === "(") open++
    else if (value[end] === ")" && --open === 0) break
  }
  const [, name = "", fallback] = /^\s*(--[^\s,]+)\s*(?:,([^]*))?$/.exec(value.slice(start + 4, end)) ?? []
  const own = variables.values.get(name)
  const inner =
    (own === undefined ? undefined : substituted(own, variables, depth + 1)) ??
    (fallback === undefined ? undefined : substituted(fallback, variables, depth + 1))
  if (inner === undefined) return undefined
  return substituted(`${value.slice(0, start)}${inner}${value.slice(end + 1)}`, variables, depth + 1)
}

/** The end of an animation that stays, 0 or 1; `undefined` if the animation leaves nothing behind. */
const momentOf = (values: Values, at: number): number | undefined => {
  const own = (property: string): string => {
    const list = valueOf(values, `animation-${property}`).split(/\s*,\s*/)
    return list[at % list.length] ?? ""
  }
  const direction = own("direction")
  const isReverse = direction.includes("reverse")
  if (own("play-state") === "paused") return isReverse ? 1 : 0
  const count = own("iteration-count") || "1"
  if (count === "infinite" || !/^(?:forwards|both)$/.test(own("fill-mode"))) return undefined
  const isTurned = direction.startsWith("alternate") && Math.ceil(Number(count)) % 2 === 0
  return isReverse === isTurned ? 1 : 0
}
