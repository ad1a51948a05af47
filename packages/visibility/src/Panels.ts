/**
 * Finds the panels of tabs and accordions: a page hides them until a click opens them, and shows a control for that.
 * They count as shown if the control is visible, has words, and names one panel (`PanelMap.ts`) or stands
 * before it. A click only opens content that is hidden by markup, `display`, `visibility` or the
 * size of its box; text that is hidden in another way, such as by its opacity, font size or place, stays hidden.
 * Dialogs aren't content of the page, and a list of links is a menu.
 */
import { childrenOf, hasMoreChildren, headingLevel, isElement, lineOf, weightOf } from "./dom/Dom.ts"
import { first, nearest, select } from "./dom/Select.ts"
import type { Cause } from "./Context.ts"
import { isOutsideContent } from "./OutsideContent.ts"
import { controls, type Pair } from "./PanelMap.ts"
import { cachedBy } from "./Values.ts"

/** The ways of hiding that a click undoes. */
export const isOpenableWay = (way: Cause["way"]): boolean => openableWays.has(way)

/** Elements that visible controls open, or their ids. */
export type Controlled = Pick<ReadonlySet<string | Element>, "has">

/** The elements that visible controls open. */
export const controlledBy = (pairs: ReadonlyArray<Pair>, hidden: ReadonlySet<Element>): ReadonlySet<string | Element> =>
  new Set(pairs.flatMap(({ control, opens, panel }) => (opens && isVisibleControl(control, hidden) ? [panel] : [])))

/** Whether a click can open an element, by its markup and the known hidden elements. */
export const isOpenable = (
  element: Element,
  { way }: Cause,
  controlled: Controlled,
  hidden: ReadonlySet<Element>,
): boolean =>
  isOpenableWay(way) &&
  (isPanel(element, controlled) ||
    isAllOfPanel(element, controlled) ||
    isControl(element.previousElementSibling, hidden) ||
    isFolded(element, hidden) ||
    isUnfolded(element, hidden) ||
    isSlide(element) ||
    isAmongPanels(element, hidden)) &&
  !isOutsideContent(element) &&
  !isMenu(element)

/** Whether an element follows a short visible title, as in an accordion; an empty box may be between both. */
export const isUnderTitle = (element: Element, hidden: ReadonlySet<Element>): boolean => {
  const { previousElementSibling: before } = element
  const title = before !== null && weightOf(before, 0) === 0 ? before.previousElementSibling : before
  if (title === null || isWithin(title, hidden) || isOutsideContent(element) || isMenu(element)) return false
  const { length } = lineOf(title)
  return length > 0 && length <= maxTitleLength && weightOf(element) > Math.max(length, minPanelLength)
}

// --- private --------------------------------------------------------------------------

const maxTitleLength = 200
const minPanelLength = 60

const openableWays: ReadonlySet<Cause["way"]> = new Set(["markup", "display", "visibility", "size"] as const)

const isVisibleControl = (control: Element, hidden: ReadonlySet<Element>): boolean => {
  const { length } = lineOf(control)
  return length > 0 && length <= maxTitleLength && !isWithin(control, hidden) && !isInert(control)
}

/** Whether no visitor can click a control. A page behind an open dialog is inert as a whole, until that closes. */
const isInert = (control: Element): boolean => {
  if (control.localName === "button" && nearest(control, "button[disabled], fieldset[disabled]") !== null) return true
  const inert = nearest(control, "[inert]")
  return inert !== null && isPart(inert)
}

/** Whether an element is a part of a page without its content. */
const isPart = cachedBy((element: Element): boolean => first(element, "main, h1") === null)

/** Whether an element or the only child within it is a panel, up to three levels down. */
const isPanel = (element: Element, controlled: Controlled, depth = 0): boolean => {
  if (element.getAttribute("role") === "tabpanel" || controlled.has(element.id) || controlled.has(element)) return true
  const { firstElementChild: child } = element
  return depth < 3 && child !== null && child.nextElementSibling === null && isPanel(child, controlled, depth + 1)
}

/** Whether an element is all of a panel, up to three levels up: some components close the box and its content. */
const isAllOfPanel = (element: Element, controlled: Controlled, depth = 0): boolean => {
  const { parentElement: outer } = element
  if (depth === 3 || outer === null || outer.firstElementChild?.nextElementSibling !== null) return false
  return controlled.has(outer.id) || controlled.has(outer) || isAllOfPanel(outer, controlled, depth + 1)
}

