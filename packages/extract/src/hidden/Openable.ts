/**
 * What a page hides until a person clicks: the panels of tabs and accordions. Whoever looks at the page sees what
 * opens them, so they count as shown.
 *
 * Only what is out of the layout is ever opened like that; transparent, tiny or far-off text is not. A dialog is none of the
 * page's content, and a list of links is a menu.
 */
import { childrenOf, isElement, lineOf, weightOf } from "../tree/Dom.ts"
import type { Cause } from "./Context.ts"
import { targetNames } from "./Outline.ts"

/** The ids of the elements that visible controls open. */
export const controlledBy = (controls: ReadonlyArray<Element>, hidden: ReadonlySet<Element>): ReadonlySet<string> =>
  new Set(
    controls
      .filter((control) => lineOf(control) !== "" && !isWithin(control, hidden))
      .flatMap((control) => targetNames.map((name) => control.getAttribute(name)?.trim().replace(/^#/, "") ?? ""))
      .filter((id) => id !== ""),
  )

/** What a person may click on. */
export interface Controls {
  readonly controlled: ReadonlySet<string>
  /** What isn't shown, as far as is known. */
  readonly hidden: ReadonlySet<Element>
}

/** Whether a person can open an element, by what its markup says. */
export const isOpenable = (element: Element, { way }: Cause, controls: Controls): boolean =>
  opened.has(way) && isPanel(element, controls) && !isDialog(element) && !isMenu(element)

/** Whether an element stands under a title of its own, as the panels do that a page's script opens. */
export const isUnderTitle = (element: Element): boolean => {
  const title = element.previousElementSibling
  if (title === null || isDialog(element) || isMenu(element)) return false
  const { length } = lineOf(title)
  return length > 0 && length <= longestTitle && weightOf(element) > Math.max(length, shortestPanel)
}

/** Whether an element is no part of the page's content even when it is opened. */
export const isDialog = (element: Element): boolean =>
  element.localName === "dialog" ||
  element.getAttribute("aria-modal") === "true" ||
  /dialog|menu|tooltip|listbox/.test(element.getAttribute("role") ?? "") ||
  standsAround(element)

// --- private --------------------------------------------------------------------------

const isWithin = (element: Element, others: ReadonlySet<Element>): boolean => {
  for (let around: Element | null = element; around !== null; around = around.parentElement) {
    if (others.has(around)) return true
  }
  return false
}

const isPanel = (element: Element, { controlled, hidden }: Controls): boolean => {
  let panel: Element | null = element
  for (let depth = 0; panel !== null && depth < 4; depth++) {
    if (panel.getAttribute("role") === "tabpanel" || controlled.has(panel.getAttribute("id") ?? "")) return true
    panel = onlyChildOf(panel)
  }
  const before = element.previousElementSibling
  return before !== null && isControl(before, hidden)
}

const longestTitle = 200
const shortestPanel = 60

const opened: ReadonlySet<Cause["way"]> = new Set(["markup", "display", "visibility", "size"] as const)

/** Whether it stands in what surrounds the page's content. */
const standsAround = (element: Element): boolean => {
  for (let around: Element | null = element; around !== null; around = around.parentElement) {
    if (/^(?:nav|header|footer)$/.test(around.localName) || around.getAttribute("role") === "navigation") return true
  }
  return false
}

/** A control, or a title that holds one. */
const isControl = (element: Element, hidden: ReadonlySet<Element>): boolean => {
  const { length } = lineOf(element)
  return length > 0 && length <= longestTitle && holdsControl(element, hidden)
}

const holdsControl = (element: Element, hidden: ReadonlySet<Element>): boolean =>
  !hidden.has(element) &&
  (element.localName === "summary" ||
    element.localName === "button" ||
    element.hasAttribute("aria-expanded") ||
    /^(?:button|tab)$/.test(element.getAttribute("role") ?? "") ||
    childrenOf(element).some((child) => isElement(child) && holdsControl(child, hidden)))

/** Half of the text of a menu, at least, is links. */
const isMenu = (element: Element): boolean => linkedWeight(element) * 2 > weightOf(element)

const linkedWeight = (element: Element): number =>
  element.localName === "a"
    ? weightOf(element)
    : childrenOf(element).reduce((sum, child) => sum + (isElement(child) ? linkedWeight(child) : 0), 0)

const onlyChildOf = (element: Element): Element | null => {
  const children = childrenOf(element).filter(isElement)
  return children.length === 1 ? (children[0] ?? null) : null
}
