/**
 * Removes the text that a page contains but doesn't show: injected instructions are often hidden. Attributes, inline
 * styles and the page's own style sheets are judged without layout. The body itself is never hidden, because pages do
 * that until a script runs. Elements that the same rule hides are judged together, see {@link reprieved}.
 */
import { unwrap, weightOf } from "../tree/Dom.ts"
import { first } from "../tree/Select.ts"
import { Cascade } from "./Cascade.ts"
import { mediaApply } from "./Conditions.ts"
import type { Cause } from "./Context.ts"
import { isDialog, isUnderTitle } from "./Openable.ts"
import { outlineOf } from "./Outline.ts"
import { scriptsIn } from "./Scripts.ts"
import { openShadowTrees } from "./ShadowTrees.ts"
import { StyleSheets } from "./StyleSheets.ts"
import { type Finding, Survey } from "./Survey.ts"

/**
 * Removes the hidden parts of a document's body, and its style sheets. Returns the number of outermost elements with
 * text.
 */
export const removeHidden = (document: Document): number => {
  let outline = outlineOf(document)
  const shadows = openShadowTrees(outline.shadowRoots)
  if (outline.shadowRoots.length > 0) outline = outlineOf(document)
  const sheets = new StyleSheets()
  for (const style of outline.styles) {
    if (mediaApply(style.getAttribute("media") ?? "")) sheets.add(style.textContent ?? "", shadows.scopeOf(style))
    style.remove()
  }
  const scripts = scriptsIn(outline.scripts)
  const cascade = new Cascade(outline, sheets, scripts.isLate, shadows.scopeOf)
  cascade.style(outline.html)
  const hasUnread = outline.hasLinkedSheet || sheets.hasUnread
  const kept = new Set<string>()
  const survey = new Survey({ outline, cascade, scripts, kept, hasUnread })
  let found = survey.run()
  for (let round = 0; round < rounds; round++) {
    const more = reprieved(found, outline.body.weight)
    if (more.length === 0) break
    for (const cause of more) kept.add(cause)
    found = survey.run()
  }
  let count = shadows.removed
  for (const finding of found) {
    if (finding.isCounted && weightOfFinding(finding) > 0) count++
    if (finding.texts === undefined) finding.item.element.remove()
    else for (const node of finding.texts) node.remove()
  }
  for (const element of survey.shown) show(element)
  openNoscript(document, outline.noscripts)
  return count
}

// --- private --------------------------------------------------------------------------

/** The fewest panels with titles that make an accordion without markup that says so. */
const fewestPanels = 3

/** How often the survey is repeated without the rules that were reprieved. */
const rounds = 3

/** The shares of a page's text above which a script is assumed to show transparent text, and to undo a rule. */
const shares = { faded: 0.2, held: 0.4 } as const

/** Removes the attributes that would hide an element: later stages judge by them. */
const show = (element: Element): void => {
  element.removeAttribute("hidden")
  element.removeAttribute("aria-hidden")
  element.removeAttribute("style")
}

const weightOfFinding = ({ item, texts }: Finding): number =>
  texts === undefined ? item.weight : texts.reduce((sum, text) => sum + weightOf(text), 0)

const weightOfAll = (findings: ReadonlyArray<Finding>): number =>
  findings.reduce((sum, finding) => sum + weightOfFinding(finding), 0)

/** Whether a rule hides in a way that a script or a click undoes. */
const isHeldBack = ({ by, way }: Cause): boolean =>
  by !== undefined && (way === "display" || way === "visibility" || way === "size")

/**
 * The causes that a script is likely to undo: a rule that makes a large part of the page transparent (a fade-in), one
 * that hides most of the text (until the page is ready), and one that hides several panels under titles (an accordion).
 */
const reprieved = (found: ReadonlyArray<Finding>, total: number): ReadonlyArray<string> =>
  Array.from(Map.groupBy(found, ({ key }) => key))
    .filter(([, findings]) => {
      const cause = findings[0]?.cause
      if (cause === undefined) return false
      if (cause.way === "opacity") return weightOfAll(findings) >= total * shares.faded
      if (!isHeldBack(cause)) return false
      const panels = findings.filter(({ item }) => isUnderTitle(item.element))
      const isAccordion = panels.length >= fewestPanels && panels.length * 2 > findings.length
      return isAccordion || weightOfAll(findings.filter(({ item }) => !isDialog(item.element))) >= total * shares.held
    })
    .map(([key]) => key)

/** Keeps `noscript` elements where the page shows hardly anything else; otherwise only those with images alone. */
const openNoscript = (document: Document, all: ReadonlyArray<Element>): void => {
  const elements = all.filter((element) => document.body.contains(element))
  if (elements.length === 0) return
  const isAllThereIs = weightOf(document.body) - elements.reduce((sum, element) => sum + weightOf(element), 0) < 200
  for (const element of elements) {
    if (isAllThereIs) unwrap(element)
    else if (weightOf(element) > 0 || first(element, "img") === null) element.remove()
  }
}
