/**
 * Marks of notes, such as a raised figure, and labels of boxes to tick: a page's style hides a text behind them until a
 * pointer is over the mark, or a click ticks the box. Whether a rule shows the text then is `Opened.isOpened`.
 */
import { lineOf } from "./dom/Dom.ts"
import { first } from "./dom/Select.ts"
import { isBlockName } from "./BlockNames.ts"

/** Whether the text of an element is the mark of a note. */
export const isNoteMark = (element: Element): boolean => noteMark.test(lineOf(element).slice(0, maxMarkLength + 1))

/** The visible mark, or the label of a box to tick, before an element in the same part of a line. */
export const markBefore = (element: Element, hidden: ReadonlySet<Element>): Element | undefined => {
  let at: Element | null = element
  for (let step = 0; step < maxSteps; step++) {
    const before = beforeBoxes(at)
    if (before !== null) {
      const isSeen = !hidden.has(before) && !isBlockName(before.localName)
      return isSeen && (isNoteMark(before) || isBoxLabel(before)) ? before : undefined
    }
    at = at.parentElement
    if (at === null || isBlockName(at.localName)) return undefined
  }
  return undefined
}

/** Whether an element is a box to tick. */
export const isBox = (element: Element): boolean =>
  element.localName === "input" && /^(?:checkbox|radio)$/i.test(element.getAttribute("type") ?? "")

/** The elements that a visitor reaches at a mark: those under the pointer, and the box that its label ticks. */
export const reachedAt = (mark: Element): ReadonlySet<Element> => {
  const reached = new Set<Element>()
  for (let at: Element | null = mark; at !== null; at = at.parentElement) reached.add(at)
  const label = mark.localName === "label" ? mark : first(mark, "label")
  const id = label?.getAttribute("for") ?? ""
  for (const one of [label, mark].flatMap((at) => [at?.previousElementSibling, at?.nextElementSibling]))
    if (one !== null && one !== undefined && id !== "" && one.id === id && isBox(one) && !one.hasAttribute("disabled"))
      reached.add(one)
  return reached
}

// --- private --------------------------------------------------------------------------

/** In characters. */
const maxMarkLength = 5
const maxLabelLength = 200

/** How many elements around a note may begin with it. */
const maxSteps = 3

const noteMark = /^[[(]?(?:\d{1,3}|\p{Ll}|[*†‡§¶#⊕ⓘ]{1,3})[\])]?$/u

/** The element before another one, without the boxes between them. */
const beforeBoxes = (element: Element): Element | null => {
  let before = element.previousElementSibling
  while (before !== null && isBox(before)) before = before.previousElementSibling
  return before
}

/** Whether an element is the label, with words, of a box beside it. */
const isBoxLabel = (element: Element): boolean => {
  const id = element.localName === "label" ? (element.getAttribute("for") ?? "") : ""
  const { length } = lineOf(element)
  if (id === "" || length === 0 || length > maxLabelLength) return false
  return [element.previousElementSibling, element.nextElementSibling].some(
    (beside) => beside !== null && beside.id === id && isBox(beside),
  )
}
