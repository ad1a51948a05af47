/**
 * Texts for screen readers that stand for something which a visitor sees as a drawing: the line of a fraction, a minus,
 * the unit of a number, stars. Without them "3/8" would read "38". Nobody sees such a text itself, so it may be an
 * injected instruction: only a sign, a word or two beside a number, or a number with few words counts.
 */
import { isBlockName } from "./BlockNames.ts"
import { lineOf } from "./dom/Dom.ts"
import { nearest } from "./dom/Select.ts"
import { isForScreenReaders, isHiddenByMarkup } from "./Markup.ts"
import { neighbourOf } from "./Neighbours.ts"
import type { Finding, Survey } from "./Survey.ts"

/**
 * The findings without texts for screen readers that stand for something, and without texts that are hidden from
 * screen readers only, as copies of texts that turned out to be hidden.
 */
export const withoutStandIns = (survey: Survey, hasUnread: boolean): ReadonlyArray<Finding> => {
  const gone = new Set(survey.hidden)
  const shown = survey.found.filter((finding) => isSkipped(finding) && !isHiddenByMarkup(finding.item, hasUnread, gone))
  for (const { item } of shown) gone.delete(item.element)
  const spoken = withoutSentences(
    survey.found.filter((finding) => isSpoken(finding) && standsForDrawing(finding.item.element, gone)),
  )
  for (const { item } of spoken) pad(item.element)
  const kept = new Set([...shown, ...spoken])
  return kept.size === 0 ? survey.found : survey.found.filter((finding) => !kept.has(finding))
}

// --- private --------------------------------------------------------------------------

/** In characters. */
const maxLength = 40

/** Whether an element is left out only because screen readers skip it. */
const isSkipped = ({ cause, item, texts }: Finding): boolean =>
  texts === undefined && cause.way === "markup" && item.element.getAttribute("aria-hidden") === "true"

/** Whether an element is hidden in a way that only screen readers read it. */
const isSpoken = ({ cause, item, texts }: Finding): boolean => {
  if (texts !== undefined || item.element.hasAttribute("aria-hidden")) return false
  if (item.children.length > 0 || (item.texts[0]?.data.length ?? 0) > 2 * maxLength) return false
  return cause.way === "place" || cause.way === "size" || (cause.way === "markup" && isForScreenReaders(item.element))
}

/**
 * Without words that would be a sentence together: a block, and all cells, have two different words at most, and only
 * some blocks have any.
 */
const withoutSentences = (findings: ReadonlyArray<Finding>): ReadonlyArray<Finding> => {
  const wordy = findings.filter(({ item }) => words.test(lineOf(item.element)))
  const groups = [
    ...Map.groupBy(wordy, ({ item }) => (cellOf(item.element) === undefined ? blockOf(item.element) : cells)).values(),
  ]
  const few = new Set(groups.length > maxBlocks ? [] : groups.filter(haveFewWords).flat())
  const dropped = new Set(wordy.filter((finding) => !few.has(finding)))
  return findings.filter((finding) => !dropped.has(finding))
}

const maxWords = 2
/** Blocks with such words. */
const maxBlocks = 50
const cells = "cells"

const haveFewWords = (findings: ReadonlyArray<Finding>): boolean =>
  new Set(findings.flatMap(({ item }) => lineOf(item.element).toLowerCase().split(" "))).size <= maxWords

const blockOf = (element: Element): Element => {
  let block = element
  while (block.parentElement !== null && !isBlockName(block.localName)) block = block.parentElement
  return block
}

const standsForDrawing = (element: Element, gone: ReadonlySet<Element>): boolean => {
  const text = lineOf(element)
  if (text === "" || text.length > maxLength || hasShownCopy(element, gone)) return false
  const isNothing = (one: Element): boolean => gone.has(one) || isForScreenReaders(one)
  const [before, after] = [
    neighbourOf(element, "previousSibling", isNothing),
    neighbourOf(element, "nextSibling", isNothing),
  ]
  const [isAfterNumber, isBeforeNumber] = [/\p{N}\s*$/u.test(before), /^\s*\p{N}/u.test(after)]
  if (sign.test(text)) return isAfterNumber && (isBeforeNumber || /^[%‰°]$/.test(text))
  if (rating.test(text)) return !isShownBeside(text, before + after)
  if (!words.test(text)) return false
  const isOne = !text.includes(" ")
  if (isAfterNumber && isBeforeNumber) return true
  if (text.length <= maxJoining && /\p{L}$/u.test(before) && /^\p{L}/u.test(after)) return true
  if (isOne && /\p{N}$/u.test(before)) return /^(?:[\s.,;:!?)]|$)/.test(after)
  if (isBeforeNumber && /^\p{N}/u.test(after)) return !/[-−–+~≈<>≤≥]\s*$/u.test(before)
  return cellOf(element) !== undefined
}

/** In characters: a word that joins two others, such as "to". */
const maxJoining = 5

const sign = /^[\p{Sm}\p{Pd}%‰°/:.,]$/u

/** A word or two, as beside a number or in a cell. */
const words = /^(?=.{1,20}$)\p{L}{1,14}(?: \p{L}{1,14})?$/u

/** Two numbers with few words: "4 out of 5 stars". */
const rating = /^(?:\p{L}{1,14}:? )?\d{1,3}(?:[.,]\d{1,2})?(?: ?\/ ?| (?:\p{L}{1,5} ){1,2})\d{1,3}(?: \p{L}{1,14})?$/u

/** Whether a text that only a visitor gets is beside an element. */
const hasShownCopy = ({ nextElementSibling, previousElementSibling }: Element, gone: ReadonlySet<Element>): boolean =>
  [previousElementSibling, nextElementSibling].some(
    (one) => one !== null && one.getAttribute("aria-hidden") === "true" && !gone.has(one) && lineOf(one) !== "",
  )

/** Whether a number of a text is also shown beside it. */
const isShownBeside = (text: string, beside: string): boolean => {
  const shown = new Set(beside.match(/\d+/g))
  return (text.match(/\d+/g) ?? []).some((number) => shown.has(number))
}

/** The cell of a table of which an element has all the text. */
const cellOf = (element: Element): Element | undefined => {
  const cell = nearest(element.parentElement, "td")
  return cell !== null && lineOf(cell) === lineOf(element) ? cell : undefined
}

/** Sets words apart from the numbers beside them. */
const pad = (element: Element): void => {
  const text = lineOf(element)
  element.textContent = words.test(text) ? ` ${text} ` : text
}
