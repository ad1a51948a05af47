/**
 * The map of a page's controls and the panels that they name: those of tabs, accordions and notes. A control names its
 * panel by an attribute (WAI-ARIA, Bootstrap, Alpine) or by a handler, or the panel names its control. What a click
 * opens and which title a panel has are read from this one map.
 */
import { nearest } from "./dom/Select.ts"
import { isNoteMark } from "./Marks.ts"
import { type Outline, targetNames } from "./Outline.ts"

/** A control and its panel. */
export interface Pair {
  readonly control: Element
  /** The panel, or its id. */
  readonly panel: Element | string
  /** Whether a click opens the panel. A link that looks like a button may only lead there. */
  readonly opens: boolean
  /** Whether the control is the mark of a note, which isn't the note's title. */
  readonly isMark: boolean
}

/** The elements that may control a panel which names them. */
export const controls = "summary, button, [aria-expanded], [role=button], [role=tab]"

/** The pairs of a document. If a control names several panels, the likeliest comes first. */
export const pairsIn = (outline: Outline): ReadonlyArray<Pair> => {
  const all: All = (name) => outline.byName.get(`[${name}`) ?? []
  const idsOf = (handler: string): ReadonlyArray<string> => idsIn(handler).filter((id) => outline.byName.has(`#${id}`))
  const pairs: Array<Pair> = []
  const add = (control: Element, panel: Element | string, as: Partial<Pair> = {}): void => {
    if (panel !== "") pairs.push({ control, panel, opens: true, isMark: false, ...as })
  }
  for (const name of targetNames) for (const control of all(name)) add(control, idIn(control.getAttribute(name)))
  for (const name of linkingNames)
    for (const control of all(name)) {
      const href = control.getAttribute("href")
      const role = control.getAttribute("role")
      if (href?.startsWith("#") !== true || (name === "role" && role !== "tab" && role !== "button")) continue
      add(control, idIn(href), { opens: name !== "role" || role === "tab" })
    }
  for (const control of all("onclick")) {
    const [id, ...others] = idsOf(control.getAttribute("onclick") ?? "")
    if (id !== undefined && others.length === 0) add(control, id)
  }
  for (const panel of all("aria-labelledby")) {
    const [control] = outline.byName.get(`#${panel.getAttribute("aria-labelledby")?.trim() ?? ""}`) ?? []
    if (control !== undefined && nearest(control, controls) === control) add(control, panel)
  }
  for (const name of noteNames)
    for (const mark of all(name)) if (isNoteMark(mark)) add(mark, idIn(mark.getAttribute(name)), { isMark: true })
  for (const panel of all("x-show")) for (const control of alpineControls(panel, all)) add(control, panel)
  return pairs
}

/** The panels that are still in a body, by their controls. Marks of notes aren't among these. */
export const panelsIn = (pairs: ReadonlyArray<Pair>, { body, byName }: Outline): ReadonlyMap<Element, Element> => {
  const panels = new Map<Element, Element>()
  for (const { control, isMark, panel } of pairs) {
    if (isMark || panels.has(control)) continue
    const named = typeof panel === "string" ? (byName.get(`#${panel}`) ?? []) : [panel]
    const found = named.find((one) => body.element.contains(one))
    if (found !== undefined) panels.set(control, found)
  }
  return panels
}

// --- private --------------------------------------------------------------------------

type All = (attribute: string) => ReadonlyArray<Element>

/** Attributes of links that open the panel to which they lead. */
const linkingNames = ["data-toggle", "data-bs-toggle", "aria-expanded", "role"] as const

/** Attributes by which the mark of a note names it; other elements name menus and descriptions by them. */
const noteNames = ["popovertarget", "aria-describedby"] as const

const idIn = (value: string | null): string => value?.trim().replace(/^#/, "") ?? ""

/** The quoted names in a handler, each once. */
const idsIn = (handler: string): ReadonlyArray<string> => [
  ...new Set(Array.from(handler.slice(0, 500).matchAll(/["']#?([\w-]{1,80})["']/g), ([, name = ""]) => name)),
]

/** The controls of the same component that change the variable on which a panel depends (Alpine). */
const alpineControls = (panel: Element, all: All): ReadonlyArray<Element> => {
  const [variable] = /[a-z_$][\w$]*/i.exec(panel.getAttribute("x-show") ?? "") ?? []
  const component = nearest(panel, "[x-data]")
  if (variable === undefined || component === null) return []
  const isSet = (handler: string): boolean => new Set(handler.match(/[a-z_$][\w$]*/gi)).has(variable)
  const found: Array<Element> = []
  for (const name of ["@click", "x-on:click"])
    for (const control of all(name)) {
      if (!isSet(control.getAttribute(name) ?? "") || !component.contains(control)) continue
      found.push(control)
      if (found.length === maxControls) return found
    }
  return found
}

/** The number of controls of one panel that are looked at. */
const maxControls = 30
