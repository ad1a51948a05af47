/**
 * Removes the text that a page carries but doesn't show: hidden text is where injected instructions live. Attributes, inline
 * styles and the page's own style sheets are judged without layout. The body itself is never hidden: pages do that until a
 * script runs.
 *
 * Elements that the same rule hides are judged together: {@link reprieved} finds the rules that a script is likely to undo
 * for everybody who looks at the page.
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

/** Removes the hidden parts of a document's body, and its style sheets. Returns how many outermost elements with text those were. */
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

/** How many panels with titles make an accordion, where nothing in the markup says so. */
const fewestPanels = 3

/** How often the survey is repeated without the rules that were reprieved. */
const rounds = 3

/** The share of a page's text from which on transparent text is faded in by a script, and a rule is undone by one. */
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

/** Whether a rule hides what is to be shown later, in a way that a script or a click undoes. */
const isHeldBack = ({ by, way }: Cause): boolean =>
  by !== undefined && (way === "display" || way === "visibility" || way === "size")

/**
 * The causes that a script is likely to undo: transparent text that is a large part of the page is faded in, a rule that
 * hides most of the text holds it back until the page is ready, and a rule that hides panel after panel, each under its
 * title, is that of an accordion.
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

/** A `noscript` element counts where the page shows hardly anything else; else only for the images that it holds back. */
const openNoscript = (document: Document, all: ReadonlyArray<Element>): void => {
  const elements = all.filter((element) => document.body.contains(element))
  if (elements.length === 0) return
  const isAllThereIs = weightOf(document.body) - elements.reduce((sum, element) => sum + weightOf(element), 0) < 200
  for (const element of elements) {
    if (isAllThereIs) unwrap(element)
    else if (weightOf(element) > 0 || first(element, "img") === null) element.remove()
  }
}
