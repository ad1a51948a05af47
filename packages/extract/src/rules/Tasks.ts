/** Boxes of task lists. A box for a choice, as in a shop's filters, isn't disabled. */
import { isText, lineOf, nearest } from "@porthole/visibility/dom"
import { patternOf } from "../classes/ClassNames.ts"
import { drawnBoxes } from "../phases/Candidates.ts"
import type { DocumentRule } from "../phases/Rule.ts"

/** Replaces the boxes by text. */
export const tasks: DocumentRule = {
  name: "tasks",
  case: "The box of a task is a drawing that says whether it is done.",
  phase: "document",
  reads: {
    elements: ["input", drawnBoxes],
    attributes: ["type", "checked", "role", "aria-checked", "class"],
    attributesOn: { disabled: ["input"] },
    classes: ["checkbox", "task", "ticked"],
  },
  run: ({ candidates }) => {
    for (const box of candidates("input", drawnBoxes)) {
      const item = nearest(box, "li")
      if (item === null) continue
      if (box.localName !== "input") {
        if (lineOf(box) === "") mark(box, isDrawnTicked(box))
        continue
      }
      if (box.getAttribute("type") !== "checkbox") continue
      const isTask = [box, item, item.parentElement].some((one) => task.test(one?.getAttribute("class") ?? ""))
      if (isTask || box.hasAttribute("disabled")) mark(box, box.hasAttribute("checked"))
    }
  },
}

// --- private --------------------------------------------------------------------------

/** Replaces a box. */
const mark = (box: Element, isTicked: boolean): void => {
  const span = box.ownerDocument.createElement("span")
  span.setAttribute("data-task", isTicked ? "done" : "open")
  span.append(isTicked ? "[x]" : "[ ]")
  const next = box.nextSibling
  if (next === null || !isText(next) || !/^\s/.test(next.data)) box.after(" ")
  box.replaceWith(span)
}

/** Whether an element that is drawn as a box is ticked, by its state or its class. */
const isDrawnTicked = (box: Element): boolean =>
  box.getAttribute("aria-checked") === "true" || ticked.test(box.getAttribute("class") ?? "")

const task = patternOf("task")
const ticked = patternOf("ticked")
