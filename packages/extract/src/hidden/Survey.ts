/** A walk over a document that finds what isn't seen. */
import { childrenOf, isElement } from "../tree/Dom.ts"
import { boxCauses, clipWithin, covers, flowHeightOf, isPositioned, scaleOf } from "./Box.ts"
import type { Cascade } from "./Cascade.ts"
import { type Cause, type Context, initialContext, unseen, within } from "./Context.ts"
import { isForScreenReaders, neverText } from "./Markup.ts"
import { type Controls, controlledBy, isDialog, isOpenable } from "./Openable.ts"
import { isNode, type Item, type Outline } from "./Outline.ts"
import type { Scripts } from "./Scripts.ts"
import { type Values, valueOf } from "./Values.ts"

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
}

/** Walks over a document; it may be run several times. */
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

  run(): ReadonlyArray<Finding> {
    const { hasUnread, outline } = this.given
    const { body, html } = outline
    const controlled = controlledBy(outline.controls, this.hidden)
    this.hidden = new Set()
    this.controls = { controlled, hidden: this.hidden }
    this.found = []
    this.shown = []
    const start = initialContext(!hasUnread)
    const page = within(start, html.element, html.values)
    const { colour, colourBy, ground } = within(page, body.element, body.values)
    this.walk(body, { ...start, colour, colourBy, ground }, undefined)
    // What opens something must be shown itself, which is known only now.
    const isSettled = controlledBy(outline.controls, this.hidden).size === controlled.size
    return isSettled || this.passes++ > mostPasses ? this.found : this.run()
  }

  private walk(parent: Item, context: Context, outer: Finding | undefined): void {
    const cause = this.notKept(unseen(context))
    let own = cause === undefined ? undefined : outer
    if (cause !== undefined && own === undefined) own = this.find(parent, cause, [], true)
    const placed = parent.children.filter((child): child is Item => !isNode(child) && isOutOfFlow(child.values))
    const cover = isPositioned(parent.values) ? placed.findLast(({ values }) => covers(values)) : undefined
    const inner = placed.some(mayPaint) ? { ...context, ground: undefined } : context
    let index = 0
    let y = 0
    let isOver = false
    for (const child of parent.children) {
      if (isNode(child)) {
        if (child.data.trim() !== "") own?.texts?.push(child)
        continue
      }
      const { clip } = inner
      const moved = clip === undefined || y === 0 ? inner : { ...inner, clip: { ...clip, y: clip.y + y } }
      if (child === cover) isOver = true
      else if (cover !== undefined && isBelow(child.values, cover.values, isOver)) {
        this.find(child, { way: "place", by: undefined }, undefined, own === undefined)
        continue
      }
      this.visit(child, moved, index, own)
      if (clip !== undefined) y += flowHeightOf({ element: child.element, values: child.values, context, index })
      index++
    }
  }

  private visit(item: Item, context: Context, index: number, outer: Finding | undefined): void {
    const { element, values } = item
    const box = { element, values, context, index }
    const causes = boxCauses(box)
    const isMarkup = this.isHiddenByMarkup(item) && this.isLeft(element, markup)
    const cause = isMarkup ? markup : causes.find((one) => this.isLeft(element, one))
    let inner = within(context, element, values)
    const { visibility } = inner
    if (visibility !== undefined && visibility !== context.visibility && !this.isLeft(element, visibility))
      inner = { ...inner, visibility: context.visibility }
    if (cause !== undefined) {
      this.find(item, cause, undefined, outer === undefined && !neverText.has(element.localName))
    } else if (inner.visibility !== undefined && element.localName === "img" && outer?.texts !== undefined) {
      outer.texts.push(element)
    } else {
      if (values.size > 0) {
        const opacity = causes.length > 0 ? context.opacity : inner.opacity
        inner = { ...inner, scale: context.scale * scaleOf(box), clip: clipWithin(box), opacity }
      }
      const mayLookHidden = values.size > 0 && (element.hasAttribute("hidden") || /none|hidden/.test(item.style))
      if (causes.length > 0 || values.has("visibility") || mayLookHidden) this.shown.push(element)
      this.walk(item, inner, outer)
    }
  }

  private find(item: Item, cause: Cause, texts: Array<ChildNode> | undefined, isCounted: boolean): Finding {
    const finding = { item, cause, key: keyOf(cause), texts, isCounted }
    this.found.push(finding)
    if (texts === undefined) this.hidden.add(item.element)
    return finding
  }

  /** A class for screen readers counts where its rule may be in a style sheet that isn't read. */
  private isHiddenByMarkup({ element, isHidden, values }: Item): boolean {
    return isHidden || (this.given.hasUnread && values.size === 0 && isForScreenReaders(element))
  }

  /** Whether neither a click nor a script nor a later class undoes a cause. */
  private isLeft(element: Element, cause: Cause): boolean {
    const { cascade, kept, scripts } = this.given
    if (kept.has(keyOf(cause)) || isOpenable(element, cause, this.controls)) return false
    if (cause.way === "opacity" || cause.way === "visibility") {
      if (scripts.shows(element, cause.way)) return false
      return isDialog(element) || !cascade.isShownLate(element, cause.way, isShowing)
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

const isOutOfFlow = (values: Values): boolean => values.size > 0 && /absolute|fixed/.test(valueOf(values, "position"))

/** Whether a positioned element may be what lies behind the text beside it. */
const mayPaint = ({ element, values }: Item): boolean =>
  media.has(element.localName) ||
  values.has("background-color") ||
  values.has("background-image") ||
  childrenOf(element).some((child) => isElement(child) && media.has(child.localName))

const layerOf = (values: Values): number => Number.parseInt(valueOf(values, "z-index"), 10) || 0
const isShowing = (value: string): boolean => value === "visible" || Number(value) > 0.1

/** Whether a child lies below its sibling that covers the parent; `isLater` if the child comes after it. */
const isBelow = (values: Values, cover: Values, isLater: boolean): boolean => {
  if (layerOf(cover) < 0) return false
  if (!isPositioned(values)) return true
  return layerOf(values) < layerOf(cover) || (layerOf(values) === layerOf(cover) && !isLater)
}
