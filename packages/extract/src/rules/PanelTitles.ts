/**
 * Words in controls that belong to the text. The title of a tab or of an accordion's panel is a control; it goes to its
 * panel, as a summary does. A button in the middle of a sentence is a word of it.
 */
import {
  childrenOf,
  elementsIn,
  first,
  hasAttributeIn,
  isElement,
  isText,
  lineOf,
  nearest,
  select,
  unwrap,
} from "@porthole/visibility/dom"
import { isAlike, isBlockName, maxPanels } from "@porthole/visibility"
import { patternOf } from "../classes/ClassNames.ts"
import type { ControlRule } from "../phases/Rule.ts"

/** Writes the words of a document's controls as text, where they are part of it. */
export const panelTitles: ControlRule = {
  name: "panelTitles",
  case: "The title of a tab or of an accordion is a control, and belongs to its panel.",
  phase: "control",
  reads: {
    elements: ["button"],
    attributes: (
      "role aria-controls aria-expanded aria-labelledby aria-selected data-target " +
      "data-bs-target data-toggle data-bs-toggle href id class"
    ).split(" "),
    classes: ["toggle"],
  },
  run: (root, { controls: controlsOf, panels }) => {
    const controls = controlsOf().filter(isControl)
    if (controls.length === 0) return
    const panelOf = panelFinder(root, controls, panels)
    for (const control of controls) {
      if (!root.contains(control)) continue
      const panel = panelOf(control)
      if (panel !== undefined) entitle(panel, control)
      else if (isWord(control)) unwrap(control)
    }
  },
}

// --- private --------------------------------------------------------------------------

const isControl = (element: Element): boolean => {
  if (element.localName === "button") return true
  if (!hasAttributeIn(element, controlAttributes)) return false
  if (element.hasAttribute("aria-controls")) return true
  const role = element.getAttribute("role")
  if (role === "tab" || role === "button") return true
  return element.getAttribute("data-toggle") === "tab" || element.getAttribute("data-bs-toggle") === "tab"
}

const controlAttributes: ReadonlySet<string> = new Set(["aria-controls", "role", "data-toggle", "data-bs-toggle"])

const maxTitleLength = 200
const headings = "h1, h2, h3, h4, h5, h6"

/** Finds the panel of a control: the one that it names, the one with its number, or one beside it. */
const panelFinder = (
  root: Element,
  controls: ReadonlyArray<Element>,
  named: ReadonlyMap<Element, Element>,
): ((control: Element) => Element | undefined) => {
  const positions = named.size === 0 ? nowhere : positionsOf(root, new Set([...controls, ...named.values()]))
  const tabs = Map.groupBy(controls.filter(isTab), (control) => named.get(control))
  const numbered = numberedPanels(controls)
  const repeated = new Set(
    Array.from(Map.groupBy(controls, firstClass))
      .filter(([, alike]) => alike.length > 1 && alike.filter(hasPanelBeside).length > 1)
      .map(([name]) => name),
  )
  return (control) => {
    const own = named.get(control)
    // Of tabs that choose some rows of one table the chosen one speaks; a button to see more of a text is no title.
    const isOneOfMany = (tabs.get(own)?.length ?? 0) > 1 && control.getAttribute("aria-selected") !== "true"
    const isBelow = own !== undefined && (positions.get(own) ?? 0) < (positions.get(control) ?? 0)
    // Tabs may stand below their panels.
    if (own !== undefined && (isOneOfMany || (isBelow && !isTab(control)))) return undefined
    const panel =
      own ??
      numbered.get(control) ??
      (isToggle(control) || repeated.has(firstClass(control)) ? panelBeside(control) : undefined)
    return panel !== undefined && isPanel(panel, control) ? panel : undefined
  }
}

const isTab = (control: Element): boolean => control.getAttribute("role") === "tab"

const nowhere: ReadonlyMap<Element, number> = new Map()

/** The positions of some elements in document order. linkedom's `compareDocumentPosition` compares only depths. */
const positionsOf = (root: Element, wanted: ReadonlySet<Element>): ReadonlyMap<Element, number> =>
  new Map(elementsIn(root, (element) => wanted.has(element)).map((element, at) => [element, at]))

const firstClass = (element: Element): string =>
  `${element.localName} ${element.getAttribute("class")?.trim().split(/\s/, 1)[0] ?? ""}`

/** Whether a control says that it opens something. */
const isToggle = (control: Element): boolean =>
  control.hasAttribute("aria-expanded") || toggle.test(control.getAttribute("class") ?? "")

const toggle = patternOf("toggle")

const hasPanelBeside = (control: Element): boolean => panelBeside(control) !== undefined

