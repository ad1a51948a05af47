/**
 * The winning declarations for each element (CSS Cascading Level 5: importance, the `style` attribute, layers,
 * specificity, order), with custom properties substituted and animations at their end.
 */
import { ended } from "./Animations.ts"
import tables from "./css.json" with { type: "json" }
import { type Declaration, isCssWideKeyword, longhandsOf, substitution } from "./Declaration.ts"
import { hintsOf, isDrawing } from "./Markup.ts"
import type { Item } from "./Outline.ts"
import type { Candidate, Selectors } from "./Selectors.ts"
import { declarationsOfStyle, StyleSheets } from "./StyleSheets.ts"
import type { Values } from "./Values.ts"

/** Sets the values of a document's elements; `scopeOf` names an element's shadow tree. */
export class Cascade {
  /** How often each name occurs among the ancestors of the current element. */
  private readonly path = new Map<string, number>()
  private readonly sheets: StyleSheets
  private readonly selectors: Selectors
  private readonly scopeOf: (element: Element) => string
  /** What was computed for each element, if a visitor may change it. */
  private readonly styled = new Map<Element, StyledItem>()

  constructor(sheets: StyleSheets, selectors: Selectors, scopeOf: (element: Element) => string) {
    this.sheets = sheets
    this.selectors = selectors
    this.scopeOf = scopeOf
    sheets.rank()
    for (const rule of [...browser.rules, ...sheets.rules]) selectors.add(rule)
  }

  /** Sets the values of an element and of everything within it. */
  style(item: Item, outer: Scope = { variables: this.sheets.initialVariables, styled: new Map() }): void {
    const { path, selectors } = this
    const matching = selectors.matching(item, this.scopeOf(item.element), path)
    const { pseudo, scope, values } = styledIn(outer, item, matching, this.sheets)
    item.values = values
    item.pseudo = pseudo
    if (selectors.hasByVisitor) this.styled.set(item.element, { item, matching, outer: outer.variables })
    if (item.children.length === 0) return
    const onPath = item.names.filter((name) => selectors.ancestorNames.has(name))
    for (const name of onPath) path.set(name, (path.get(name) ?? 0) + 1)
    for (const child of item.children) this.style(child, scope)
    for (const name of onPath) if (path.set(name, (path.get(name) ?? 0) - 1).get(name) === 0) path.delete(name)
  }

  /** An element of a page whose style depends on a visitor. */
  itemOf(element: Element): Item | undefined {
    return this.styled.get(element)?.item
  }

  /**
   * The values of an element while a visitor reaches some elements; its own ones if nothing changes, and `undefined` if
   * they aren't clear.
   */
  openedValues(item: Item, reached: ReadonlySet<Element>): Values | undefined {
    const { matching, outer } = this.styled.get(item.element) ?? {}
    const more = this.selectors.reachedMatching(item, this.scopeOf(item.element), reached)
    if (more === undefined || matching === undefined || outer === undefined) return undefined
    if (more.length === 0) return item.values
    const isVariable = more.some(({ rule }) =>
      rule.declarations.some(({ property, value }) => property.startsWith("--") || substitution.test(value)),
    )
    if (isVariable) return undefined
    const all = [...matching.filter((one) => one.pseudo === undefined), ...more]
    const declarations = inOrder(hintsOf(item), all, item.style)
    return ended(winnersOf(declarations, variablesWithin(outer, declarations)), this.sheets.keyframes)
  }
}

/** The winning declarations of one `style` attribute. */
export const valuesOfStyle = (style: string): Values => winnersOf(inOrder("", [], style), new Map())

// --- private --------------------------------------------------------------------------

const browser = new StyleSheets(() => true)
browser.add(tables.browser, undefined)

/** The custom properties that an element has or inherits. */
type Variables = ReadonlyMap<string, string>

const maxVariableDepth = 8
const maxValueLength = 1_000

/** Elements with the same variables around them; those with the same declarations share their values. */
interface Scope {
  readonly variables: Variables
  readonly styled: Map<string, Styled>
}

interface Styled {
  readonly values: Values
  readonly pseudo: Item["pseudo"]
  /** The scope within. */
  readonly scope: Scope
}

interface StyledItem {
  readonly item: Item
  readonly matching: ReadonlyArray<Candidate>
  /** The variables around it. */
  readonly outer: Variables
}

const noValues: Values = new Map()

const styledIn = (outer: Scope, item: Item, matching: ReadonlyArray<Candidate>, sheets: StyleSheets): Styled => {
  const hints = hintsOf(item)
  if (matching.length === 0 && item.style === "" && hints === "")
    return { values: noValues, pseudo: undefined, scope: outer }
  const isDrawn = isDrawing(item.names[0])
  const key = `${isDrawn} ${matching.map(({ number }) => number).join(" ")};${hints};${item.style}`
  const known = outer.styled.get(key)
  if (known !== undefined) return known
  const declarations = inOrder(
    hints,
    matching.filter((one) => one.pseudo === undefined),
    item.style,
  )
  const variables = variablesWithin(outer.variables, declarations)
  const winners = winnersOf(declarations, variables)
  if (!isDrawn) for (const name of ["fill", "fill-opacity"]) winners.delete(name)
  const values = ended(winners, sheets.keyframes)
  const pseudo = pseudoValues(matching, variables, sheets)
  const styled = { values, pseudo, scope: variables === outer.variables ? outer : { variables, styled: new Map() } }
  outer.styled.set(key, styled)
  return styled
}

