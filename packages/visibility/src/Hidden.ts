/**
 * Removes the text that a page contains but doesn't show: injected instructions are often hidden. It evaluates
 * attributes, inline styles and the page's own style sheets, without layout. The body itself is never hidden, because
 * pages do that until a script runs. Elements that the same rule hides are evaluated together
 * ({@link likelyReverted}).
 */
import { unwrap, weightOf } from "./dom/Dom.ts"
import { attributesOf } from "./dom/Linkedom.ts"
import { first, nearest, select } from "./dom/Select.ts"
import { unescapePictures } from "./EscapedPictures.ts"
import { boxCauses } from "./Box.ts"
import { Cascade, valuesOfStyle } from "./Cascade.ts"
import { mediaApply } from "./Conditions.ts"
import { initialContext, unseen, within } from "./Context.ts"
import { hintsOf } from "./Markup.ts"
import { outlineOf } from "./Outline.ts"
import { isOutsideContent } from "./OutsideContent.ts"
import { panelsIn, pairsIn } from "./PanelMap.ts"
import { type Controlled, controlledBy, isUnderTitle } from "./Panels.ts"
import { scriptsIn } from "./Scripts.ts"
import { Selectors } from "./Selectors.ts"
import { flattenShadowTrees } from "./ShadowTrees.ts"
import { withoutStandIns } from "./StandIns.ts"
import { StyleSheets } from "./StyleSheets.ts"
import { type Finding, Survey } from "./Survey.ts"
import { writeStyles } from "./WrittenStyles.ts"
import type { Values } from "./Values.ts"

/** What was removed from a document, and what is known of the rest. */
export interface Removal {
  /** The number of removed parts with text; a part within another one doesn't count. */
  readonly count: number
  /** The panels that are left, by their controls. */
  readonly panels: ReadonlyMap<Element, Element>
}

/** How a document is shown. */
export interface Showing {
  /** Whether a script or a click may show what is hidden. Default: it may, as on a page. */
  readonly mayChange?: boolean
}

/** Removes the hidden parts of a document's body, and the document's style sheets. */
export const removeHidden = (document: Document, { mayChange = true }: Showing = {}): Removal => {
  const unflattened = outlineOf(document)
  const shadows = flattenShadowTrees(unflattened.byName.get("[shadowrootmode") ?? [])
  const outline = unflattened.byName.has("[shadowrootmode") ? outlineOf(document) : unflattened
  const all = (name: string): ReadonlyArray<Element> => outline.byName.get(name) ?? []
  const scripts = scriptsIn(all("script"))
  const selectors = new Selectors(outline.byName, scripts.isAddedByScript)
  const sheets = new StyleSheets((list) => selectors.mayMatch(list))
  for (const style of all("style")) {
    if (mediaApply(style.getAttribute("media") ?? "")) sheets.add(style.textContent ?? "", shadows.scopeOf(style))
    style.remove()
  }
  const cascade = new Cascade(sheets, selectors, shadows.scopeOf)
  cascade.style(outline.html)
  const hasUnread =
    sheets.hasUnread || all("link").some((link) => /\bstylesheet\b/i.test(link.getAttribute("rel") ?? ""))
  const kept = new Set<string | Element>()
  const surveyed = (controlled: Controlled): Survey =>
    new Survey({ outline, cascade, selectors, scripts, hasUnread, kept, controlled })
  const pairs = pairsIn(outline)
  const clickable = controlledBy(pairs, new Set())
  const spared = new Set<string | Element>()
  const noted = (one: string | Element): boolean => {
    const isControlled = clickable.has(one)
    if (isControlled) spared.add(one)
    return isControlled
  }
  let controlled = clickable
  let survey = surveyed({ has: noted })
  const total = survey.found.length === 0 ? 0 : weightOf(outline.body.element)
  for (let round = 0; round < maxRounds; round++) {
    const more = mayChange && survey.found.length > 0 ? likelyReverted(survey, total) : []
    const visible = clickable.size === 0 ? clickable : controlledBy(pairs, survey.unseen)
    if (more.length === 0 && visible.size === controlled.size) break
    // A second survey would find the same while all panels that the first one spared have a visible control.
    if (more.length === 0 && round === 0 && [...spared].every((one) => visible.has(one))) break
    for (const cause of more) kept.add(cause)
    controlled = visible
    survey = surveyed(controlled)
  }
  const found = withoutStandIns(survey, hasUnread)
  for (const { item, texts = [item.element] } of found) {
    if (isOfSample(item.element)) item.element.before("…")
    // Books hide the line breaks between verses that are blocks, and nobody else may make them blocks.
    for (const node of texts) if (mayChange || item.element.localName !== "br") node.remove()
  }
  for (const note of survey.notes) note.setAttribute("data-behind", "")
  writeStyles(outline.body)
  for (const element of survey.shown)
    for (const name of ["hidden", "aria-hidden", "style"]) element.removeAttribute(name)
  openNoscript(document, all("noscript"))
  return {
    count: shadows.removed + found.filter((finding) => finding.isCounted && weightOfFinding(finding) > 0).length,
    panels: panelsIn(pairs, outline),
  }
}

