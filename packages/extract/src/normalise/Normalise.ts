/**
 * Brings the many forms of code, tasks, pictures, frames and notes into one form each, before content is chosen. One
 * pass collects the elements; each step rewrites those that are still in the document.
 */
import { HttpUrl } from "@porthole/core"
import { beginningOf, childrenOf, isElement, isText, lineOf, onOneLine, rename, unwrap } from "../tree/Dom.ts"
import { elementsIn } from "../tree/Linkedom.ts"
import { first, nearest, select } from "../tree/Select.ts"
import { type Candidates, candidatesIn, drawnBoxes } from "./Candidates.ts"
import { normaliseCode } from "./Code.ts"
import { isField } from "./Controls.ts"
import { keepFootnotes } from "./Footnotes.ts"
import { dropHeadingLinks } from "./HeadingLinks.ts"

/** Rewrites a document in place. */
export const normalise = (root: Element): void => {
  const candidates = candidatesIn(root)
  openSummaries(candidates)
  dropFieldLabels(candidates)
  keepTasks(candidates)
  fillPictures(candidates)
  normaliseCode(root, candidates)
  dropHeadingLinks(candidates)
  keepAttributions(candidates)
  nameAdmonitions(root)
  keepEmbeds(candidates)
  // Last, because notes move in their final form.
  keepFootnotes(root, candidates)
}

// --- private --------------------------------------------------------------------------

/** Makes mere wrappers of summaries outside of `details`, which browsers show as any other block. */
const openSummaries = (candidates: Candidates): void => {
  for (const summary of candidates("summary"))
    if (summary.parentElement?.localName !== "details") rename(summary, "div")
}

/** Removes the labels of fields for typing or choosing; those of boxes and radio buttons stay. */
const dropFieldLabels = (candidates: Candidates): void => {
  const labels = candidates("label")
  if (labels.length === 0) return
  const ids = new Set(
    candidates("select", "textarea", "input")
      .filter(isField)
      .flatMap(({ id }) => (id === "" ? [] : [id])),
  )
  for (const label of labels) {
    const isAround = select(label, "select, textarea, input").some(isField)
    const isOfField = isAround || ids.has(label.getAttribute("for") ?? "") || isBeforeField(label)
    if (isOfField && isMereLabel(onOneLine(textBesideFields(label)))) label.remove()
  }
}

/** Whether a label only says what to type: a longer one explains something, one with a figure tells it. */
const isMereLabel = (words: string): boolean => /^(?:[^\s\p{Nd}]{1,30}(?: |$)){0,4}$/u.test(words)

const textBesideFields = (node: Node): string => {
  if (isText(node)) return node.data
  if (isElement(node) && /^(?:select|textarea)$/.test(node.localName)) return ""
  return childrenOf(node).map(textBesideFields).join("")
}

/** Whether a field follows a label directly, whatever its `for` says. */
const isBeforeField = ({ nextElementSibling: next }: Element): boolean =>
  next !== null && /^(?:select|textarea|input)$/.test(next.localName) && isField(next)

/** Replaces the boxes of task lists by text. A box for a choice, as in a shop's filters, isn't disabled. */
const keepTasks = (candidates: Candidates): void => {
  for (const box of candidates("input", drawnBoxes)) {
    const item = nearest(box, "li")
    if (item === null) continue
    if (box.localName !== "input") {
      if (lineOf(box) === "") mark(box, isDrawnTicked(box))
      continue
    }
    if (box.getAttribute("type") !== "checkbox") continue
    const isTask = [box, item, item.parentElement].some((one) => /task|todo/i.test(one?.getAttribute("class") ?? ""))
    if (isTask || box.hasAttribute("disabled")) mark(box, box.hasAttribute("checked"))
  }
}

/** Replaces a box. */
const mark = (box: Element, isTicked: boolean): void => {
  const span = box.ownerDocument.createElement("span")
  span.setAttribute("data-task", isTicked ? "done" : "open")
  span.append(isTicked ? "[x]" : "[ ]")
  const next = box.nextSibling
  if (next === null || !isText(next) || !/^\s/.test(next.data)) box.after(" ")
  box.replaceWith(span)
}

/** Whether an element that is drawn as a box is ticked, by its state or its class. */
const isDrawnTicked = (box: Element): boolean =>
  box.getAttribute("aria-checked") === "true" ||
  /(?:^|[\s_-])(?:on|checked|done|completed|true)(?:\s|$)/i.test(box.getAttribute("class") ?? "")

/** Replaces a lazily loaded picture by the one for readers without scripts beside it. */
const fillPictures = (candidates: Candidates): void => {
  for (const noscript of candidates("noscript")) {
    const [image, ...others] = select(noscript, "img")
    const beside = noscript.previousElementSibling
    if (image === undefined || lineOf(noscript) !== "") continue
    if (others.length > 0 || beside?.localName !== "img") {
      unwrap(noscript)
      continue
    }
    if ((image.getAttribute("alt") ?? "") === "") image.setAttribute("alt", beside.getAttribute("alt") ?? "")
    beside.remove()
    noscript.replaceWith(image)
  }
}

/**
 * Makes a paragraph of a quotation's source (HTML standard, section 4.4.4), which would otherwise be removed with the
 * page's footer. In forums it stands before the quotation, and moves into it.
 */
