/**
 * Which declarations win for an element, of those in the page's own stylesheets and in its `style` attribute (CSS
 * Cascading and Inheritance Level 5: importance, origin of the attribute, layers as one, specificity, order). Only properties
 * that can hide are looked at.
 *
 * Rules are kept by what their element must have first: an id, else a class, a tag, an attribute. Most are for elements that a
 * page hasn't got, so a plain selector is read when an element turns up that has that first thing. What reading and matching
 * may cost is bounded; beyond that a rule that hides is taken to match whatever has it, so that a page can't hide its hiding
 * behind a million rules.
 */
import { decodeHTMLAttribute } from "entities"
import { type Declaration, readStyle, readStylesheet } from "./Css.ts"
import { isValue } from "./Declarable.ts"
import { hasAll, type Place } from "./Place.ts"
import { ask, type Asked, type Compound, isCompound, parseSelector, type Selector } from "./Selector.ts"

/** A value that won, and what declared it: a rule's selector, or none for the attribute. */
export interface Winner {
  readonly value: string
  readonly by: string | undefined
  /** The greater one wins. */
  readonly weight: number
}

/** The values that won, by property. */
export type Values = ReadonlyMap<string, Winner>

/** How elements are asked. */
export interface Options {
  /** Bounds what they are asked in all. */
  readonly mostSteps: number
  /** Whether it is known what they stand in; else rules that ask for that have no say, whatever the bound. */
  readonly knowsAround: boolean
  /** Whether a declaration of a rule has a say; each has, unless told otherwise. */
  readonly believes: (selector: string, declaration: Declaration) => boolean
}

/** The stylesheets of one document. */
export class Cascade {
  private readonly byId = new Map<string, Array<Rule>>()
  private readonly byClass = new Map<string, Array<Rule>>()
  private readonly byTag = new Map<string, Array<Rule>>()
  private readonly byAttribute = new Map<string, Array<Rule>>()
  private readonly anywhere: Array<Rule> = []
  private readonly known = new Map<string, Rule | undefined>()
  private readonly worst = new Map<ReadonlyArray<Rule>, Values>()
  private declared = 0
  private steps = 0
  private readonly mostSteps: number
  private readonly knowsAround: boolean
  private readonly believes: Options["believes"]

  /** What rules ask of the elements that they are for. */
  readonly asked: Asked = { names: new Set(), attributes: new Set() }

  constructor({ believes = () => true, knowsAround = true, mostSteps = 4_000_000 }: Partial<Options> = {}) {
    this.believes = believes
    this.mostSteps = mostSteps
    this.knowsAround = knowsAround
  }

  /** Whether a rule may be about elements of this name, whatever their attributes. */
  knowsTag(tag: string): boolean {
    return this.byTag.has(tag) || this.anywhere.length > 0
  }

  /** Whether a rule is for elements that have this value of an attribute, and not for those with any. */
  knowsValue(name: string, value: string): boolean {
    return this.byAttribute.has(`${name}=${value}`)
  }

  /** From now on elements are asked nothing more: a rule that hides is taken to match. */
  exhaust(): void {
    this.steps = Number.POSITIVE_INFINITY
  }

  /** Adds a stylesheet behind those before. */
  add(css: string): void {
    this.worst.clear()
    readStylesheet(css, (selectors, declaration) => {
      if (!isTracked(declaration)) return
      const name = `${declaration.property}${declaration.isImportant ? "!" : ""}${declaration.isLayered ? "@" : ""}`
      for (const selector of selectors) {
        if (this.declared >= mostDeclared) return
        if (!this.believes(selector, declaration)) continue
        this.ruleOf(selector)?.declarations.set(name, { ...declaration, order: ++this.declared })
      }
    })
  }