/** Whether an element's attributes or its own style hide it, for stages before the style sheets are read. */
export const hidesItself = (element: Element): boolean => {
  const values = ownValues(element)
  const context = initialContext(true)
  const isHidden = element.hasAttribute("hidden") || boxCauses({ element, values, context, index: 0 }).length > 0
  return isHidden || unseen(within(context, values)) !== undefined
}

/** Whether an element's attributes or its own style hide its text on a white page. */
export const isPale = (element: Element): boolean =>
  unseen(within(initialContext(false), ownValues(element))) !== undefined

// --- private --------------------------------------------------------------------------

/**
 * Maximum number of surveys after the first. Each of them ignores the causes that the earlier ones found likely to be
 * undone, and knows the controls that the last one found visible.
 */
const maxRounds = 8

/** Minimum number of panels with titles in an accordion whose markup doesn't declare one. */
const minPanels = 3

/**
 * Minimum amounts of hidden text for the assumption that a script or a click shows it, as shares of all the text of the
 * page.
 */
const shares = {
  /** Transparent text, and slides. */
  transparent: 0.2,
  /** Text that a rule or the elements of a class hide, or that boxes cover. */
  hidden: 0.4,
  /** The text of a single element that hides itself. */
  single: 0.6,
  /** The text of elements that hide themselves, without their links and forms. */
  outsideLinks: 0.2,
} as const

/** Minimum characters of elements that hide themselves, for the same assumption: a few words fill a short page. */
const minHiddenLength = 300

/** Whether an element is a list in code, such as the fields of an object: without a mark it would look empty. */
const isOfSample = (element: Element): boolean =>
  /^[ou]l$/.test(element.localName) && nearest(element, "code") !== null && weightOf(element, 0) > 0

/** The values that an element's attributes and its own style declare. */
const ownValues = (element: Element): Values => {
  const names = [element.localName, ...Array.from(attributesOf(element), ({ name }) => `[${name}`)]
  return valuesOfStyle(`${hintsOf({ element, names })};${element.getAttribute("style") ?? ""}`)
}

const weightOfFinding = ({ item, texts = [item.element] }: Finding): number =>
  texts.reduce((sum, node) => sum + weightOf(node), 0)

const weightOfAll = (findings: ReadonlyArray<Finding>): number =>
  findings.reduce((sum, finding) => sum + weightOfFinding(finding), 0)

/**
 * The causes that a script or a click is likely to undo: a rule that makes a large part of the page transparent (a
 * fade-in), one that hides a large part (until the page is ready), one that hides several panels under titles (an
 * accordion), slides that are hidden from screen readers only, and boxes that cover a large part (an advertisement
 * before the page). Elements of one class that hide themselves count as one rule; others are returned one by one.
 */
