/**
 * Takes out what a page carries but doesn't show: hidden text is where injected instructions live.
 * Told without layout, from attributes, inline styles, the page's own stylesheets and the class names that the
 * field uses for text that only screen readers get. The body itself is never hidden: pages do that until a
 * script runs.
 *
 * What is hidden by one and the same rule is judged together: {@link reprieved} says which causes a script is likely
 * to undo for everybody who looks at the page.
 */
import { childrenOf, isElement, isText, unwrap, weightOf } from "../tree/Dom.ts"
import { first, select } from "../tree/Select.ts"
import { Cascade, type Values } from "./Cascade.ts"
import { mediaApply } from "./Conditions.ts"
import { isHiddenByMarkup, neverText } from "./Markup.ts"
import { type Controls, controlledIn, isDialog, isOpenable, isUnderTitle } from "./Openable.ts"
import { namesOf, namesWithin, type Place, placeOf } from "./Place.ts"
import { type Cause, type Context, hidingsOf, initial, isHeldBack, shares, unseen, within } from "./Visibility.ts"

/** Removes the hidden parts of a document's body, and its stylesheets. How many elements with text those were, the outermost counted. */
export const removeHidden = (document: Document): number => {
  const cascade = new Cascade()
  for (const style of select(document, "style")) {
    if (mediaApply(style.getAttribute("media") ?? "")) cascade.add(style.textContent ?? "")
    style.remove()
  }
  const total = weightOf(document.body)
  const kept = new Set<string>()
  const survey = new Survey(cascade, kept)
  survey.of(document)
  let found = survey.of(document)
  for (let round = 0; round < rounds; round++) {
    const more = reprieved(found, total)
    if (more.length === 0) break
    for (const cause of more) kept.add(cause)
    found = survey.of(document)
  }
  let count = 0
  for (const finding of found) {
    if (finding.isCounted && weightOfFinding(finding) > 0) count++
    if (finding.texts === undefined) finding.element.remove()
    else for (const node of finding.texts) node.remove()
  }
  for (const element of survey.shown) show(element)
  openNoscript(document)
  return count
}

// --- private --------------------------------------------------------------------------

/** How many panels with titles make an accordion, where nothing in the markup says so. */
const fewestPanels = 3

/** How often the survey is made again with what wasn't taken for hidden after all. */
const rounds = 3

/** Something that isn't seen: an element whole, or some texts below it. */
interface Finding {
  readonly element: Element
  readonly cause: Cause
  readonly texts: Array<ChildNode> | undefined
  readonly isCounted: boolean
}

/** Takes what hides an element off it: later stages go by that. */
const show = (element: Element): void => {
  element.removeAttribute("hidden")
  element.removeAttribute("aria-hidden")
  element.removeAttribute("style")
}

const markup: Cause = { way: "markup", by: undefined }

const keyOf = ({ by, way }: Cause): string => `${way} ${by ?? ""}`

const weightOfFinding = ({ element, texts }: Finding): number =>
  texts === undefined ? weightOf(element) : texts.reduce((sum, text) => sum + weightOf(text), 0)

/**
 * The causes that a script is likely to undo: what is transparent and a large part of the text is faded in, a
 * rule of a stylesheet that hides most of the text holds it back until the page is ready, and one that hides panel
 * after panel, each under its title, is that of an accordion.
 */
const reprieved = (found: ReadonlyArray<Finding>, total: number): ReadonlyArray<string> =>
  Array.from(Map.groupBy(found, ({ cause }) => keyOf(cause)))
    .filter(([, findings]) => {
      const cause = findings[0]?.cause ?? markup
      if (cause.way === "opacity") return weightOfAll(findings) >= total * shares.faded
      if (!isHeldBack(cause)) return false
      const panels = findings.filter(({ element }) => isUnderTitle(element))
      const isAccordion = panels.length >= fewestPanels && panels.length * 2 > findings.length
      return isAccordion || weightOfAll(findings.filter(({ element }) => !isDialog(element))) >= total * shares.held
    })
    .map(([key]) => key)

