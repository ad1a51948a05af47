/**
 * Texts for screen readers that stand for something which a visitor sees as a drawing: the line of a fraction, a minus,
 * the unit of a number, stars. Without them "3/8" would read "38". Nobody sees such a text itself, so it may be an
 * injected instruction: only a sign, a rating, known words, or a word or two of a page count.
 */
import { lineOf } from "./dom/Dom.ts"
import { nearest } from "./dom/Select.ts"
import { isForScreenReaders, isHiddenByMarkup } from "./Markup.ts"
import { besideOf, neighbourOf } from "./Neighbours.ts"
import type { Finding, Survey } from "./Survey.ts"
import { matches } from "./Values.ts"

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
  if (matches(item.values, "display", /none/) || item.element.hasAttribute("hidden")) return false
  if (item.children.length > 0 || (item.texts[0]?.data.length ?? 0) > 2 * maxLength) return false
  return cause.way === "place" || cause.way === "size" || (cause.way === "markup" && isForScreenReaders(item.element))
}

/**
 * Without words that would be a sentence together: unless they are known ones, a page has two different words at most.
 */
const withoutSentences = (findings: ReadonlyArray<Finding>): ReadonlyArray<Finding> => {
  const unknown = new Map(findings.map((finding) => [finding, unknownWordsOf(lineOf(finding.item.element))]))
  const different = new Set([...unknown.values()].flat())
  const isSentence = different.size > maxWords || [...different].some(({ length }) => length > maxWordLength)
  return isSentence ? findings.filter((finding) => unknown.get(finding)?.length === 0) : findings
}

/** Different words of a page, and letters of one: longer ones may be several. */
const maxWords = 2
const maxWordLength = 10

/** The words of a text that may be an instruction; a sign or a rating has none. */
const unknownWordsOf = (text: string): ReadonlyArray<string> =>
  rating.test(text) || inclusion.test(text)
    ? []
    : (text.toLowerCase().match(/\p{L}+/gu) ?? []).filter((word) => !knownWords.has(word))

/** Words that stand for signs and units, or for marks in cells, in several languages. None of them is an order. */
const knownWords: ReadonlySet<string> = new Set(
  (
    "minus plus and to by per of or over times point equals less greater more than about from up half quarter third " +
    "percent degree degrees celsius fahrenheit squared cubed square cubic yes no not none partial dollars euros " +
    "bis und mal von oder durch prozent grad ja nein weniger als et par ou sur moins pour cent degrés oui non " +
    "por menos de más ciento grados sí per meno di più gradi sì meter metre meters metres minutes seconds hours"
  ).split(" "),
)

const standsForDrawing = (element: Element, gone: ReadonlySet<Element>): boolean => {
  const text = lineOf(element)
  if (text === "" || text.length > maxLength || hasShownCopy(element, gone)) return false
  const isNothing = (one: Element): boolean => gone.has(one) || isForScreenReaders(one)
  const [before, after] = [
    neighbourOf(element, "previousSibling", isNothing),
    neighbourOf(element, "nextSibling", isNothing),
  ]
  const [isAfterNumber, isBeforeNumber] = [/\p{N}\s*$/u.test(before), /^\s*\p{N}/u.test(after)]
  if (sign.test(text)) {
    const isBetween = /[^\s([{]$/.test(before) && /^[^\s.,;:!?)\]}]/.test(after)
    return (isAfterNumber && (isBeforeNumber || /^[%‰°]$/.test(text))) || (isBetween && !/[.,]/.test(text))
  }
  if (rating.test(text))
    return isRating(text) && (isDrawnBeside(element) || /\p{L}{4}/u.test(text)) && !isShownBeside(text, before + after)
  if (answer.test(text) && isIconBeside(element)) return true
  if (inclusion.test(text) && (before === "" || after === "")) return true
  const isKnown = unknownWordsOf(text).length === 0
  if (isKnown && amount.test(text)) return isIconBeside(element) && !isShownBeside(text, before + after)
  if (isKnown && phrase.test(text) && isAfterNumber && isBeforeNumber) return true
  if (!words.test(text) || glued.test(text)) return false
  const isOne = !text.includes(" ")
  if (isAfterNumber && isBeforeNumber) return true
  const isJoining = isKnown && text.length <= maxJoining && !answer.test(text)
  if (isJoining && /\S ?$/.test(before) && /^ ?[\p{L}\p{N}\p{Sc}]/u.test(after)) return true
  if (isOne && /\p{N}$/u.test(before)) return /^(?:[\s.,;:!?)]|$)/.test(after)
  if (isBeforeNumber && /^\p{N}/u.test(after)) return !/[-−–+~≈<>≤≥]\s*$|\p{L}$/u.test(before)
  return cellOf(element) !== undefined
}

