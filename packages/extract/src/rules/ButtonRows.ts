/**
 * Buttons that are content: operations of an API, whose button has the method, the path and a description; responses
 * with their codes; and rows of a list that a click chooses. A button of the site has one text.
 */
import {
  childrenOf,
  elementsIn,
  headingLevel,
  isElement,
  isText,
  lineOf,
  nearest,
  onOneLine,
  rename,
} from "@porthole/visibility/dom"
import type { ControlRule } from "../phases/Rule.ts"

/** Writes such buttons as paragraphs, with their parts apart. */
export const buttonRows: ControlRule = {
  name: "buttonRows",
  case: "A button with several parts is a row of a list, or an operation of an API.",
  phase: "control",
  reads: { elements: ["button", "summary"], attributes: ["aria-controls", "aria-expanded", "class", "role"] },
  run: (_, { controls, panels }) => {
    const opensPanel = (button: Element): boolean => panels.has(button) || mayOpen(button)
    const rows = controls()
      .filter(isButton)
      .map((button) => ({ button, parts: partsOf(button) }))
      .filter(({ button, parts }) => parts.length > 1 && nearest(button, excluded) === null)
    for (const alike of Map.groupBy(rows, ({ button }) => kindOf(button)).values()) {
      const areRows = isList(alike.filter(({ button }) => !opensPanel(button)))
      for (const { button, parts } of alike)
        if (button.localName !== "button") setApart(button)
        else if (isOperation(parts)) button.replaceWith(operation(button, parts))
        else if (isResponse(parts) || (areRows && !opensPanel(button))) writeRow(button, parts)
    }
  },
}

// --- private --------------------------------------------------------------------------

/** Other elements are text whatever their role, but their parts may be glued. */
const isButton = (element: Element): boolean =>
  element.localName === "button" || element.localName === "summary" || element.getAttribute("role") === "button"

interface Row {
  readonly button: Element
  readonly parts: ReadonlyArray<string>
}

const excluded = "nav, header, footer, [role=tab], [role=tablist], [role=menu], [role=listbox], h1, h2, h3, h4, h5, h6"

/** Maximum texts of a button, and of the characters of each. */
const maxParts = 12
const maxLength = 300

/** The texts of a button; none if they are many or long. */
const partsOf = (button: Element): ReadonlyArray<string> => {
  const parts: Array<string> = []
  const read = (parent: Element): void => {
    for (let child = parent.firstChild; child !== null && parts.length <= maxParts; child = child.nextSibling)
      if (isElement(child)) read(child)
      else if (isText(child) && child.data.trim() !== "")
        parts.push(`${goesOn(child) ? (parts.pop() ?? "") : ""}${onOneLine(child.data)}`)
  }
  read(button)
  return parts.length > maxParts || parts.some(({ length }) => length > maxLength) ? [] : parts
}

/** Whether a text goes on behind a place where its line may break, or behind a slash in a box with a path. */
const goesOn = ({ parentElement, previousSibling: before }: Text): boolean => {
  if (before !== null) return isElement(before) && before.localName === "wbr"
  const slash = parentElement?.previousElementSibling ?? null
  return slash !== null && lineOf(slash) === "/" && path.test(lineOf(slash.parentElement ?? slash))
}

/** Whether a button says that it opens something. One that is all of an item has no panel in the page. */
const mayOpen = (button: Element): boolean =>
  button.hasAttribute("aria-controls") || (button.hasAttribute("aria-expanded") && !isItem(button))

const isItem = (button: Element): boolean => {
  const item = nearest(button, "li, [role=listitem]")
  return item !== null && lineOf(item) === lineOf(button)
}

/** Buttons of one kind are in one list, or in the items of one. */
const kindOf = (button: Element): string => button.getAttribute("class") ?? ""

const isOperation = ([method = "", ...rest]: ReadonlyArray<string>): boolean =>
  methods.test(method) && rest.slice(0, 2).some((part) => path.test(part))

const methods = /^(?:get|post|put|patch|delete|del|head|options|trace|query)$/i
const path = /^(?:\/|https?:\/\/|\{)/

/** Whether a button begins with the code of a response. */
const isResponse = ([code = "", ...rest]: ReadonlyArray<string>): boolean =>
  rest.length > 0 && /^(?:[1-5](?:\d\d|XX)|default)$/i.test(code)

/** Whether buttons differ from each other, and say more than a count beside a word. */
const isList = (rows: ReadonlyArray<Row>): boolean => {
  const texts = rows.map(({ parts }) => parts.join(" "))
  const words = texts.reduce((sum, text) => sum + text.split(" ").length, 0)
  return rows.length > 1 && new Set(texts).size === rows.length && words >= rows.length * minWords
}

/** Minimum words of a row. */
const minWords = 4

/** A line with the method, the path as code, and the other texts. */
const operation = ({ ownerDocument }: Element, [method = "", ...rest]: ReadonlyArray<string>): Element => {
  const line = ownerDocument.createElement("p")
  const word = ownerDocument.createElement("strong")
  word.append(method)
  line.append(word)
  const start = rest.findIndex((part) => path.test(part))
  const after = rest.findIndex((part, at) => at > start && !/^[/{.:?]/.test(part))
  const end = after < 0 ? rest.length : after
  const address = ownerDocument.createElement("code")
  address.append(rest.slice(start, end).join(""))
  for (const part of rest.slice(0, start)) line.append(` ${part}`)
  line.append(" ", address)
  for (const part of rest.slice(end)) line.append(` ${part}`)
  return line
}

/** A line with the texts; one with a heading keeps its lines. */
const writeRow = (button: Element, parts: ReadonlyArray<string>): void => {
  if (elementsIn(button, ({ localName }) => headingLevel(localName) > 0, 1).length > 0) setApart(rename(button, "div"))
  else {
    const line = button.ownerDocument.createElement("p")
    line.append(parts.join(" "))
    button.replaceWith(line)
  }
}

/** Writes spaces between the parts of a row that only a style sets apart. */
const setApart = (parent: Element): void => {
  for (const child of childrenOf(parent)) {
    if (!isElement(child)) continue
    const { previousSibling: before } = child
    if (before !== null && isElement(before)) child.before(" ")
    if (child.firstElementChild !== null) setApart(child)
  }
}
