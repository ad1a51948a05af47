/** Elements and attributes that hide or colour without a style sheet. The browser's own sheet is in `css.json`. */
import { beginningOf, childrenOf, hasMoreChildren, isElement, lineOf } from "./dom/Dom.ts"
import tables from "./css.json" with { type: "json" }
import { memoized } from "./dom/Memo.ts"
import { first } from "./dom/Select.ts"
import { besideOf, neighbourOf } from "./Neighbours.ts"
import type { Item } from "./Outline.ts"
import { isOutsideContent } from "./OutsideContent.ts"

/** Elements whose content is never shown and isn't the page's text. */
export const neverText: ReadonlySet<string> = new Set(
  "script style template noscript datalist canvas object embed".split(" "),
)

/** Whether an element is invisible whatever its style, or repeats what is visible. */
export const isHiddenByMarkup = (
  { element, names }: Pick<Item, "element" | "names">,
  hasUnread: boolean,
  hidden: ReadonlySet<Element>,
): boolean =>
  (names.some(isScreenReaderName) && isForScreenReaders(element) && isSpokenCopy(element)) ||
  (neverText.has(element.localName) && element.localName !== "noscript") ||
  (names.includes("[aria-hidden") &&
    isEqual(element, "aria-hidden", "true") &&
    isUnneeded(element, hasUnread, hidden)) ||
  (element.localName === "svg" &&
    ["width", "height"].some((name) => /^\s*0(?:px)?\s*$/.test(element.getAttribute(name) ?? ""))) ||
  (element.localName === "input" && isEqual(element, "type", "hidden"))

/** Whether classes are common ones for text that only screen readers get, on each screen. */
export const isScreenReaderClass = memoized(
  2_000,
  (classes) => screenReaderOnly.test(classes) && !/\b(?:sm|md|lg|2?xl):not-sr-only\b/.test(classes),
)

/** Whether an element has such a class. */
export const isForScreenReaders = (element: Element): boolean =>
  isScreenReaderClass(element.getAttribute("class") ?? "")

/** Whether an element is part of a drawing: only these have the properties of SVG's letters. */
export const isDrawing = (name: string | undefined): boolean => drawingNames.has(name ?? "")

/**
 * The declarations of an element's attributes for presentation. The number sign of a colour and the unit of a size may
 * be missing.
 */
export const hintsOf = ({ element, names }: Pick<Item, "element" | "names">): string => {
  if (!names.some((name) => hintNames.has(name))) return ""
  return tables.hints
    .filter(
      ({ attribute, tag }) =>
        names.includes(`[${attribute}`) && (tag === "*" || tag.split(" ").includes(names[0] ?? "")),
    )
    .map(({ attribute, property }) => {
      const value = element.getAttribute(attribute)?.replaceAll(/[;{}]/g, "").trim() ?? ""
      const unit = property === "font-size" && /^[\d.]+$/.test(value) ? "px" : ""
      return `${property}:${value.replace(/^[\da-f]{6}$/i, "#$&")}${unit}`
    })
    .join(";")
}

// --- private --------------------------------------------------------------------------

/** The names of attributes for presentation, as in {@link Item}: few elements have one. */
const hintNames: ReadonlySet<string> = new Set(tables.hints.map(({ attribute }) => `[${attribute}`))

const drawingNames: ReadonlySet<string> = new Set("svg g text tspan textpath".split(" "))

const isEqual = (element: Element, attribute: string, value: string): boolean =>
  element.getAttribute(attribute)?.toLowerCase() === value

/**
 * Whether an element that screen readers skip is an icon, a copy of a text beside it, a page under another one, or a
 * part that is closed until a click, by its role or, if a style sheet is unread, by its names. Other ones are as
 * visible as any element.
 */
const isUnneeded = (element: Element, hasUnread: boolean, hidden: ReadonlySet<Element>): boolean => {
  if (isMath(element) || isVisualDuplicate(element)) return false
  const text = beginningOf(element, maxCopyLength)
  if (isOperator(element, text, hidden)) return false
  const names = `${element.getAttribute("class") ?? ""} ${element.id}`
  return (
    !/\p{L}{2}|\p{N}/u.test(text) ||
    (!text.includes(" ") && iconName.test(names)) ||
    (hasUnread && (isOutsideContent(element) || closedName.test(names))) ||
    isBehind(element) ||
    isCopy(element, text, hidden)
  )
}

/** Whether an element is a page that was scrolled and stopped under another one, which has the heading. */
const isBehind = (element: Element): boolean =>
  stopped.test(element.getAttribute("style") ?? "") && first(element, "h1") === null

const stopped = /(?:^|[;\s])top:\s*-\d/

