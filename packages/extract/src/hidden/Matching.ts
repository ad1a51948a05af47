/** How css-select sees the tree: with a limit on the steps that it takes in a document, and with states that never hold. */
import { type Options, compile } from "css-select"
import { AttributeAction, type Selector, SelectorType } from "css-what"
import * as Result from "effect/Result"
import tables from "./css.json" with { type: "json" }
import { isElement } from "../tree/Dom.ts"

/** Tests whether an element matches a selector. */
export type Test = (element: Element) => boolean

/** Compiles the selectors of one document, and counts the steps of matching. */
export class Matcher {
  private left = mostSteps
  private readonly options: Options<Node, Element>

  constructor() {
    this.options = { adapter: this.adapter(), pseudos: this.pseudos(), xmlMode: false, quirksMode: false }
  }

  get isSpent(): boolean {
    return this.left <= 0
  }

  /** Takes steps; returns whether any are left. */
  spend(steps: number): boolean {
    this.left -= steps
    return this.left > 0
  }

  compiled(selector: ReadonlyArray<Selector>): Test {
    const [only] = selector
    // An element that is found by the only thing a selector requires needs no further test.
    if (only !== undefined && selector.length === 1 && (isClass(only) || isId(only))) return () => true
    this.spend(stepsOfCompiling)
    const test = Result.try(() => compile<Node, Element>([Array.from(selector)], this.options))
    return Result.isSuccess(test) ? test.success : () => false
  }

  /** Once the steps are used up the adapter shows an empty tree, so that matching ends soon. */
  private adapter(): NonNullable<Options<Node, Element>["adapter"]> {
    const known = new WeakMap<Node, Array<Element>>()
    const childrenOf = (node: Node): Array<Element> => {
      let children = known.get(node)
      if (children !== undefined) return children
      children = []
      for (let child = node.firstChild; child !== null; child = child.nextSibling)
        if (isElement(child)) children.push(child)
      known.set(node, children)
      return children
    }
    const existsOne = (test: Test, nodes: ReadonlyArray<Node>): boolean =>
      nodes.some((node) => this.spend(1) && isElement(node) && (test(node) || existsOne(test, childrenOf(node))))
    return {
      isTag: isElement,
      existsOne,
      getAttributeValue: (element, name) => element.getAttribute(name) ?? undefined,
      getChildren: (node) => (this.spend(1) ? childrenOf(node) : []),
      getName: (element) => element.localName,
      getParent: (element) => (this.spend(1) ? element.parentElement : null),
      getSiblings: (node) => {
        const all = node.parentNode === null ? [] : childrenOf(node.parentNode)
        return this.spend(1 + all.length) ? all : []
      },
      prevElementSibling: (node) => (this.spend(1) && isElement(node) ? node.previousElementSibling : null),
      getText: (node) => node.textContent ?? "",
      hasAttrib: (element, name) => element.hasAttribute(name),
      removeSubsets: (nodes) => nodes,
      findAll: () => [],
      findOne: () => null,
    }
  }

  /** Positions are counted once a parent; css-select would count them once an element. */
  private pseudos(): NonNullable<Options<Node, Element>["pseudos"]> {
    const positions = new WeakMap<Element, Position>()
    const isAt = (element: Element, of: (position: Position) => number, formula: string): boolean => {
      if (!positions.has(element) && element.parentElement !== null) this.count(element.parentElement, positions)
      const position = positions.get(element)
      return position !== undefined && isNth(of(position), formula)
    }
    const nth = (of: (position: Position) => number) => (element: Element, formula?: string | null) =>
      isAt(element, of, formula ?? "")
    // css-select rejects a pseudo-class without an argument if its function takes one.
    const end = (of: (position: Position) => number) => (element: Element) => isAt(element, of, "1")
    return {
      "nth-child": nth(({ index }) => index),
      "nth-last-child": nth(({ count, index }) => count - index + 1),
      "nth-of-type": nth(({ typed }) => typed),
      "nth-last-of-type": nth(({ typed, types }) => types - typed + 1),
      "first-child": end(({ index }) => index),
      "last-child": end(({ count, index }) => count - index + 1),
      "first-of-type": end(({ typed }) => typed),
      "last-of-type": end(({ typed, types }) => types - typed + 1),
      empty: (element) => element.firstElementChild === null && element.textContent === "",
      lang: (element, range) => {
        const own = element.closest("[lang]")?.getAttribute("lang")?.toLowerCase() ?? ""
        return `${own}-`.startsWith(`${(range ?? "").replaceAll(/["'\s]/g, "").toLowerCase()}-`)
      },
      open: (element) => element.hasAttribute("open"),
      defined: () => true,
      ...Object.fromEntries(tables.states.map((name) => [name, () => false])),
    }
  }

  private count(parent: Element, positions: WeakMap<Element, Position>): void {
    const byType = new Map<string, Array<Position>>()
    const all: Array<Position> = []
    for (let child = parent.firstElementChild; child !== null; child = child.nextElementSibling) {
      const type = byType.get(child.localName) ?? []
      byType.set(child.localName, type)
      const position = { index: all.length + 1, typed: type.length + 1, count: 0, types: 0 }
      all.push(position)
      type.push(position)
      positions.set(child, position)
    }
    this.spend(all.length)
    for (const type of byType.values()) for (const position of type) position.types = type.length
    for (const position of all) position.count = all.length
  }
}

/** Marks the host of a shadow tree that was laid open. */
export const hostMark = "data-shadow-host"

/** Whether a part of a selector requires a class. */
export const isClass = (one: Selector): boolean =>
  one.type === SelectorType.Attribute && one.name === "class" && one.action === AttributeAction.Element

/** Whether a part of a selector requires an id. */
export const isId = (one: Selector): boolean =>
  one.type === SelectorType.Attribute &&
  one.name === "id" &&
  one.action === AttributeAction.Equals &&
  one.ignoreCase === "quirks"

// --- private --------------------------------------------------------------------------

const mostSteps = 3_000_000
const stepsOfCompiling = 50

/** An element's place among all its siblings and among those of its name, counted from one. */
interface Position {
  readonly index: number
  readonly typed: number
  count: number
  types: number
}

/** Whether a position is of the form `an+b`. */
const isNth = (position: number, formula: string): boolean => {
  const text = formula
    .toLowerCase()
    .replaceAll(/\s+/g, "")
    .replace(/^odd$/, "2n+1")
    .replace(/^even$/, "2n")
  const [, step, sign = "+", offset] = /^([-+]?\d*)n(?:([-+])(\d+))?$/.exec(text) ?? []
  if (step === undefined) return position === Number(text)
  const every = /^[-+]?$/.test(step) ? Number(`${step}1`) : Number(step)
  const rest = position - Number(`${sign}${offset ?? 0}`)
  return every === 0 ? rest === 0 : rest % every === 0 && rest / every >= 0
}