/** In characters: a word that joins two others, such as "to", and not one that turns a sentence, such as "not". */
const maxJoining = 5

const sign = /^[\p{Sm}\p{Pd}%‰°/:.,]$/u

/** A word or two, as beside a number or in a cell. */
const words = /^(?=.{1,20}$)\p{L}{1,14}(?: \p{L}{1,14})?$/u

/** Several words between two numbers, such as "plus or minus". */
const phrase = /^\p{L}{1,10}(?: \p{L}{1,10}){1,3}$/u

/** A number with its unit, for which a bar stands. */
const amount = /^\d{1,4}(?:[.,]\d{1,3})? ?(?:%|\p{L}{2,10})$/u

/** What an icon beside the name of a feature says. */
const inclusion =
  /^(?:not? |nicht |non )?(?:included|available|supported|enthalten|inklusive|verfügbar|unterstützt|inclus|disponible|incluido|incluso|disponibile|incluído|disponível)[:.]?$/iu

/** A word that an icon of a tick or a cross stands for. */
const answer = /^(?:yes|no|not|none|ja|nein|nicht|oui|non|sí|sì)$/iu

/** Several words without spaces: in a script that has none, or by their capitals. */
const glued =
  /[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Thai}\p{sc=Laoo}\p{sc=Khmr}\p{sc=Mymr}\p{sc=Hang}]{3}|\p{Ll}\p{Lu}/u

/** Two numbers with known words: "4 out of 5 stars". */
const rating =
  /^(?:(?:rat(?:ed|ing)|score):? )?(\d{1,3}(?:[.,]\d{1,2})?)(?: ?\/ ?| (?:out of|of|von|sur|de|su|van|av|из) )(\d{1,3})(?: (?:stars?|points?|sternen?|étoiles?|estrellas?|stelle|estrelas?))?$/iu

/** Whether the first number of a rating is at most the second one, and this at most 100. */
const isRating = (text: string): boolean => {
  const [, first = "", second = ""] = rating.exec(text) ?? []
  return Number(first.replace(",", ".")) <= Number(second) && Number(second) <= 100
}

/**
 * Whether an element beside a text, or the element that has only this text, may be a drawing, such as stars: the tree
 * has no drawings without text.
 */
const isDrawnBeside = ({ nextElementSibling, parentElement, previousElementSibling }: Element): boolean =>
  [previousElementSibling, nextElementSibling].some((one) => one !== null && !/\p{L}{2}/u.test(lineOf(one))) ||
  parentElement?.childNodes.length === 1

/** Whether an element without text that screen readers skip, as an icon, is beside an element. */
const isIconBeside = ({ nextElementSibling, previousElementSibling }: Element): boolean =>
  [previousElementSibling, nextElementSibling].some(
    (one) => one !== null && one.getAttribute("aria-hidden") === "true" && lineOf(one) === "",
  )

/** Whether a text that only a visitor gets is beside an element. */
const hasShownCopy = (element: Element, gone: ReadonlySet<Element>): boolean =>
  (["previousSibling", "nextSibling"] as const).some((next) => {
    const one = besideOf(element, next)
    if (one === null) return false
    return one.getAttribute("aria-hidden") === "true" && !gone.has(one) && lineOf(one) !== ""
  })

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
  element.textContent = words.test(text) || phrase.test(text) ? ` ${text} ` : text
}
