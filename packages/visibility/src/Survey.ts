/** Walks over a document and finds what isn't visible. */
import { childrenOf, isElement, isText } from "./dom/Dom.ts"
import { isBlockName } from "./BlockNames.ts"
import {
  type Box,
  boxCauses,
  clipWithin,
  flowHeightOf,
  isInlineBox,
  isOutOfFlow,
  isPositionedBox,
  scaleOf,
} from "./Box.ts"
import type { Cascade } from "./Cascade.ts"
import { blurred, type Cause, type Context, initialContext, unseen, within } from "./Context.ts"
import { covers, coversByFilter } from "./Cover.ts"
import { isForScreenReaders, isHiddenByMarkup, neverText } from "./Markup.ts"
import { isNoteMark, markBefore, reachedAt } from "./Marks.ts"
import { isOpened } from "./Opened.ts"
import { isOutsideContent } from "./OutsideContent.ts"
import { type Controlled, isOpenable, isOpenableWay } from "./Panels.ts"
import type { Item, Outline } from "./Outline.ts"
import { isUnindexedStackingContext } from "./StackingContext.ts"
import type { Scripts } from "./Scripts.ts"
import type { Selectors } from "./Selectors.ts"
import { cachedBy, matches, type Values, valueOf } from "./Values.ts"

/** Something invisible: a whole element, or some texts below it. */
export interface Finding {
  readonly item: Item
  readonly cause: Cause
  /** The cause's key; the same for everything that a rule, or one class of elements by itself, hides in one way. */
  readonly key: string
  readonly texts: Array<ChildNode> | undefined
  readonly isCounted: boolean
}

/** The facts about a document that a survey needs. */
export interface SurveyOptions {
  readonly outline: Outline
  readonly cascade: Cascade
  readonly selectors: Selectors
  readonly scripts: Scripts
  /** Whether some style sheet of the page is unread. */
  readonly hasUnread: boolean
  /** Keys of causes that don't count, and elements that stay. */
  readonly kept: ReadonlySet<string | Element>
  /** The elements that visible controls open, or their ids. */
  readonly controlled: Controlled
}

/** The result of one pass. */
export class Survey {
  readonly found: Array<Finding> = []
  /** Elements that stay although something would hide them or parts of them. */
  readonly shown: Array<Element> = []
  /** Those of them that are notes behind marks. */
  readonly notes = new Set<Element>()
  /** Elements that are hidden as a whole. */
  readonly hidden = new Set<Element>()
  /** These, and elements whose own text isn't seen: no visitor clicks on them. */
  readonly unseen = new Set<Element>()
  private readonly options: SurveyOptions
  /** Whether the page itself decides about the boxes of pseudo-elements: often something takes them away. */
  private readonly areBoxesKnown: boolean

  constructor(options: SurveyOptions) {
    this.options = options
    this.areBoxesKnown = !options.hasUnread && !options.scripts.mayRestyle
    const { body, html } = options.outline
    const start = initialContext(options.hasUnread)
    const { colour, ground, isFillAbove, isOnGround } = within(within(start, html.values), body.values)
    this.walk(body, { ...start, colour, ground, isFillAbove, isOnGround }, undefined)
  }

  private walk(parent: Item, context: Context, outer: Finding | undefined): void {
    const placed = parent.children.filter(({ values }) => values.size > 0 && isOutOfFlow(values))
    const cover = isPositionedBox(parent.values) ? coverOf(parent, placed, this.areBoxesKnown) : undefined
    const isTextCovered = cover !== undefined && parent.texts.some(hasInk) && isBelow(inFlow, cover.values, false)
    const hasItems = cover !== undefined && isItemBox(parent.values)
    const cause = unseen(context) ?? (isTextCovered && this.isLeft(parent.element, covered) ? covered : undefined)
    const own = cause === undefined ? undefined : (outer ?? this.find(parent, cause, [], true))
    if (own === undefined && parent.children.length === 0) return
    const inner = groundedIn(parent, placed.some(mayPaint), context)
    if (own !== undefined) for (const text of parent.texts) if (hasInk(text)) own.texts?.push(text)
    let index = 0
    let y = 0
    let isOver = cover?.item === "before"
    for (const child of parent.children) {
      isOver ||= child === cover?.item
      const isCovered =
        cover !== undefined && child !== cover.item && isBelow(layerWithin(child, hasItems), cover.values, isOver)
      if (isCovered && this.isLeft(child.element, covered)) {
        this.find(child, covered, undefined, own === undefined)
        continue
      }
      this.visit(child, lowered(inner, y), index, own)
      if (inner.clip !== undefined) y += flowHeightOf({ element: child.element, values: child.values, context, index })
      index++
    }
  }

