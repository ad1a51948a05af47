/**
 * Form controls. A control or drawing with a sentence shows text like any element; one with a word or two belongs to
 * the site's controls and is removed later.
 */
import { lineOf, rename, select } from "@porthole/visibility/dom"
import type { ControlRule } from "../phases/Rule.ts"

/** Replaces the controls that show a sentence by that sentence. */
export const controlText: ControlRule = {
  name: "controlText",
  case: "A button, a field or a drawing with a sentence shows text like any element.",
  phase: "control",
  reads: {
    elements: ["button", "dialog", "input", "option", "select", "svg", "textarea"],
    attributes: ["type"],
    attributesOn: {
      value: ["input"],
      placeholder: ["input"],
      size: ["select"],
      multiple: ["select"],
      selected: ["option"],
      label: ["option"],
    },
  },
  run: (_, { controls }) => {
    for (const control of controls().filter(({ localName }) => names.has(localName))) {
      if (control.localName === "dialog") {
        rename(control, "div")
        continue
      }
      const text = textOf(control)
      if (control.localName === "textarea" || control.localName === "svg") control.textContent = ""
      if (!isSentence(text, control.localName !== "input" && control.localName !== "select")) continue
      const paragraph = control.ownerDocument.createElement("p")
      paragraph.textContent = text
      control.replaceWith(paragraph)
    }
  },
}

// --- private --------------------------------------------------------------------------

const names: ReadonlySet<string> = new Set("button dialog input select svg textarea".split(" "))

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
  return (isList ? options : options.filter((option) => option === chosen)).map(labelOf).join(" ")
}

const labelOf = (option: Element): string => option.getAttribute("label") || lineOf(option)

/** Whether a text is a sentence rather than a label: it ends like one or, if `lengthCounts`, is long enough. */
const isSentence = (text: string, lengthCounts: boolean): boolean => {
  const words = text.trim().split(/\s+/).length
  const isEnded = /[^.][.!?]["'”’)]?$/.test(text.trim())
  return (words >= 4 && isEnded) || (lengthCounts && words >= 7) || /[\u3040-\u9fff\uac00-\ud7af]{12}/.test(text)
}
