/** A walk over a document that finds what isn't seen. */
import { childrenOf, isElement } from "../tree/Dom.ts"
import { boxCauses, coversParent, layerOf, scaleOf } from "./Box.ts"
import type { Cascade } from "./Cascade.ts"
import { type Cause, type Context, initialContext, unseen, within } from "./Context.ts"
import { isForScreenReaders, isHiddenByMarkup, neverText } from "./Markup.ts"
import { type Controls, controlledBy, isDialog, isOpenable } from "./Openable.ts"
import { isNode, type Item, type Outline } from "./Outline.ts"
import { clipWithin, flowHeightOf } from "./Position.ts"
import type { Scripts } from "./Scripts.ts"
import type { Values } from "./Values.ts"

/** Something that isn't seen: an element whole, or some texts below it. */
export interface Finding {
  readonly item: Item
  readonly cause: Cause
  /** Names the cause; the same for all that a rule hides in one way. */
  readonly key: string
  readonly texts: Array<ChildNode> | undefined
  readonly isCounted: boolean
}

/** What a survey needs to know about a document. */
export interface SurveyOptions {
  readonly outline: Outline
  readonly cascade: Cascade
  readonly scripts: Scripts
  /** Keys of causes that don't count. */
  readonly kept: ReadonlySet<string>
  /** Whether a style sheet of the page isn't read. */
  readonly hasUnread: boolean
  readonly scopeOf: (element: Element) => string
}

/** Walks over a document, as often as is asked. */
export class Survey {
  private readonly given: SurveyOptions
  private found: Array<Finding> = []
  /** Elements with something that would hide them or parts of them, but that stay. */
  shown: Array<Element> = []
  /** Elements that are hidden whole. */
  private hidden = new Set<Element>()
  private controls: Controls = { controlled: new Set(), hidden: this.hidden }
  private passes = 0

  constructor(given: SurveyOptions) {
    this.given = given
  }

  of(document: Document): ReadonlyArray<Finding> {
    const { cascade, hasUnread, outline } = this.given
    const controlled = controlledBy(outline.controls, this.hidden)
    this.hidden = new Set()
    this.controls = { controlled, hidden: this.hidden }
    this.found = []
    this.shown = []
    const start = initialContext(!hasUnread)
    const html = within(start, document.documentElement, cascade.valuesOf(document.documentElement, ""))
    const { colour, colourBy, ground, isDark } = within(html, document.body, this.valuesOf(outline.body))
    this.walk(outline.body, { ...start, colour, colourBy, ground, isDark }, undefined)
    // What opens something must be shown itself, which is known only now.
    const isSettled = controlledBy(outline.controls, this.hidden).size === controlled.size
    if (isSettled || this.passes++ > mostPasses) return this.found
    return this.of(document)
  }

  private walk(parent: Item, context: Context, outer: Finding | undefined): void {
    const cause = this.notKept(unseen(context))
    let own = cause === undefined ? undefined : outer
    if (cause !== undefined && own === undefined) own = this.find(parent, cause, [], true)
    const layers = layersOf(parent, context, this)
    let index = 0
    let y = 0
    for (const child of parent.children) {
      if (isNode(child)) {
        if (own === undefined && layers?.isTextCovered !== true) continue
        if (child.data.trim() === "") continue
        own ??= this.find(parent, covered, [], true)
        own.texts?.push(child)
        continue
      }
      let inner = context
      if (context.clip !== undefined && y !== 0) inner = { ...inner, clip: { ...context.clip, y: context.clip.y + y } }
      if (layers !== undefined) inner = { ...inner, ground: layers.ground }
      if (layers?.isCovered(child) === true) this.find(child, covered, undefined, own === undefined)
      else this.visit(child, inner, index, own)
      if (context.clip !== undefined)
        y += flowHeightOf({ element: child.element, values: this.valuesOf(child), context, index })
      index++
    }
  }

  private visit(item: Item, context: Context, index: number, outer: Finding | undefined): void {
    const { element } = item
    const values = this.valuesOf(item)
    const box = { element, values, context, index }
    const causes = boxCauses(box)
    const cause =
      this.isHiddenByMarkup(element, values) && this.isLeft(element, markup)
        ? markup
        : causes.find((one) => this.isLeft(element, one))
    let inner = within(context, element, values)
    if (
      inner.visibility !== context.visibility &&
      inner.visibility !== undefined &&
      !this.isLeft(element, inner.visibility)
    )
      inner = { ...inner, visibility: context.visibility }
    if (cause !== undefined) {
      this.find(item, cause, undefined, outer === undefined && !neverText.has(element.localName))
    } else if (inner.visibility !== undefined && element.localName === "img" && outer?.texts !== undefined) {
      outer.texts.push(element)
    } else {
      if (values.size > 0) {
        if (causes.length > 0 || values.has("visibility")) this.shown.push(element)
        const opacity = causes.length > 0 ? context.opacity : inner.opacity
        inner = { ...inner, scale: context.scale * scaleOf(box), clip: clipWithin(box), opacity }
      }
      if (element.hasAttribute("hidden") || /none|hidden/.test(element.getAttribute("style") ?? ""))
        this.shown.push(element)
      this.walk(item, inner, outer)
    }
  }

