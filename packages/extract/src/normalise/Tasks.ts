/** Keeps the boxes of task lists, which are form controls and would go with the others. */
import { isText, select } from "../Dom.ts"

/** Replaces each box by an element that says whether it is ticked. */
export const keepTasks = (root: Element): void => {
  for (const box of select(root, "li input[type=checkbox], li [role=checkbox]")) {
    const isTicked = box.hasAttribute("checked") || box.getAttribute("aria-checked") === "true"
    const mark = box.ownerDocument.createElement("span")
    mark.setAttribute("data-task", isTicked ? "done" : "open")
    mark.append(box.ownerDocument.createTextNode(isTicked ? "[x]" : "[ ]"))
    const next = box.nextSibling
    if (next === null || !isText(next) || !/^\s/.test(next.data)) box.after(box.ownerDocument.createTextNode(" "))
    box.replaceWith(mark)
  }
}
