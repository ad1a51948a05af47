/**
 * Finds the panels of tabs and accordions: a page hides them until a click opens them, and shows a control for that.
 * They count as shown. A click only opens content that is hidden by markup, `display`, `visibility` or the size of its
 * box; text that is hidden in another way, such as by its opacity, font size or place, stays hidden. Dialogs aren't
 * content of the page, and a list of links is a menu.
 */
import { lineOf, weightOf } from "../tree/Dom.ts"
import { nearest, select } from "../tree/Select.ts"
import type { Cause } from "./Context.ts"
import { type Outline, targetNames } from "./Outline.ts"

/** The ids of the elements that visible controls open. */
export const controlledIn = (outline: Outline, hidden: ReadonlySet<Element>): ReadonlySet<string> => {
  const ids = targetNames.flatMap((name) =>
    (outline.byName.get(`[${name}`) ?? [])
      .filter((control) => lineOf(control) !== "" && !isWithin(control, hidden))
      .map((control) => control.getAttribute(name)?.trim().replace(/^#/, "") ?? ""),
  )
  return new Set(ids.filter((id) => id !== ""))
}

/** Whether a click can open an element, by its markup and the known hidden elements. */
export const isOpenable = (
  element: Element,
  { way }: Cause,
  controlled: ReadonlySet<string>,
  hidden: ReadonlySet<Element>,
): boolean =>
  openableWays.has(way) &&
  (isPanel(element, controlled) || isControl(element.previousElementSibling, hidden)) &&
  !isOutsideContent(element) &&
  !isMenu(element)

/** Whether an element follows a short title, like the panels of an accordion. */
export const isUnderTitle = (element: Element): boolean => {
  const title = element.previousElementSibling
  if (title === null || isOutsideContent(element) || isMenu(element)) return false
  const { length } = lineOf(title)
  return length > 0 && length <= maxTitleLength && weightOf(element) > Math.max(length, minPanelLength)
}

/** Whether an element isn't content of the page even when it is open. */
export const isOutsideContent = (element: Element): boolean =>
  element.localName === "dialog" ||
  element.getAttribute("aria-modal") === "true" ||
  /dialog|menu|tooltip|listbox/.test(element.getAttribute("role") ?? "") ||
  nearest(element, "nav, header, footer, [role=navigation]") !== null

// --- private --------------------------------------------------------------------------

const maxTitleLength = 200
const minPanelLength = 60

/** The ways of hiding that a click undoes. */
const openableWays: ReadonlySet<Cause["way"]> = new Set(["markup", "display", "visibility", "size"] as const)

/** Whether an element or the only child within it is a panel, up to three levels down. */
const isPanel = (element: Element, controlled: ReadonlySet<string>, depth = 0): boolean => {
  if (element.getAttribute("role") === "tabpanel" || controlled.has(element.id)) return true
  const { firstElementChild: child } = element
  return depth < 3 && child !== null && child.nextElementSibling === null && isPanel(child, controlled, depth + 1)
}

/** Whether an element is a visible control, or a title with one in it. */
const isControl = (element: Element | null, hidden: ReadonlySet<Element>): boolean => {
  const length = element === null ? 0 : lineOf(element).length
  if (element === null || length === 0 || length > maxTitleLength || hidden.has(element)) return false
  const inside = select(element, controls).some((control) => !isWithin(control, hidden))
  return inside || nearest(element, controls) === element
}

const controls = "summary, button, [aria-expanded], [role=button], [role=tab]"

const isWithin = (element: Element, hidden: ReadonlySet<Element>): boolean => {
  for (let ancestor: Element | null = element; ancestor !== null; ancestor = ancestor.parentElement)
    if (hidden.has(ancestor)) return true
  return false
}

/** Whether links are more than half of the text. */
const isMenu = (element: Element): boolean => {
  const linked = select(element, "a").reduce((sum, link) => sum + weightOf(link), 0)
  return element.localName === "a" || linked * 2 > weightOf(element)
}
