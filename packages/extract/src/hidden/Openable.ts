/**
 * Finds the panels of tabs and accordions: a page hides them until a click opens them, and shows what to click on. They
 * count as shown. Only content outside of the layout is opened like that; transparent, tiny or distant text isn't.
 * Dialogs aren't content of the page, and a list of links is a menu.
 */
import { childrenOf, isElement, lineOf, weightOf } from "../tree/Dom.ts"
import type { Cause } from "./Context.ts"
import { targetNames } from "./Outline.ts"

/** The ids of the elements that visible controls open. */
export const controlledBy = (controls: ReadonlyArray<Element>, hidden: ReadonlySet<Element>): ReadonlySet<string> =>
  new Set(
    controls
      .filter((control) => lineOf(control) !== "" && !isWithin(control, (around) => hidden.has(around)))
      .flatMap((control) => targetNames.map((name) => control.getAttribute(name)?.trim().replace(/^#/, "") ?? ""))
      .filter((id) => id !== ""),
  )

/** The controls of a page. */
export interface Controls {
  /** The ids of the elements that controls open. */
  readonly controlled: ReadonlySet<string>
  /** The elements that are known to be hidden. */
  readonly hidden: ReadonlySet<Element>
}

/** Whether a click can open an element, by its markup. */
export const isOpenable = (element: Element, { way }: Cause, controls: Controls): boolean =>
  opened.has(way) && isPanel(element, controls) && !isDialog(element) && !isMenu(element)

/** Whether an element follows a short title, like the panels of an accordion. */
export const isUnderTitle = (element: Element): boolean => {
  const title = element.previousElementSibling
  if (title === null || isDialog(element) || isMenu(element)) return false
  const { length } = lineOf(title)
  return length > 0 && length <= longestTitle && weightOf(element) > Math.max(length, shortestPanel)
}

/** Whether an element isn't content of the page even when it is open. */
export const isDialog = (element: Element): boolean =>
  element.localName === "dialog" ||
  element.getAttribute("aria-modal") === "true" ||
  /dialog|menu|tooltip|listbox/.test(element.getAttribute("role") ?? "") ||
  standsAround(element)

// --- private --------------------------------------------------------------------------

/** Whether a test holds for an element or one of its ancestors. */
const isWithin = (element: Element, test: (around: Element) => boolean): boolean => {
  for (let around: Element | null = element; around !== null; around = around.parentElement)
    if (test(around)) return true
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

/** Whether an element is part of the page's navigation, header or footer. */
const standsAround = (element: Element): boolean =>
  isWithin(
    element,
    (around) => /^(?:nav|header|footer)$/.test(around.localName) || around.getAttribute("role") === "navigation",
  )

/** Whether an element is a control, or a title with a control in it. */
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

/** Whether links are more than half of the text. */
const isMenu = (element: Element): boolean => linkedWeight(element) * 2 > weightOf(element)

const linkedWeight = (element: Element): number =>
  element.localName === "a"
    ? weightOf(element)
    : childrenOf(element).reduce((sum, child) => sum + (isElement(child) ? linkedWeight(child) : 0), 0)

const onlyChildOf = (element: Element): Element | null => {
  const children = childrenOf(element).filter(isElement)
  return children.length === 1 ? (children[0] ?? null) : null
}