/** Whether an element is a visible control, or a title with one in it. */
const isControl = (element: Element | null, hidden: ReadonlySet<Element>): boolean => {
  if (element === null || hidden.has(element) || !isVisibleControl(element, hidden)) return false
  const inside = select(element, controls).some((control) => !isWithin(control, hidden))
  return inside || nearest(element, controls) === element || toggleClass.test(element.getAttribute("class") ?? "")
}

const toggleClass =
  /(?:^|[\s_-])(?:accordion|collaps(?:e|ible|er)|expand(?:er|able)?|toggler?|disclosure|spoiler)(?:[\s_-]|$)/i

/** Whether an element is in a box that says it can be folded, after a visible title. */
const isFolded = (
  { parentElement: box, previousElementSibling: title }: Element,
  hidden: ReadonlySet<Element>,
): boolean =>
  title !== null &&
  box !== null &&
  folding.test(box.getAttribute("class") ?? "") &&
  (headingLevel(title.localName) > 0 ||
    title.localName === "dt" ||
    titleClass.test(title.getAttribute("class") ?? "")) &&
  isVisibleControl(title, hidden)

const folding = /(?:^|[\s_-])(?:collapsible|foldable|expandable|accordion|spoiler|disclosure|toggle)(?:[\s_-]|$)/i
const titleClass = /(?:^|[\s_-])(?:title|header|heading|head|summary|label|question|trigger)(?:[\s_-]|$)/i

/** Whether an element is a folded list of a sample of code, before which a visible control unfolds all. */
const isUnfolded = (element: Element, hidden: ReadonlySet<Element>): boolean => {
  let sample = element.localName === "ul" ? nearest(element, "code") : null
  for (let step = 0; sample !== null && step < maxAround; step++) {
    const { previousElementSibling: before } = sample
    const found = before === null ? [] : select(before, controls)
    if (found.some((control) => unfolding.test(lineOf(control)) && isVisibleControl(control, hidden))) return true
    sample = sample.parentElement
  }
  return false
}

/** How many elements around a sample the control may be beside. */
const maxAround = 3
const unfolding = /^(?:expand|unfold|open)(?: all)?$/i

/** Whether an element is a picture with a caption beside another one of a gallery, which shows them one by one. */
const isSlide = (element: Element): boolean =>
  element.localName === "figure" &&
  (element.nextElementSibling ?? element.previousElementSibling)?.localName === "figure" &&
  galleryClass.test(element.getAttribute("class") ?? "") &&
  first(element, "img") !== null &&
  first(element, "figcaption") !== null

const galleryClass = /(?:^|[\s_-])(?:gallery|carousel|slider?|slideshow)(?:[\s_-]|$)/i

/** Whether as many visible controls come before some panels as there are panels: each opens one. */
const isAmongPanels = (element: Element, hidden: ReadonlySet<Element>): boolean => {
  const { parentElement } = element
  if (parentElement === null || hasMoreChildren(parentElement, 2 * maxPanels)) return false
  const siblings = childrenOf(parentElement).filter(isElement)
  const start = siblings.findLastIndex((one, at) => at < siblings.indexOf(element) && !isAlike(one, element))
  const panels = siblings.slice(start + 1).filter((one) => isAlike(one, element))
  const before = siblings[start] ?? parentElement.previousElementSibling
  if (before === null || panels.length < 2 || start + 1 + panels.length < siblings.length) return false
  const all = select(before, tabs).filter((one) => nearest(one.parentElement, tabs) === null || !before.contains(one))
  return all.length === panels.length && all.every((one) => isVisibleControl(one, hidden))
}

/** Maximum number of panels with as many controls before them. */
export const maxPanels = 30
const tabs = "button, [role=tab], [role=button], a[href^='#'], label"

/** Whether elements have one name and class, as the panels of a page. */
export const isAlike = (one: Element, other: Element): boolean =>
  one.localName === other.localName && firstClass(one) === firstClass(other)

const firstClass = (element: Element): string => element.getAttribute("class")?.trim().split(/\s/, 1)[0] ?? ""

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