const likelyReverted = ({ found, hidden, unseen: unread }: Survey, total: number): ReadonlyArray<string | Element> =>
  Array.from(Map.groupBy(found, ({ key }) => key)).flatMap(([key, findings]): ReadonlyArray<string | Element> => {
    const [first] = findings
    const { ruleSelectors, way } = first?.cause ?? { ruleSelectors: undefined, way: "markup" }
    if (way === "opacity") return weightOfAll(findings) >= total * shares.transparent ? [key] : []
    if (way === "covered") return weightOfAll(findings) >= total * shares.hidden ? [key] : []
    if (way === "markup") return isCarousel(findings, total * shares.transparent) ? [key] : []
    if (!/^(?:display|visibility|size)$/.test(way)) return []
    const isOwn = ruleSelectors === undefined
    if (isOwn && (first?.item.element.getAttribute("class") ?? "") === "")
      return findings.filter((one) => holdShareOfText([one], total, shares.single)).map(({ item }) => item.element)
    const panels = findings.filter(({ item }) => isUnderTitle(item.element, unread))
    const isAccordion = panels.length >= minPanels && panels.length * 2 > findings.length
    const isLargePart = isOwn
      ? holdShareOfText(findings, total, shares.hidden)
      : weightOfAll(findings.filter(({ item }) => isSingleContent(item.element, hidden))) >= total * shares.hidden
    return isAccordion || isLargePart ? [key] : []
  })

/** Whether an element is content and no neighbour shows the same text: pages are written once for each screen width. */
const isSingleContent = (element: Element, hidden: Survey["hidden"]): boolean =>
  !isOutsideContent(element) &&
  ![element.previousElementSibling, element.nextElementSibling].some(
    (one) => one !== null && !hidden.has(one) && one.textContent === element.textContent,
  )

/** Whether elements that hide themselves have this share of a page's text, and enough of it outside links and forms. */
const holdShareOfText = (findings: ReadonlyArray<Finding>, total: number, share: number): boolean => {
  const least = Math.max(total * share, minHiddenLength)
  if (weightOfAll(findings) < least) return false
  const inside = findings.filter(
    ({ item }) => !isOutsideContent(item.element) && nearest(item.element, "form") === null,
  )
  const outsideLinks = inside.reduce((sum, { item }) => {
    const aside = select(item.element, "a, form, select").filter(
      (one) => nearest(one.parentElement, "a, form") === null,
    )
    return sum + weightOf(item.element) - aside.reduce((linked, one) => linked + weightOf(one), 0)
  }, 0)
  return weightOfAll(inside) >= least && outsideLinks >= total * shares.outsideLinks
}

/** Whether findings are slides that only screen readers don't get, until they come into view. */
const isCarousel = (findings: ReadonlyArray<Finding>, least: number): boolean => {
  const [first, second] = findings
  return (
    first?.item.element.getAttribute("aria-hidden") === "true" &&
    first.item.element.parentElement === second?.item.element.parentElement &&
    weightOfAll(findings) >= least &&
    !isOutsideContent(first.item.element)
  )
}

/** Maximum characters of text beside `noscript` elements that are a page's only content. */
const maxBeside = 199

/** Keeps `noscript` elements if the page shows hardly anything else; otherwise only those that contain only images. */
const openNoscript = (document: Document, all: ReadonlyArray<Element>): void => {
  const elements = all.filter((element) => document.body.contains(element))
  if (elements.length === 0) return
  for (const element of elements) unescapePictures(element)
  const most = elements.reduce((sum, element) => sum + weightOf(element), 0) + maxBeside
  const isOnlyContent = weightOf(document.body, most) <= most
  for (const element of elements) {
    if (isOnlyContent) unwrap(element)
    else if (weightOf(element) > 0 || first(element, "img") === null) element.remove()
  }
}
