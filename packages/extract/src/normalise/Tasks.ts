/**
 * Keeps the boxes of task lists, which are form controls and would go with the others. Boxes that choose something, as
 * the filters of a shop do, are no tasks: they carry a name, a value or a style of their own, while generators
 * of task lists write a plain box, one that can't be ticked, or one that is called a task.
 */
import { isText, lineOf } from "../tree/Dom.ts"
import { nearest, select } from "../tree/Select.ts"

/** Replaces each box by an element that says whether it is ticked. */
export const keepTasks = (root: Element): void => {
  for (const box of select(root, "li input[type=checkbox], li [role=checkbox]")) {
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

/** What a box of a task list has. */
const plain: ReadonlySet<string> = new Set(["type", "role", "checked", "aria-checked"])
