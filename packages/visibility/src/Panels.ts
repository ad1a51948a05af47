/**
 * Finds the panels of tabs and accordions: a page hides them until a click opens them, and shows a control for that.
 * They count as shown if the control is visible, has words, and names one panel: by an attribute (WAI-ARIA, Bootstrap,
 * Alpine), a handler, or its place. A click only opens content that is hidden by markup, `display`, `visibility` or the
 * size of its box; text that is hidden in another way, such as by its opacity, font size or place, stays hidden.
 * Dialogs aren't content of the page, and a list of links is a menu.
 */
import { childrenOf, hasMoreChildren, headingLevel, isElement, lineOf, weightOf } from "./dom/Dom.ts"
import { nearest, select } from "./dom/Select.ts"
import type { Cause } from "./Context.ts"
import { isNoteMark } from "./Marks.ts"
import { type Outline, targetNames } from "./Outline.ts"
import { isOutsideContent } from "./OutsideContent.ts"

/** The ways of hiding that a click undoes. */
export const isOpenableWay = (way: Cause["way"]): boolean => openableWays.has(way)

/** Elements that visible controls open, or their ids. */
export type Controlled = ReadonlySet<string | Element>

/** The elements that visible controls open. */
export const controlledIn = (outline: Outline, hidden: ReadonlySet<Element>): Controlled => {
  const all = (name: string): ReadonlyArray<Element> => outline.byName.get(`[${name}`) ?? []
  const visible = (name: string): ReadonlyArray<Element> => all(name).filter((one) => isVisibleControl(one, hidden))
  const found = new Set<string | Element>()
  for (const name of targetNames) for (const control of visible(name)) found.add(idIn(control.getAttribute(name)))
  for (const name of ["data-toggle", "data-bs-toggle", "aria-expanded", "role"])
    for (const control of all(name)) {
      const href = control.getAttribute("href")
      const isTab = name !== "role" || control.getAttribute("role") === "tab"
      if (isTab && href?.startsWith("#") === true && isVisibleControl(control, hidden)) found.add(idIn(href))
    }
  for (const control of visible("onclick")) {
    const [id, ...others] = idsIn(control.getAttribute("onclick") ?? "").filter((one) => outline.byName.has(`#${one}`))
    if (id !== undefined && others.length === 0) found.add(id)
  }
  for (const panel of all("aria-labelledby")) {
    const [control] = outline.byName.get(`#${panel.getAttribute("aria-labelledby")?.trim() ?? ""}`) ?? []
    if (control !== undefined && nearest(control, controls) === control && isVisibleControl(control, hidden))
      found.add(panel)
  }
  for (const name of noteNames)
    for (const control of visible(name)) if (isNoteMark(control)) found.add(idIn(control.getAttribute(name)))
  for (const panel of all("x-show")) if (hasAlpineControl(panel, visible)) found.add(panel)
  found.delete("")
  return found
}

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
    isAmongPanels(element, hidden)) &&
  !isOutsideContent(element) &&
  !isMenu(element)

/** Whether an element follows a short title, like the panels of an accordion. */
export const isUnderTitle = (element: Element): boolean => {
  const title = element.previousElementSibling
  if (title === null || isOutsideContent(element) || isMenu(element)) return false
  const { length } = lineOf(title)
  return length > 0 && length <= maxTitleLength && weightOf(element) > Math.max(length, minPanelLength)
}

// --- private --------------------------------------------------------------------------

const maxTitleLength = 200
const minPanelLength = 60

/** Attributes by which the mark of a note names it; other elements name menus and descriptions by them. */
const noteNames = ["popovertarget", "aria-describedby"] as const

const openableWays: ReadonlySet<Cause["way"]> = new Set(["markup", "display", "visibility", "size"] as const)

const idIn = (value: string | null): string => value?.trim().replace(/^#/, "") ?? ""

/** The quoted names in a handler, each once. */
const idsIn = (handler: string): ReadonlyArray<string> => [
  ...new Set(Array.from(handler.slice(0, 500).matchAll(/["']#?([\w-]{1,80})["']/g), ([, name = ""]) => name)),
]

const isVisibleControl = (control: Element, hidden: ReadonlySet<Element>): boolean => {
  const { length } = lineOf(control)
  return length > 0 && length <= maxTitleLength && !isWithin(control, hidden)
}

/** Whether a visible control of the same component changes the variable on which a panel depends (Alpine). */
const hasAlpineControl = (panel: Element, visible: (name: string) => ReadonlyArray<Element>): boolean => {
  const [variable] = /[a-z_$][\w$]*/i.exec(panel.getAttribute("x-show") ?? "") ?? []
  const component = nearest(panel, "[x-data]")
  if (variable === undefined || component === null) return false
  const isSet = (handler: string): boolean => new Set(handler.match(/[a-z_$][\w$]*/gi)).has(variable)
  return ["@click", "x-on:click"].some((name) =>
    visible(name).some((control) => isSet(control.getAttribute(name) ?? "") && component.contains(control)),
  )
}

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

const controls = "summary, button, [aria-expanded], [role=button], [role=tab]"
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

const maxPanels = 30
const tabs = "button, [role=tab], [role=button], a[href^='#'], label"

const isAlike = (one: Element, other: Element): boolean =>
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
