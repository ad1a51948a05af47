/**
 * Takes out what a page carries but doesn't show: hidden text is where injected instructions live.
 * Told without layout, from attributes, inline styles, the page's own stylesheets and the class names that the
 * field uses for text that only screen readers get. The body itself is never hidden: pages do that until a
 * script runs.
 *
 * What is hidden by one and the same rule is judged together: {@link reprieved} says which causes a script is likely
 * to undo for everybody who looks at the page.
 */
import { childrenOf, isElement, isText, select, unwrap, weightOf } from "../Dom.ts"
import { Cascade, type Place, type Values } from "./Cascade.ts"
import { isHiddenByMarkup, neverText } from "./Markup.ts"
import { type Cause, type Context, hidingOf, initial, unseen, within } from "./Visibility.ts"

/** Removes the hidden parts of a document's body, and its stylesheets. How many elements with text those were, the outermost counted. */
export const removeHidden = (document: Document): number => {
  const cascade = new Cascade()
  for (const style of select(document, "style")) {
    cascade.add(style.textContent ?? "")
    style.remove()
  }
  const total = weightOf(document.body)
  const kept = new Set<string>()
  const survey = new Survey(cascade, kept)
  let found = survey.of(document)
  for (let round = 0; round < rounds; round++) {
    const more = reprieved(found, total).filter((cause) => !kept.has(cause))
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
  openNoscript(document)
  return count
}

// --- private --------------------------------------------------------------------------

/** The share of a page's text from which on what is transparent is taken for content that a script fades in. */
const faded = 0.2

/** How often the survey is made again with what wasn't taken for hidden after all. */
const rounds = 3

/** Something that isn't seen: an element whole, or some texts below it. */
interface Finding {
  readonly element: Element
  readonly cause: Cause
  readonly texts: Array<ChildNode> | undefined
  readonly isCounted: boolean
}

const keyOf = ({ by, way }: Cause): string => `${way} ${by ?? ""}`

const weightOfFinding = ({ element, texts }: Finding): number =>
  texts === undefined ? weightOf(element) : texts.reduce((sum, text) => sum + weightOf(text), 0)

/** The causes that hide too much to be meant. */
const reprieved = (found: ReadonlyArray<Finding>, total: number): ReadonlyArray<string> => {
  const weights = new Map<string, number>()
  for (const finding of found) {
    if (finding.cause.way !== "opacity") continue
    const weight = weightOfFinding(finding)
    const key = keyOf(finding.cause)
    weights.set(key, (weights.get(key) ?? 0) + weight)
  }
  return Array.from(weights).flatMap(([key, weight]) => (weight >= total * faded ? [key] : []))
}

/** A walk over a document that finds what isn't seen. */
class Survey {
  private readonly values = new Map<Element, Values>()
  private found: Array<Finding> = []
  private readonly cascade: Cascade
  private readonly kept: ReadonlySet<string>

  constructor(cascade: Cascade, kept: ReadonlySet<string>) {
    this.cascade = cascade
    this.kept = kept
  }

  of(document: Document): ReadonlyArray<Finding> {
    this.found = []
    const html = placeOf(document.documentElement, undefined)
    const body = placeOf(document.body, html)
    const ground = [html, body].reduce((context, place) => within(context, this.valuesOf(place)), initial)
    this.walk(body, { ...initial, ground: ground.ground, colour: ground.colour, colourBy: ground.colourBy }, undefined)
    return this.found
  }

  private walk(parent: Place, context: Context, outer: Finding | undefined): void {
    const cause = this.notKept(unseen(context))
    let own = cause === undefined ? undefined : outer
    if (cause !== undefined && own === undefined) {
      own = { element: parent.element, cause, texts: [], isCounted: true }
      this.found.push(own)
    }
    for (const child of childrenOf(parent.element)) {
      if (isText(child)) {
        if (own !== undefined && child.data.trim() !== "") own.texts?.push(child)
      } else if (isElement(child)) this.visit(placeOf(child, parent), context, own)
    }
  }

  private visit(place: Place, context: Context, outer: Finding | undefined): void {
    const { element } = place
    const values = this.valuesOf(place)
    const byMarkup = isHiddenByMarkup(element)
    const cause: Cause | undefined = byMarkup ? { way: "markup", by: undefined } : this.notKept(hidingOf(values))
    const inner = within(context, values)
    if (cause !== undefined) {
      this.found.push({
        element,
        cause,
        texts: undefined,
        isCounted: outer === undefined && !neverText.has(element.localName),
      })
    } else if (inner.visibility !== undefined && element.localName === "img" && outer?.texts !== undefined) {
      outer.texts.push(element)
    } else this.walk(place, inner, outer)
  }

  private notKept(cause: Cause | undefined): Cause | undefined {
    return cause === undefined || this.kept.has(keyOf(cause)) ? undefined : cause
  }

  private valuesOf(place: Place): Values {
    const known = this.values.get(place.element)
    if (known !== undefined) return known
    const values = this.cascade.valuesOf(place)
    this.values.set(place.element, values)
    return values
  }
}

const placeOf = (element: Element, parent: Place | undefined): Place => ({
  element,
  tag: element.localName,
  id: element.getAttribute("id") ?? "",
  classes: new Set((element.getAttribute("class") ?? "").split(/\s+/).filter((name) => name !== "")),
  parent,
})

/** What a page shows without scripts counts where it shows nothing else; else only images that it holds back. */
const openNoscript = (document: Document): void => {
  const elements = select(document.body, "noscript")
  const isAllThereIs = weightOf(document.body) - elements.reduce((sum, element) => sum + weightOf(element), 0) < 200
  for (const element of elements) {
    if (isAllThereIs) unwrap(element)
    else if (weightOf(element) > 0 || element.querySelector("img") === null) element.remove()
  }
}