const weightOfAll = (findings: ReadonlyArray<Finding>): number =>
  findings.reduce((sum, finding) => sum + weightOfFinding(finding), 0)

/** A walk over a document that finds what isn't seen. */
class Survey {
  private readonly values = new Map<Element, Values>()
  private found: Array<Finding> = []
  /** What says that it is hidden, or that parts of it are, and stays all the same. */
  shown: Array<Element> = []
  private controls: Controls = { controlled: new Set(), hidden: new Set() }
  private readonly cascade: Cascade
  private readonly kept: ReadonlySet<string>

  constructor(cascade: Cascade, kept: ReadonlySet<string>) {
    this.cascade = cascade
    this.kept = kept
  }

  of(document: Document): ReadonlyArray<Finding> {
    // What opens something must be shown itself, which the survey before tells.
    const hidden = new Set(this.found.filter(({ texts }) => texts === undefined).map(({ element }) => element))
    this.controls = { controlled: controlledIn(document, hidden), hidden }
    this.found = []
    this.shown = []
    const html = placeOf(document.documentElement, undefined, namesOf([]))
    const body = placeOf(document.body, html, namesWithin(html))
    const ground = [html, body].reduce((context, place) => within(context, this.valuesOf(place)), initial)
    this.walk(body, { ...initial, ground: ground.ground, colour: ground.colour, colourBy: ground.colourBy }, undefined)
    return this.found
  }

  private walk(parent: Place<Element>, context: Context, outer: Finding | undefined): void {
    const cause = this.notKept(unseen(context))
    let own = cause === undefined ? undefined : outer
    if (cause !== undefined && own === undefined) {
      own = { element: parent.element, cause, texts: [], isCounted: true }
      this.found.push(own)
    }
    const around = namesWithin(parent)
    for (const child of childrenOf(parent.element)) {
      if (isText(child)) {
        if (own !== undefined && child.data.trim() !== "") own.texts?.push(child)
      } else if (isElement(child)) this.visit(placeOf(child, parent, around), context, own)
    }
  }

  private visit(place: Place<Element>, context: Context, outer: Finding | undefined): void {
    const { element } = place
    const values = this.valuesOf(place)
    const isLeft = (cause: Cause): boolean => !this.kept.has(keyOf(cause)) && !isOpenable(element, cause, this.controls)
    const causes = [...(isHiddenByMarkup(element) ? [markup] : []), ...hidingsOf(values)]
    const cause = causes.find(isLeft)
    let inner = within(context, values)
    if (inner.visibility !== context.visibility && inner.visibility !== undefined && !isLeft(inner.visibility)) {
      inner = { ...inner, visibility: context.visibility }
    }
    if (cause !== undefined) {
      this.found.push({
        element,
        cause,
        texts: undefined,
        isCounted: outer === undefined && !neverText.has(element.localName),
      })
    } else if (inner.visibility !== undefined && element.localName === "img" && outer?.texts !== undefined) {
      outer.texts.push(element)
    } else {
      if (causes.length > 0 || values.has("visibility") || element.hasAttribute("hidden")) this.shown.push(element)
      this.walk(place, inner, outer)
    }
  }

  private notKept(cause: Cause | undefined): Cause | undefined {
    return cause === undefined || this.kept.has(keyOf(cause)) ? undefined : cause
  }

  private valuesOf(place: Place<Element>): Values {
    const known = this.values.get(place.element)
    if (known !== undefined) return known
    const values = this.cascade.valuesOf(place)
    this.values.set(place.element, values)
    return values
  }
}

/** What a page shows without scripts counts where it shows nothing else; else only images that it holds back. */
const openNoscript = (document: Document): void => {
  const elements = select(document.body, "noscript")
  const isAllThereIs = weightOf(document.body) - elements.reduce((sum, element) => sum + weightOf(element), 0) < 200
  for (const element of elements) {
    if (isAllThereIs) unwrap(element)
    else if (weightOf(element) > 0 || first(element, "img") === null) element.remove()
  }
}