  valuesOf(item: Item): Values {
    item.values ??= this.given.cascade.valuesOf(item.element, this.given.scopeOf(item.element))
    return item.values
  }

  coverOf(element: Element): Values {
    return this.given.cascade.coverOf(element)
  }

  private find(item: Item, cause: Cause, texts: Array<ChildNode> | undefined, isCounted: boolean): Finding {
    const finding = { item, cause, key: keyOf(cause), texts, isCounted }
    this.found.push(finding)
    if (texts === undefined) this.hidden.add(item.element)
    return finding
  }

  /** A class for screen readers counts where its rule may be in a style sheet that isn't read. */
  private isHiddenByMarkup(element: Element, values: Values): boolean {
    return isHiddenByMarkup(element) || (this.given.hasUnread && values.size === 0 && isForScreenReaders(element))
  }

  private isLeft(element: Element, cause: Cause): boolean {
    const { cascade, kept, scripts } = this.given
    if (kept.has(keyOf(cause)) || isOpenable(element, cause, this.controls)) return false
    if (cause.way === "opacity" || cause.way === "visibility") {
      const shows =
        cause.way === "opacity" ? (value: string) => Number(value) > 0.1 : (value: string) => value === "visible"
      if (scripts.shows(element, cause.way)) return false
      return isDialog(element) || !cascade.isShownLate(element, cause.way, shows)
    }
    const isPopUp = element.localName === "dialog" || element.hasAttribute("popover")
    return !(cause.way === "display" && isPopUp && scripts.shows(element, "markup"))
  }

  private notKept(cause: Cause | undefined): Cause | undefined {
    return cause === undefined || this.given.kept.has(keyOf(cause)) ? undefined : cause
  }
}

// --- private --------------------------------------------------------------------------

const mostPasses = 4

const markup: Cause = { way: "markup", by: undefined }

const keyOf = ({ by, way }: Cause): string => `${way} ${by ?? ""}`

const media: ReadonlySet<string> = new Set(["img", "picture", "video", "canvas", "svg", "iframe"])

const covered: Cause = { way: "place", by: undefined }

/** The boxes that lie over or under the content of a parent, if there are any. */
const layersOf = (parent: Item, context: Context, survey: Survey): Layers | undefined => {
  const after = survey.coverOf(parent.element)
  const placed = parent.children.filter((child): child is Item => !isNode(child) && isPlaced(survey.valuesOf(child)))
  return placed.length === 0 && after.size === 0 ? undefined : new Layers(parent, placed, after, context, survey)
}

const isPlaced = (values: Values): boolean =>
  values.size > 0 && /absolute|fixed/.test(values.get("position")?.value ?? "")

class Layers {
  /** The colour behind the content; unknown where a picture may lie behind it. */
  readonly ground: Context["ground"]
  readonly isTextCovered: boolean
  private readonly cover: Item | undefined
  private readonly layer: number = Number.NEGATIVE_INFINITY
  private readonly parent: Item
  private readonly survey: Survey

  constructor(parent: Item, placed: ReadonlyArray<Item>, after: Values, context: Context, survey: Survey) {
    this.parent = parent
    this.survey = survey
    this.ground = placed.some((child) => mayPaint(child, survey.valuesOf(child))) ? undefined : context.ground
    if (layerOf(survey.valuesOf(parent)) !== undefined) {
      if (coversParent(after, context.isDark)) this.layer = layerOf(after) ?? 0
      else {
        this.cover = placed.findLast((child) => coversParent(survey.valuesOf(child), context.isDark))
        if (this.cover !== undefined) this.layer = layerOf(survey.valuesOf(this.cover)) ?? 0
      }
    }
    this.isTextCovered = this.layer >= 0
  }

  isCovered(child: Item): boolean {
    if (!this.isTextCovered || child === this.cover) return false
    const own = layerOf(this.survey.valuesOf(child))
    if (own === undefined || own < this.layer) return true
    const { children } = this.parent
    return own === this.layer && (this.cover === undefined || children.indexOf(child) < children.indexOf(this.cover))
  }
}

const mayPaint = ({ element }: Item, values: Values): boolean =>
  media.has(element.localName) ||
  values.has("background-color") ||
  values.has("background-image") ||
  childrenOf(element).some((child) => isElement(child) && media.has(child.localName))