  private visit(item: Item, context: Context, index: number, outer: Finding | undefined): void {
    const { element, values } = item
    const box = { element, values, context, index }
    const causes = boxCauses(box)
    const isMarkup = this.isHiddenByMarkup(item) && this.isLeft(element, markup, box)
    const cause = isMarkup ? markup : causes.find((one) => this.isLeft(element, one, box))
    const inner = this.inside(box, causes.length > 0)
    if (cause !== undefined) {
      this.find(item, cause, undefined, outer === undefined && !neverText.has(element.localName))
    } else if (element.localName === "input" && unseen(inner) !== undefined) {
      this.find(item, unseen(inner) ?? markup, undefined, outer === undefined)
    } else if (inner.visibility !== undefined && element.localName === "img" && outer?.texts !== undefined) {
      outer.texts.push(element)
    } else {
      const mayLookHidden = values.size > 0 && (element.hasAttribute("hidden") || /none|hidden/.test(item.style))
      if (causes.length > 0 || values.has("visibility") || mayLookHidden) this.shown.push(element)
      this.hideFirstLine(item, inner, box)
      this.walk(item, inner, outer)
    }
  }

  /** A line's style may hide the first line of a block; nobody hides only a part of a line. */
  private hideFirstLine(item: Item, inner: Context, box: Box): void {
    const line = item.pseudo?.get("first-line")
    if (line === undefined || isInlineBox(box) || unseen(inner) !== undefined) return
    const cause = unseen(within(inner, new Map(Array.from(line).filter(([name]) => ofLines.test(name)))))
    if (cause !== undefined) this.find(item, cause, firstLineOf(item.element), true)
  }

  /** The context within a box that stays; its own hiding properties don't count there. */
  private inside(box: Box, isKept: boolean): Context {
    const { context, element, values } = box
    const inner = within(isScaledDrawing(element) ? { ...context, isInDrawing: true } : context, values)
    const { visibility } = inner
    const isNew = visibility !== undefined && visibility !== context.visibility
    const seen = isNew && !this.isLeft(element, visibility, box) ? { ...inner, visibility: context.visibility } : inner
    if (values.size === 0) return seen
    const opacity = isKept ? context.opacity : inner.opacity
    const blur = inner.blur > context.blur && !this.isLeft(element, blurred) ? context.blur : inner.blur
    const scale = context.scale * scaleOf(box)
    const clip = clipWithin(box)
    // Siblings with the same context share those within, too.
    const isSame = opacity === seen.opacity && blur === seen.blur && scale === seen.scale && clip === seen.clip
    return isSame ? seen : { ...seen, opacity, blur, scale, clip }
  }

  private find(item: Item, cause: Cause, texts: Array<ChildNode> | undefined, isCounted: boolean): Finding {
    const finding = { item, cause, key: keyOf(cause, item.element), texts, isCounted }
    this.found.push(finding)
    if (texts === undefined) this.hidden.add(item.element)
    this.unseen.add(item.element)
    return finding
  }

  /** A class for screen readers counts if an unread style sheet may contain its rule. */
  private isHiddenByMarkup(item: Item): boolean {
    return (
      isHiddenByMarkup(item, this.options.hasUnread, this.hidden) ||
      (this.options.hasUnread && !item.values.has("position") && isForScreenReaders(item.element))
    )
  }

  /** Whether neither a click nor a script nor a later class undoes a cause. */
  private isLeft(element: Element, cause: Cause, box?: Box): boolean {
    const { cascade, controlled, kept, scripts, selectors } = this.options
    if (kept.has(keyOf(cause, element)) || kept.has(element)) return false
    if (isOpenable(element, cause, controlled, this.unseen)) return false
    if (scripts.ends(cause.ruleSelectors) && !isOutsideContent(element)) return false
    const mark = isOpenableWay(cause.way) ? markBefore(element, this.unseen) : undefined
    if (box !== undefined && mark !== undefined && isOpened(cascade, element, box, reachedAt(mark))) {
      if (isNoteMark(mark)) this.notes.add(element)
      return false
    }
    if (cause.way === "opacity" || cause.way === "visibility") {
      if (scripts.shows(element, cause.way)) return false
      return isOutsideContent(element) || !selectors.isShownLate(element, cause.way, isShowing)
    }
    const isPopUp = element.localName === "dialog" || element.hasAttribute("popover")
    return !(cause.way === "display" && isPopUp && scripts.shows(element, "markup"))
  }
}

// --- private --------------------------------------------------------------------------

const markup: Cause = { way: "markup", ruleSelectors: undefined }

const keyOf = ({ ruleSelectors, way }: Cause, element: Element): string =>
  `${way} ${ruleSelectors ?? (/^(?:opacity|covered)$/.test(way) ? "" : `class ${element.getAttribute("class") ?? ""}`)}`

