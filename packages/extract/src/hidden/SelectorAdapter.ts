/** What css-select needs to ask linkedom's elements, with a bound on how much it asks in all. */
import type { Options } from "css-select"
import { isElement } from "../tree/Dom.ts"

type Adapter = NonNullable<Options<Node, Element>["adapter"]>

/** Counts the steps of matching in one document. */
export class Effort {
  private left = 3_000_000

  get isSpent(): boolean {
    return this.left <= 0
  }

  /** Takes steps; returns whether any are left. */
  spend(steps: number): boolean {
    this.left -= steps
    return this.left > 0
  }
}

/** css-select's view of a tree. Once the effort is spent it sees nothing, so that matching ends soon. */
export const adapter = (effort: Effort): Adapter => {
  const siblings = new WeakMap<Node, Array<Element>>()
  const childrenOf = (node: Node): Array<Element> => {
    const known = siblings.get(node)
    if (known !== undefined) return known
    const children: Array<Element> = []
    for (let child = node.firstChild; child !== null; child = child.nextSibling)
      if (isElement(child)) children.push(child)
    siblings.set(node, children)
    return children
  }
  const existsOne = (test: (element: Element) => boolean, nodes: ReadonlyArray<Node>): boolean =>
    nodes.some((node) => effort.spend(1) && isElement(node) && (test(node) || existsOne(test, childrenOf(node))))
  const parentOf = (element: Element): Element | null => (effort.spend(1) ? element.parentElement : null)
  return {
    isTag: isElement,
    existsOne,
    getAttributeValue: (element, name) => element.getAttribute(name) ?? undefined,
    getChildren: (node) => (effort.spend(1) ? childrenOf(node) : []),
    getName: (element) => element.localName,
    getParent: parentOf,
    getSiblings: (node) => {
      const all = node.parentNode === null ? [] : childrenOf(node.parentNode)
      return effort.spend(1 + all.length) ? all : []
    },
    prevElementSibling: (node) => {
      const before = isElement(node) ? node.previousElementSibling : null
      return before !== null && effort.spend(1) ? before : null
    },
    getText: textOf,
    hasAttrib: (element, name) => element.hasAttribute(name),
    removeSubsets: (nodes) => nodes,
    findAll: () => [],
    findOne: () => null,
  }
}

/** Pseudo-classes that depend on positions, states and languages. A state that only a visitor causes never holds. */
export const pseudosFor = (effort: Effort): NonNullable<Options<Node, Element>["pseudos"]> => {
  const positions = new WeakMap<Element, Position>()
  const positionOf = (element: Element): Position | undefined => {
    if (!positions.has(element) && element.parentElement !== null) number(element.parentElement, positions, effort)
    return positions.get(element)
  }
  const nth =
    (of: (position: Position) => number) =>
    (element: Element, formula?: string | null): boolean => {
      const position = positionOf(element)
      return position !== undefined && isNth(of(position), formula ?? "1")
    }
  return {
    "nth-child": nth(({ index }) => index),
    "nth-last-child": nth(({ count, index }) => count - index + 1),
    "nth-of-type": nth(({ typed }) => typed),
    "nth-last-of-type": nth(({ typed, types }) => types - typed + 1),
    "first-child": (element) => positionOf(element)?.index === 1,
    "last-child": (element) => isOnly(positionOf(element), ({ count, index }) => count === index),
    "only-child": (element) => positionOf(element)?.count === 1,
    "first-of-type": (element) => positionOf(element)?.typed === 1,
    "last-of-type": (element) => isOnly(positionOf(element), ({ typed, types }) => typed === types),
    "only-of-type": (element) => positionOf(element)?.types === 1,
    root: (element) => element.localName === "html",
    empty: (element) => element.firstElementChild === null && (element.textContent ?? "") === "",
    lang: (element, range) => isLanguage(element, range ?? ""),
    dir: (element, direction) => (element.closest("[dir]")?.getAttribute("dir") ?? "ltr") === direction,
    defined: () => true,
    open: (element) => element.hasAttribute("open"),
    host: (element) => element.hasAttribute(hostMark),
    ...Object.fromEntries(states.map((name) => [name, never])),
  }
}

/** Marks the host of a shadow tree that was laid open. */
export const hostMark = "data-shadow-host"

// --- private --------------------------------------------------------------------------

const states = (
  "hover active focus focus-within focus-visible visited target target-within user-valid user-invalid autofill " +
  "fullscreen modal popover-open picture-in-picture playing paused muted indeterminate state host-context"
).split(" ")

/** An element's place among all its siblings and among those of its name, counted from one. */
interface Position {
  readonly index: number
  readonly typed: number
  count: number
  types: number
}

const number = (parent: Element, positions: WeakMap<Element, Position>, effort: Effort): void => {
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
  effort.spend(all.length)
  for (const type of byType.values()) for (const position of type) position.types = type.length
  for (const position of all) position.count = all.length
}

const textOf = (node: Node): string => node.textContent ?? ""
const never = (): boolean => false

const isOnly = (position: Position | undefined, test: (position: Position) => boolean): boolean =>
  position !== undefined && test(position)

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

const isLanguage = (element: Element, range: string): boolean => {
  const own = element.closest("[lang]")?.getAttribute("lang")?.toLowerCase() ?? ""
  const asked = range.replaceAll(/["']/g, "").trim().toLowerCase()
  return own === asked || own.startsWith(`${asked}-`)
}
