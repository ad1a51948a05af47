/**
 * How css-select sees the tree: with a limit on the steps that it takes in a document, and with states that never hold.
 */
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
        return this.spend(1 + all.length / 16) ? all : []
      },
      prevElementSibling: (node) => (this.spend(1) && isElement(node) ? node.previousElementSibling : null),
      getText: (node) => node.textContent ?? "",
      hasAttrib: (element, name) => element.hasAttribute(name),
      removeSubsets: (nodes) => nodes,
      findAll: () => [],
      findOne: () => null,
    }
  }

  private pseudos(): NonNullable<Options<Node, Element>["pseudos"]> {
    return {
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