/** The values of an element's pseudo-elements. */
const pseudoValues = (
  matching: ReadonlyArray<Candidate>,
  variables: Variables,
  { keyframes }: StyleSheets,
): Item["pseudo"] => {
  const known = matching.filter(({ pseudo }) => pseudo !== undefined)
  if (known.length === 0) return undefined
  // A pseudo-element beside the text has no box without content.
  const all = Array.from(Map.groupBy(known, ({ pseudo = "" }) => pseudo)).filter(
    ([name, candidates]) =>
      name === "first-line" ||
      candidates.some(({ rule }) => rule.declarations.some(({ property }) => property === "content")),
  )
  if (all.length === 0) return undefined
  return new Map(
    Array.from(all, ([name, candidates]) => {
      const declarations = inOrder("", candidates, "")
      return [name, ended(winnersOf(declarations, variablesWithin(variables, declarations)), keyframes)]
    }),
  )
}

/** All declarations for an element; a later one wins. */
const inOrder = (hints: string, matching: ReadonlyArray<Candidate>, style: string): ReadonlyArray<Declaration> => {
  const rules = matching.toSorted(
    (one, other) =>
      rankOf(one) - rankOf(other) || one.specificity - other.specificity || one.rule.order - other.rule.order,
  )
  // Important declarations win in the opposite order of their layers.
  const important = rules.toSorted((one, other) => rankOf(other) - rankOf(one))
  const inline = declarationsOfStyle(style)
  return [
    ...declarationsOfStyle(hints),
    ...[...rules.flatMap(({ rule }) => rule.declarations), ...inline].filter(({ isImportant }) => !isImportant),
    ...[...important.flatMap(({ rule }) => rule.declarations), ...inline].filter(({ isImportant }) => isImportant),
  ]
}

const rankOf = ({ rule }: Candidate): number => rule.layer.rank

const winnersOf = (declarations: ReadonlyArray<Declaration>, variables: Variables): Map<string, Declaration> => {
  const winners = new Map<string, Declaration>()
  for (const one of declarations) {
    if (one.property.startsWith("--")) continue
    const isOpen = substitution.test(one.value)
    const value = isOpen ? substituted(one.value, variables)?.trim() : undefined
    const longhands = isOpen ? longhandsOf({ ...one, value: value ?? "" }) : [one]
    // A value that turns out to be invalid leaves the property unset.
    if (longhands.length === 0) winners.delete(one.property)
    for (const longhand of longhands) {
      // This cascade has one origin, so `revert` and `unset` (css-cascade-5, section 7.3) remove the declaration.
      if (/^(?:revert|unset)/.test(longhand.value)) winners.delete(longhand.property)
      else winners.set(longhand.property, longhand)
    }
  }
  return winners
}

/** The variables within an element that declares some of its own. */
const variablesWithin = (outer: Variables, declarations: ReadonlyArray<Declaration>): Variables => {
  const own = declarations.filter(({ property }) => property.startsWith("--"))
  if (own.length === 0) return outer
  const values = new Map(outer)
  for (const { property, value } of own) {
    if (value === "initial") values.delete(property)
    else if (!isCssWideKeyword(value)) values.set(property, value)
  }
  return values
}

/** The sizes of notches, of which the screen has none. */
const environment: Variables = new Map(
  ["top", "right", "bottom", "left"].map((side) => [`safe-area-inset-${side}`, "0px"]),
)

/** A value with its `var()` and `env()` substituted; `undefined` if one has neither a value nor a fallback. */
const substituted = (value: string, variables: Variables, depth = 0): string | undefined => {
  const start = value.search(substitution)
  if (start === -1) return value
  if (depth > maxVariableDepth || value.length > maxValueLength) return undefined
  let end = start + 4
  for (let open = 1; end < value.length; end++) {
    if (value[end] === "(") open++
    else if (value[end] === ")" && --open === 0) break
  }
  const [, name = "", fallback] = /^\s*([^\s,]+)\s*(?:,([^]*))?$/.exec(value.slice(start + 4, end)) ?? []
  const options = [(name.startsWith("--") ? variables : environment).get(name), fallback].map((one) =>
    one === undefined ? undefined : substituted(one, variables, depth + 1),
  )
  const inner = options.find((one) => one !== undefined)
  if (inner === undefined) return undefined
  // A substituted value never joins the text around it.
  return substituted(`${value.slice(0, start)} ${inner} ${value.slice(end + 1)}`, variables, depth + 1)
}