const iconName = /(?:^|[\s_-])(?:icons?|glyph|fa|material-symbols)(?:[\s_-]|$)/i
/** Names of parts that a page opens over its content, or closes. */
const closedName =
  /(?:^|[\s_-])(?:modal|dialog|popup|popover|dropdown|menu|submenu|offcanvas|drawer|tooltip|lightbox|flyout|toast|snackbar|backdrop|collapsed?|closed|hidden|invisible|sidebar|mobile|nav|cookie|consent)(?:[\s_-]|$)/i

/** Whether a visible element beside it has the same text; of slides that are repeated the first one counts. */
const isCopy = (element: Element, text: string, hidden: ReadonlySet<Element>): boolean => {
  const key = lettersOf(text)
  const { parentElement } = element
  if (parentElement === null || hasMoreChildren(parentElement, maxSiblings)) return false
  let isBefore = true
  return childrenOf(parentElement).some((one) => {
    if (one === element) isBefore = false
    if (one === element || (isElement(one) && hidden.has(one))) return false
    const isHeard = !isElement(one) || !isEqual(one, "aria-hidden", "true")
    const beside = isElement(one) ? beginningOf(one, maxCopyLength) : (one.textContent ?? "").slice(0, maxCopyLength)
    return (isHeard || isBefore) && (lettersOf(beside) === key || (isHeard && figuresOf(beside) === key))
  })
}

const maxSiblings = 50
/** In characters: texts with the same beginning are copies. */
const maxCopyLength = 500

/** Whether a text for screen readers says the sign or the figures that elements beside it show, which these skip. */
const isSpokenCopy = (element: Element): boolean => {
  const said = figuresOf(lineOf(element))
  if (said === "")
    return isShownSign(besideOf(element, "previousSibling")) || isShownSign(besideOf(element, "nextSibling"))
  return (
    said !== undefined &&
    (["previousElementSibling", "nextElementSibling"] as const).some((next) => {
      let shown = ""
      for (let at = element[next]; at !== null && isEqual(at, "aria-hidden", "true"); at = at[next]) {
        const figures = figuresOf(lineOf(at)) ?? ""
        shown = next === "nextElementSibling" ? shown + figures : figures + shown
        if (shown.length > said.length) return false
      }
      return shown === said
    })
  )
}

const isShownSign = (element: Element | null): boolean =>
  element !== null && isEqual(element, "aria-hidden", "true") && shownSign.test(lineOf(element))

/** Whether a text is the sign or the unit of a number beside it, or joins two words: a minus, the dash of a range. */
const isOperator = (element: Element, text: string, hidden: ReadonlySet<Element>): boolean => {
  if (!operator.test(text) || arrow.test(text)) return false
  const [before = "", after = ""] = (["previousSibling", "nextSibling"] as const).map((next) =>
    neighbourOf(element, next, (one) => hidden.has(one) || isForScreenReaders(one)),
  )
  if (/\p{N}$/u.test(before)) return true
  return /\p{L}/u.test(text) ? false : /^\s*\p{N}/u.test(after) || (/\p{L}$/u.test(before) && /^\p{L}/u.test(after))
}

const operator = /^[\p{L}\p{Sm}\p{Pd}\p{Sc}%‰°′″/:.,]{1,3}$/u
const shownSign = /^[\p{Sm}\p{Pd}/%°]$/u
const arrow = /[\u2190-\u21ff]/

const lettersOf = (text: string): string => text.replace(/[^\p{L}\p{N}]/gu, "")

/** The figures of a short text: screen readers say "price" before an amount. */
const figuresOf = (text: string): string | undefined =>
  text.length > maxAmountLength ? undefined : text.replace(/\D/g, "")

/** In characters. */
const maxAmountLength = 40

/** Formula renderers hide the picture from screen readers and the source from view. */
const isMath = (element: Element): boolean => /\b(?:katex|mathjax|mwe-math)/i.test(element.getAttribute("class") ?? "")

/** Whether an adjacent element has the same text for screen readers: then a browser shows this one. */
const isVisualDuplicate = (element: Element): boolean =>
  [element.previousElementSibling, element.nextElementSibling].some((beside) => {
    if (beside === null || !isForScreenReaders(beside)) return false
    const text = lineOf(element)
    return text !== "" && lineOf(beside).includes(text)
  })

/** Whether a name, as in {@link Item}, is such a class; another class of the element may show it on large screens. */
const isScreenReaderName = (name: string): boolean => name.charCodeAt(0) === dot && isScreenReaderClass(name.slice(1))
const dot = 0x2e

const screenReaderOnly =
  /(?:^|\s|(?<!not)[_-])(?:sr-only|visually-?hidden|screen-?reader-?(?:text|only)|show-for-sr|assistive-text|a-offscreen)(?=\s|$|__)/i