const keepAttributions = (candidates: Candidates): void => {
  for (const quotation of candidates("blockquote")) {
    for (const part of select(quotation, "footer, header, cite")) if (isAlone(part)) rename(part, "p")
    const before = quotation.previousElementSibling
    if (before === null || !attribution.test(before.getAttribute("class") ?? "")) continue
    // An arrow leads to the post that is quoted.
    for (const link of select(before, "a")) if (!/[\p{L}\p{N}]/u.test(lineOf(link))) link.remove()
    if (/^\P{P}.{0,80}:$/u.test(lineOf(before))) quotation.prepend(rename(before, "p"))
  }
}

/** Whether a part isn't within a sentence: a `cite` at the beginning, in a line of its own, names who said it. */
const isAlone = (part: Element): boolean =>
  part.localName !== "cite" ||
  (/^(?:blockquote|div)$/.test(part.parentElement?.localName ?? "") &&
    (part.previousSibling?.textContent ?? "").trim() === "" &&
    endsLine(part.nextSibling))

/** Whether a line ends before a node: before a block, or a word that would otherwise stick to the one before it. */
const endsLine = (node: ChildNode | null): boolean => {
  if (node !== null && isText(node) && /\S/.test(node.data)) return /^[\p{Lu}\p{Ll}\d]/u.test(node.data)
  const next = node !== null && isText(node) ? node.nextSibling : node
  return next === null || (isElement(next) && lineEnds.test(next.localName))
}

const lineEnds = /^(?:br|p|div|footer|[uod]l|pre|table|blockquote)$/

/** The usual class names of the words that say who is quoted. */
const attribution = /(?:^|[\s_-])(?:attribution|quote-?(?:title|author|header|by))(?:$|[\s_-])/i

/** Writes the kind of a box beside the text, if only its class says it: a warning is more than a paragraph. */
const nameAdmonitions = (root: Element): void => {
  for (const box of elementsIn(root, isAdmonition)) {
    const [, kind = ""] = admonitionKind.exec(box.getAttribute("class") ?? "") ?? []
    const start = beginningOf(box, 60).toLowerCase()
    if (start === "" || start.includes(kind.toLowerCase()) || first(box, titles) !== null) continue
    const title = box.ownerDocument.createElement("p")
    const words = box.ownerDocument.createElement("strong")
    words.append(kind.replace(/^./, (letter) => letter.toUpperCase()))
    title.append(words)
    box.prepend(title)
  }
}

const isAdmonition = (element: Element): boolean => {
  if (element.localName !== "div" && element.localName !== "aside") return false
  const classes = element.getAttribute("class") ?? ""
  return admonitionClass.test(classes) && admonitionKind.test(classes)
}

const admonitionClass = /(?:^|[\s_-])(?:admonition|alert|callout|custom-block|notice|markdown-alert|hint)(?:[\s_-]|$)/i
const admonitionKind = /(?:^|[\s_-])(note|tip|important|warning|caution|danger)(?:\s|$)/i
const titles = "[class*=title], [class*=heading], h1, h2, h3, h4, h5, h6"

const isWebAddress = (address: string | null): boolean => {
  const url = URL.parse(address?.trim() || "x:", placeholderBase)
  return url !== null && HttpUrl.isHttp(url)
}

/**
 * Replaces frames and recordings with a title by a link, a `<span data-embed="address">` until `clean` makes an `a` of
 * it, so that it doesn't count as a link when content is chosen. A frame without a title is usually an advertisement or
 * a counter, unless it may fill the screen, like players; an autoplaying film is a backdrop.
 */
const keepEmbeds = (candidates: Candidates): void => {
  for (const element of candidates("iframe", "video", "audio")) {
    const isFrame = element.localName === "iframe"
    const source = [element, ...select(element, "source")]
      .flatMap((one) => [one.getAttribute("src"), one.getAttribute("data-src")])
      .find(isWebAddress)
    const address = URL.parse(source?.trim() ?? "", placeholderBase)
    const label = (element.getAttribute("title") ?? element.getAttribute("aria-label") ?? "")
      .replace(/\s+/g, " ")
      .trim()
    const host = address?.origin === placeholderBase ? "frame" : (address?.host ?? "")
    const name = isFrame
      ? element.hasAttribute("allowfullscreen")
        ? host
        : ""
      : address?.pathname.split("/").at(-1) || host
    const isPixel = ["width", "height"].some((name) => /^[01](?:px)?$/.test(element.getAttribute(name)?.trim() ?? ""))
    const plays =
      element.hasAttribute("controls") || (element.localName === "video" && !element.hasAttribute("autoplay"))
    const title = isPixel || !(isFrame || plays) ? "" : label || name
    if (title === "" || source == null) element.remove()
    else {
      const paragraph = element.ownerDocument.createElement("p")
      const link = element.ownerDocument.createElement("span")
      link.setAttribute("data-embed", source)
      link.append(title.slice(0, 200))
      paragraph.append(link)
      element.replaceWith(paragraph)
    }
  }
}

/** The base doesn't matter here: `clean` resolves relative addresses. */
const placeholderBase = "https://relative.invalid"