/** The block after a control, if it is all of its item but the control. */
const panelBeside = (control: Element): Element | undefined => {
  const panel = control.nextElementSibling
  if (panel === null || !/^(?:div|section|article|ul|ol|p|pre|table)$/.test(panel.localName)) return undefined
  return first(panel, "button") === null && lineOf(panel).length > lineOf(control).length ? panel : undefined
}

/** Panels after as many controls, each with its control. */
const numberedPanels = (controls: ReadonlyArray<Element>): ReadonlyMap<Element, Element> => {
  const found = new Map<Element, Element>()
  for (const [bar, own] of Map.groupBy(controls, ({ parentElement }) => parentElement)) {
    if (bar === null || own.length < 2 || own.length > maxPanels) continue
    const next = bar.nextElementSibling
    const after = next === null ? [] : [next, ...following(next, own.length)]
    const inside = next === null ? [] : childrenOf(next).filter(isElement)
    const panels = [after, inside].find(
      (all) => all.length === own.length && all.every((one) => isAlike(one, all[0] ?? one)),
    )
    for (const [at, control] of own.entries()) {
      const panel = panels?.[at]
      if (panel !== undefined) found.set(control, panel)
    }
  }
  return found
}

/** The elements after an element, at most so many. */
const following = (element: Element, most: number): ReadonlyArray<Element> => {
  const all: Array<Element> = []
  for (let next = element.nextElementSibling; next !== null && all.length < most; next = next.nextElementSibling)
    all.push(next)
  return all
}

/** Whether an element is text that a control's words may stand above. */
const isPanel = (panel: Element, control: Element): boolean => {
  const title = lineOf(control)
  if (title === "" || title.length > maxTitleLength || panel.contains(control) || control.contains(panel)) return false
  if (nearest(panel, "nav, header, footer, form, [role=menu], [role=dialog], [role=listbox]") !== null) return false
  const { length } = lineOf(panel)
  const linked = select(panel, "a").reduce((sum, link) => sum + lineOf(link).length, 0)
  return length > 0 && linked * 2 <= length && !lineOf(panel).startsWith(title)
}

/** Moves a control's words to the beginning of its panel; those in a heading stay there as text. */
const entitle = (panel: Element, control: Element): void => {
  const inside = first(control, headings)
  if (inside !== null || nearest(control, headings) !== null) return unwrap(control)
  const title = control.ownerDocument.createElement("p")
  const words = control.ownerDocument.createElement("strong")
  words.append(lineOf(control))
  title.append(words)
  if (/^(?:div|section|article|li)$/.test(panel.localName)) panel.prepend(title)
  else panel.before(title)
  const item = nearest(control, "li")
  if (item !== null && lineOf(item) === lineOf(control)) item.remove()
  else control.remove()
}

/** Whether a button is a word in a sentence: text comes before and after it in its block, or it is all of a head. */
const isWord = (control: Element): boolean => {
  if (control.localName !== "button" && control.getAttribute("role") !== "button") return false
  if (nearest(control, "pre, code") !== null) return false
  const text = lineOf(control)
  const head = nearest(control.parentElement, `${headings}, th, dt, summary`)
  if (head !== null) return lineOf(head) === text
  const block = nearest(
    control.parentElement,
    "p, li, td, dd, blockquote, figure, figcaption, article, section, div, body",
  )
  if (text === "" || text.length > maxTitleLength || block === null) return false
  const [before, after] = textsAround(block, control)
  return (
    /[\p{L}\p{N},;:(“"']$/u.test(before.trimEnd().slice(-2)) &&
    (wordsIn(before) >= minWords || (goesOn.test(after) && wordsIn(before) + wordsIn(after) >= minWords)) &&
    /[\p{L}\p{N}.,;:!?)]/u.test(after)
  )
}

const wordsIn = (text: string): number => text.trim().split(/\s+/).length

/** The beginning of the rest of a sentence. */
const goesOn = /^\s*\p{Ll}/u

const minWords = 3

/** Maximum nodes that are read of a block around a control. */
const maxNodes = 200

/**
 * The text before a control and after it in its line, without other controls; the end of a long block isn't read. A
 * block within `block` ends the line.
 */
const textsAround = (block: Element, control: Element): readonly [string, string] => {
  const texts: [string, string] = ["", ""]
  let at: 0 | 1 = 0
  let left = maxNodes
  const read = (parent: Node): void => {
    for (let child = parent.firstChild; child !== null && left-- > 0; child = child.nextSibling) {
      if (child === control) at = 1
      else if (isText(child)) texts[at] += child.data.slice(0, maxTitleLength)
      else if (!isElement(child) || child.localName === "button") continue
      else if (child.contains(control) || !isBlockName(child.localName)) read(child)
      else if (at === 1) left = 0
      else texts[0] = ""
    }
  }
  read(block)
  return texts
}
