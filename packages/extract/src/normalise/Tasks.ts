/**
 * Keeps the boxes of task lists, which are form controls and would be dropped. A box that chooses something, as the
 * filters of a shop do, isn't a task: it has a name, a value or a style of its own. Generators of task lists write a
 * plain box, a disabled one, or one with "task" in its class.
 */
import { isText, lineOf } from "../tree/Dom.ts"
import { nearest } from "../tree/Select.ts"
import { type Candidates, checkbox } from "./Candidates.ts"

/** Replaces each box by an element that says whether the task is done. */
export const keepTasks = (candidates: Candidates): void => {
  const boxes = new Set(
    [...candidates.of("input").filter(isBox), ...candidates.of(checkbox)].filter((box) => nearest(box, "li") !== null),
  )
  for (const box of boxes) {
    if (!isTask(box)) continue
    const isTicked = box.hasAttribute("checked") || box.getAttribute("aria-checked") === "true"
    const mark = box.ownerDocument.createElement("span")
    mark.setAttribute("data-task", isTicked ? "done" : "open")
    mark.append(box.ownerDocument.createTextNode(isTicked ? "[x]" : "[ ]"))
    const next = box.nextSibling
    if (next === null || !isText(next) || !/^\s/.test(next.data)) box.after(box.ownerDocument.createTextNode(" "))
    box.replaceWith(mark)
  }
}

// --- private --------------------------------------------------------------------------

const isBox = (input: Element): boolean => input.getAttribute("type") === "checkbox"

const isTask = (box: Element): boolean => {
  if (box.hasAttribute("disabled") || isCalledTask(box)) return true
  const item = nearest(box, "li")
  if (item !== null && (isCalledTask(item) || (item.parentElement !== null && isCalledTask(item.parentElement))))
    return true
  if (lineOf(box) !== "") return false
  return box.getAttributeNames().every((name) => plain.has(name) || (box.getAttribute(name) ?? "").trim() === "")
}

const isCalledTask = (element: Element): boolean => called.test(element.getAttribute("class") ?? "")
const called = /task|todo/i

/** Attributes of a plain box. */
const plain: ReadonlySet<string> = new Set(["type", "role", "checked", "aria-checked"])
