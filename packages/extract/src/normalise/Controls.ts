/**
 * Form controls. A control or drawing with a sentence shows text like any element; one with a word or two is part of
 * the site's controls and goes later. Labels of fields go with them, and boxes of task lists become text.
 */
import { isText, lineOf, rename } from "../tree/Dom.ts"
import { nearest, select } from "../tree/Select.ts"
import { type Candidates, checkbox } from "./Candidates.ts"

/** Replaces the controls that show a sentence by that sentence. */
export const keepControlText = (root: Element): void => {
  for (const element of select(root, "dialog")) rename(element, "div")
  for (const control of select(root, "button, input, textarea, select, svg")) {
    const text = textOf(control)
    if (control.localName === "textarea" || control.localName === "svg") control.textContent = ""
    if (!isSentence(text, control.localName !== "input" && control.localName !== "select")) continue
    const paragraph = control.ownerDocument.createElement("p")
    paragraph.textContent = text
    control.replaceWith(paragraph)
  }
}

/** Removes the labels of fields that are typed into or picked from; those of boxes and radio buttons stay. */
export const dropFieldLabels = (candidates: Candidates): void => {
  const labels = candidates.of("label")
  if (labels.length === 0) return
  const fields = candidates.of("select", "textarea", "input").filter(isField)
  const ids = new Set(fields.map((field) => field.id))
  for (const label of labels) {
    const target = label.getAttribute("for") ?? ""
    const own = select(label, "select, textarea, input").filter(isField)
    const length = own.reduce((rest, field) => rest - lineOf(field).length, lineOf(label).length)
    if ((target === "" ? own.length > 0 : ids.has(target)) && length <= longestName) label.remove()
  }
}

/** Replaces each box of a task list by an element that says whether the task is done. */
export const keepTasks = (candidates: Candidates): void => {
  const inputs = candidates.of("input").filter((input) => input.getAttribute("type") === "checkbox")
  for (const box of new Set([...inputs, ...candidates.of(checkbox)])) {
    if (!isTask(box)) continue
    const isTicked = box.hasAttribute("checked") || box.getAttribute("aria-checked") === "true"
    const mark = box.ownerDocument.createElement("span")
    mark.setAttribute("data-task", isTicked ? "done" : "open")
    mark.append(isTicked ? "[x]" : "[ ]")
    const next = box.nextSibling
    if (next === null || !isText(next) || !/^\s/.test(next.data)) box.after(" ")
    box.replaceWith(mark)
  }
}

// --- private --------------------------------------------------------------------------

/** Characters of a label that is a name rather than an explanation. */
const longestName = 60

const isField = (field: Element): boolean =>
  field.localName !== "input" ||
  !/^(?:checkbox|radio|button|submit|reset|image|hidden)$/i.test(field.getAttribute("type") ?? "")

/** Types of input fields that show their value as text. */
const shown = /^(?:|text|search|url|email|tel|button|submit|reset)$/i

const textOf = (control: Element): string => {
  if (control.localName === "select") return chosenOf(control)
  if (control.localName !== "input") return lineOf(control)
  if (!shown.test(control.getAttribute("type") ?? "")) return ""
  return control.getAttribute("value") || control.getAttribute("placeholder") || ""
}

/** The options that a select shows: all of a list box, else the chosen one or the first. */
const chosenOf = (control: Element): string => {
  const options = select(control, "option")
  const isList = Number(control.getAttribute("size") ?? 1) > 1 || control.hasAttribute("multiple")
  const chosen = options.find((option) => option.hasAttribute("selected")) ?? options[0]
  return (isList ? options : options.filter((option) => option === chosen)).map(lineOf).join(" ")
}

/** Whether a text is a sentence rather than a label: it ends like one or, where that `counts`, is as long as one. */
const isSentence = (text: string, counts: boolean): boolean => {
  const words = text.trim().split(/\s+/).length
  const isEnded = /[^.][.!?]["'”’)]?$/.test(text.trim())
  return (words >= 4 && isEnded) || (counts && words >= 7) || /[\u3040-\u9fff\uac00-\ud7af]{12}/.test(text)
}

/**
 * Whether a box belongs to a task: in an item of a list, disabled, called a task, or plain. A box that chooses
 * something, as the filters of a shop do, has a name, a value or a style of its own.
 */
const isTask = (box: Element): boolean => {
  const item = nearest(box, "li")
  if (item === null) return false
  const isCalled = [box, item, item.parentElement].some((one) => /task|todo/i.test(one?.getAttribute("class") ?? ""))
  const isPlain = (name: string): boolean =>
    /^(?:type|role|(?:aria-)?checked)$/.test(name) || (box.getAttribute(name) ?? "").trim() === ""
  return box.hasAttribute("disabled") || isCalled || (lineOf(box) === "" && box.getAttributeNames().every(isPlain))
}