  /** What wins for an element. */
  valuesOf(place: Place): Values {
    const style = place.element.getAttribute("style")
    if (this.declared === 0 && style === null) return noValues
    const winners = new Map<string, Winner>()
    const consider = (rules: ReadonlyArray<Rule> | undefined): void => {
      for (const rule of rules ?? []) {
        if (this.steps > this.mostSteps) break
        if (this.matches(rule, place)) winAll(winners, rule)
      }
      if (rules === undefined || this.steps <= this.mostSteps) return
      for (const [property, winner] of this.worstOf(rules)) winners.set(property, winner)
    }
    if (place.id !== "") consider(this.byId.get(place.id))
    for (const name of place.classes) consider(this.byClass.get(name))
    consider(this.byTag.get(place.tag))
    if (this.byAttribute.size > 0) {
      for (const { name, value } of place.element.attributes) {
        consider(this.byAttribute.get(name))
        consider(this.byAttribute.get(`${name}=${value}`))
      }
    }
    consider(this.anywhere)
    addStyle(winners, style ?? "")
    return winners
  }

  private ruleOf(text: string): Rule | undefined {
    if (this.known.has(text)) return this.known.get(text)
    const isPlain = text.length <= longestPlain && plain.test(text)
    const selector = this.askable(isPlain ? "unread" : parseSelector(text), text)
    if (typeof selector === "object") ask(selector.compounds[0], this.asked)
    else if (selector !== undefined)
      for (const [name] of endOf(text).matchAll(/[.#][^.#]+/g)) this.asked.names.add(name)
    const rule: Rule | undefined = selector === undefined ? undefined : { selector, declarations: new Map(), text }
    this.known.set(text, rule)
    if (rule !== undefined) this.shelf(typeof selector === "object" ? selector.compounds[0] : ownOf(text)).push(rule)
    return rule
  }

  /** A selector of which elements can be asked; none of what is around them where nobody knows that. */
  private askable(selector: Rule["selector"], text: string): Rule["selector"] {
    if (this.knowsAround || selector === undefined) return selector
    const isAlone = selector === "unread" ? endOf(text) === text : selector.compounds.length === 1
    return isAlone ? selector : undefined
  }

  private shelf(own: Own): Array<Rule> {
    const [name] = own.classes
    if (own.id !== undefined) return shelfIn(this.byId, own.id)
    if (name !== undefined) return shelfIn(this.byClass, name)
    if (own.tag !== undefined) return shelfIn(this.byTag, own.tag)
    const [test] = own.attributes
    if (test === undefined) return this.anywhere
    return shelfIn(this.byAttribute, test.operator === "=" ? `${test.name}=${test.value}` : test.name)
  }

  /** What may be hidden by any of these rules, whatever else they ask of an element. */
  private worstOf(rules: ReadonlyArray<Rule>): Values {
    const known = this.worst.get(rules)
    if (known !== undefined) return known
    const winners = new Map<string, Winner>()
    for (const rule of rules) winAll(winners, rule, (value) => hiding.has(value))
    this.worst.set(rules, winners)
    return winners
  }

  private matches(rule: Rule, place: Place): boolean {
    if (rule.selector === "unread") {
      this.steps += stepsOfReading
      rule.selector = parseSelector(rule.text)
    }
    if (rule.selector === undefined) return false
    const { around, compounds, cost } = rule.selector
    const [own] = compounds
    this.steps += cost
    return isCompound(place, own) && hasAll(place.around, around) && this.standsIn(compounds, 1, place, cost)
  }

  /** Whether what an element stands in is what the rest of a selector asks for, from the compound at `at` on. */
  private standsIn(compounds: Selector["compounds"], at: number, place: Place, cost: number): boolean {
    const outer = compounds[at]
    if (outer === undefined) return true
    const isParent = compounds[at - 1]?.isChild === true
    for (let around = place.parent; around !== undefined; around = around.parent) {
      this.steps += cost
      if (this.steps > this.mostSteps) return false
      if (isCompound(around, outer) && this.standsIn(compounds, at + 1, around, cost)) return true
      if (isParent) return false
    }
    return false
  }
}

/** What wins of a `style` attribute by itself. */
export const valuesOfStyle = (style: string): Values => {
  const winners = new Map<string, Winner>()
  addStyle(winners, style)
  return winners
}

/** What a long `style` attribute says of what can hide: all else is left out, and what is said again. */
export const boundedStyle = (style: string): string =>
  Array.from(
    valuesOfStyle(decodeHTMLAttribute(style)),
    ([property, { value, weight }]) => `${property}:${value}${weight >= ofImportance ? "!important" : ""}`,
  ).join(";")

// --- private --------------------------------------------------------------------------

const addStyle = (winners: Map<string, Winner>, style: string): void => {
  for (const declaration of readStyle(style)) {
    if (isTracked(declaration)) win(winners, declaration, ofAttribute, undefined)
  }
}

interface Ordered extends Declaration {
  readonly order: number
}

interface Rule {
  /** None where reading it showed that it is none. */
  selector: Selector | "unread" | undefined
  /** The last of each property and importance: those before it never win. */
  readonly declarations: Map<string, Ordered>
  readonly text: string
}

/** How many questions to elements take as long as to read a selector. */
const stepsOfReading = 20

/** What an element must be by the end of its selector. */
type Own = Pick<Compound, "attributes" | "classes" | "id" | "tag">

/** A selector of tags, classes, ids and what they stand in, as nearly all are. */
const plain = /^[-\w.#\s>]*[-\w]$/
const longestPlain = 200

/** The compound of a plain selector that stands at its end, and what that asks for. */
const endOf = (text: string): string => /[^\s>]*$/.exec(text)?.[0] ?? ""

const ownOf = (text: string): Own => {
  const end = endOf(text)
  const [tag] = /^[^.#]+/.exec(end) ?? []
  const [, id] = /#([^.#]+)/.exec(end) ?? []
  const [, name] = /\.([^.#]+)/.exec(end) ?? []
  return { tag: tag?.toLowerCase(), id, classes: name === undefined ? [] : [name], attributes: [] }
}

/** Declarations for a selector each, in all; what comes after has no say. */
const mostDeclared = 500_000

/** More than the declarations of any document. */
const span = 2 ** 23
const mostSpecific = 2 ** 24
const outsideLayers = 2 ** 48
const ofAttribute = 2 ** 49
const ofImportance = 2 ** 50

const noValues: Values = new Map()

const tracked: ReadonlySet<string> = new Set(
  (
    "display visibility opacity font-size font position left right top bottom inset text-indent clip clip-path width height " +
    "max-width max-height overflow overflow-x overflow-y transform scale color background background-color background-image " +
    "background-clip -webkit-background-clip -webkit-text-fill-color content-visibility translate filter margin margin-left margin-top " +
    "block-size inline-size max-block-size max-inline-size inset-block inset-inline inset-block-start inset-inline-start " +
    "margin-block margin-inline margin-block-start margin-inline-start overflow-block overflow-inline"
  ).split(" "),
)

/** A value that isn't one of its property's is passed over by browsers; what stood before it holds. */
const isTracked = ({ property, value }: Declaration): boolean => tracked.has(property) && isValue(property, value)

const shelfIn = (shelves: Map<string, Array<Rule>>, key: string): Array<Rule> => {
  const shelf = shelves.get(key) ?? []
  if (shelf.length === 0) shelves.set(key, shelf)
  return shelf
}

/** Values that hide by themselves. */
const hiding: ReadonlySet<string> = new Set(["none", "hidden", "collapse", "0"])

const winAll = (winners: Map<string, Winner>, rule: Rule, admits: (value: string) => boolean = () => true): void => {
  if (rule.selector === undefined) return
  // One that wasn't read before the bound was reached is taken for the strongest.
  const { specificity } = typeof rule.selector === "object" ? rule.selector : { specificity: mostSpecific }
  const weight = Math.min(specificity, mostSpecific) * span
  for (const declaration of rule.declarations.values()) {
    if (admits(declaration.value)) win(winners, declaration, weight + declaration.order, rule.text)
  }
}

const win = (
  winners: Map<string, Winner>,
  { isImportant, isLayered, property, value }: Declaration,
  plain: number,
  by: string | undefined,
): void => {
  // What stands in a layer is weaker than what stands in none, but stronger where it is important (section 6.4.4).
  const weight = plain + (isImportant ? ofImportance : 0) + (isLayered === isImportant ? outsideLayers : 0)
  const before = winners.get(property)
  if (before === undefined || before.weight <= weight) winners.set(property, { value, by, weight })
}