/** Properties of a first line (CSS Pseudo-Elements Level 4, section 2.1.2) that may hide its letters. */
const ofLines = /^(?:color|font-|letter-|word-|background-|text-shadow)/

interface Cover {
  /** An element's child, or the pseudo-element before or after its content. */
  readonly item: Item | "before" | "after"
  readonly values: Values
}

const noValues: Values = new Map()

/** The last box that covers a positioned element; of pseudo-elements only if their boxes are known. */
const coverOf = ({ pseudo }: Item, placed: ReadonlyArray<Item>, areBoxesKnown: boolean): Cover | undefined => {
  const beside = (item: "before" | "after"): Cover => ({ item, values: pseudo?.get(item) ?? noValues })
  const boxes = placed.map((item): Cover => ({ item, values: item.values }))
  return [beside("before"), ...boxes, beside("after")].findLast(({ item, values }) =>
    typeof item === "string"
      ? areBoxesKnown && covers(values) && matches(values, "content", /^(?!none$|normal$)./)
      : covers(values) || coversByFilter(values),
  )
}

/** The texts of a block's first line, up to a line break or the next block. */
const firstLineOf = (block: Element): Array<ChildNode> => {
  const texts: Array<ChildNode> = []
  /** Returns whether the line goes on. */
  const collect = (parent: Element): boolean =>
    childrenOf(parent).every((node) => {
      if (isText(node)) texts.push(node)
      if (!isElement(node)) return true
      if (node.localName === "br") return false
      if (!isBlockName(node.localName)) return collect(node)
      if (!texts.some((text) => (text.textContent ?? "").trim() !== "")) collect(node)
      return false
    })
  collect(block)
  return texts
}

const hasInk = ({ data }: Text): boolean => data.trim() !== ""

const covered: Cause = { way: "covered", ruleSelectors: undefined }

const media = /^(?:img|picture|video|canvas|svg|iframe)$/

/** Whether a positioned element may be the background of the text beside it. */
const mayPaint = ({ element, values }: Item): boolean =>
  values.has("background-color") ||
  values.has("background-image") ||
  [element, ...childrenOf(element)].some((one) => isElement(one) && media.test(one.localName))

/** The context within an element whose children may lie over a picture or over each other. */
const groundedIn = (parent: Item, isPainted: boolean, context: Context): Context => {
  const isGrid = parent.values.size > 0 && /grid/.test(valueOf(parent.values, "display"))
  const hasMedia = (): boolean => parent.children.some(({ element }) => media.test(element.localName))
  if (isPainted || (isGrid && hasMedia())) return { ...context, ground: undefined }
  const isMixed = context.isOnGround && ((isGrid && parent.children.length > 1) || hasMedia())
  return isMixed ? { ...context, isOnGround: false } : context
}

/** Whether an element is a drawing whose units aren't pixels. */
const isScaledDrawing = (element: Element): boolean => element.localName === "svg" && element.hasAttribute("viewbox")

const isItemBox = (values: Values): boolean => /flex|grid/.test(valueOf(values, "display"))

const layerOf = (values: Values): number => Number.parseInt(valueOf(values, "z-index"), 10) || 0
const isShowing = (value: string): boolean => value === "visible" || Number(value) > 0.1

/** The layer of what is in the flow: below all others but the negative ones. */
const inFlow = Number.NEGATIVE_INFINITY

/**
 * The highest layer of an element and of everything within it. Stacking contexts have one without a position, and so
 * have items of flex and grid boxes with an index (CSS Flexible Box Layout, section 5.4).
 */
const layerWithin = (item: Item, isItem: boolean): number => {
  const { values } = item
  const hasIndex = isPositionedBox(values) || isItem
  const own = hasIndex && matches(values, "z-index", /\d/) ? layerOf(values) : undefined
  const isAbove = isPositionedBox(values) || isUnindexedStackingContext(values)
  return Math.max(own ?? (isAbove ? 0 : inFlow), layerOfParts(item))
}

const layerOfParts = cachedBy((item: Item): number => {
  const hasItems = isItemBox(item.values)
  return item.children.reduce((highest, child) => Math.max(highest, layerWithin(child, hasItems)), inFlow)
})

/** Whether a layer lies below a cover; `isLater` if it comes after it. */
const isBelow = (layer: number, cover: Values, isLater: boolean): boolean => {
  const above = layer - layerOf(cover)
  return layerOf(cover) >= 0 && (above < 0 || (above === 0 && !isLater))
}

const lowered = (context: Context, by: number): Context => {
  const { clip } = context
  if (clip === undefined || by === 0) return context
  return { ...context, clip: { ...clip, y: { ...clip.y, at: clip.y.at + by } } }
}
