/**
 * The lines of a code block as text. Elements that stand for lines become line breaks; a number that counts the lines,
 * a button and a pop-up aren't part of the code, and lines of a difference get their signs.
 */
import { childrenOf, isElement, isText, lineOf, select } from "@porthole/visibility/dom"
import { patternOf } from "../classes/ClassNames.ts"

/** The text of a code block with its lines. */
export const linesOf = (block: Element): string => {
  const writer = new LineWriter(
    gutterIn(block),
    select(block, signed).some((line) => signOf(line).trim() !== ""),
  )
  writer.collect(block)
  return writer.pieces.join("").replaceAll("\u00a0", " ")
}

/** Whether an element of code stands for a line of its own. */
export const isLine = (element: Element): boolean =>
  /^(?:div|p|li|tr)$/.test(element.localName) ||
  (element.localName !== "pre" && (element.hasAttribute("data-line") || lineClass.test(classOf(element))))

/** Whether an element is beside the lines, or above them: a number, or a button that copies them. */
export const isBeside = (element: Element): boolean => {
  if (controls.test(element.localName) || /^(?:button|tooltip|dialog)$/.test(element.getAttribute("role") ?? ""))
    return true
  if (element.localName === "code") return false
  const classes = classOf(element)
  if (hiddenClass.test(classes)) return true
  if (copyButtonClass.test(classes)) return lineOf(element).length <= 20
  return (element.hasAttribute("data-line-number") || gutter.test(classes)) && !/\p{L}/u.test(lineOf(element))
}

/** The number of texts, if they count lines: one up from the first. */
export const numbersIn = (texts: ReadonlyArray<string>): number =>
  texts.every((text, at) => /^\d{1,6}$/.test(text) && Number(text) === Number(texts[0]) + at) ? texts.length : 0

/** The sign of a line that a difference adds or removes; empty for other elements. */
export const signOf = (element: Element): string => {
  const marker = element.getAttribute("data-code-marker")
  if (marker !== null && /^[-+ ]$/.test(marker)) return marker
  const classes = classOf(element)
  if (!/\bdiff\b|(?:^|\s)blob-code/.test(classes)) return ""
  return addedClass.test(classes) ? "+" : removedClass.test(classes) ? "-" : ""
}

// --- private --------------------------------------------------------------------------

const classOf = (element: Element): string => element.getAttribute("class") ?? ""

const signed = "[data-code-marker], .diff"
const addedClass = patternOf("addedLine")
const removedClass = patternOf("removedLine")

const controls = /^(?:button|clipboard-copy|select|textarea|input)$/
const copyButtonClass = patternOf("copyButton")
/** Parts that the style sheets of documentation hide, and pop-ups. */
const hiddenClass = patternOf("hiddenCode")
const lineClass = patternOf("codeLine")
const gutter = patternOf("lineNumbers")

/**
 * The elements that number the lines of a block: each is the first one in its line, before the code, and they count.
 */
const gutterIn = (block: Element): ReadonlySet<Element> => {
  const found = new Set<Element>()
  for (const lines of Map.groupBy(
    select(block, "div, p, li, tr, span").filter(isLine),
    (line) => line.parentElement,
  ).values()) {
    const leading = lines.map(leadingOf)
    if (lines.length < 2 || leading.some((one) => one === undefined)) continue
    const numbers = leading.filter((one) => one !== undefined)
    if (numbersIn(numbers.map(lineOf)) === 0 || numbers.every(isFollowedBySign)) continue
    for (const number of numbers) found.add(number)
  }
  return found
}

/** The first element of a line, if nothing comes before it and something after it. */
const leadingOf = (line: Element): Element | undefined => {
  const parts = childrenOf(line).filter((child) => isElement(child) || (isText(child) && child.data.trim() !== ""))
  const [start, next] = parts
  return start !== undefined && next !== undefined && isElement(start) ? start : undefined
}

/** Whether a number is part of the code: a separator follows it. */
const isFollowedBySign = (number: Element): boolean => /^\s*[-.,:;)\]}]/.test(number.nextSibling?.textContent ?? "")

/** Collects text; a break is written before the next text, so that adjacent breaks count once. */
class LineWriter {
  readonly pieces: Array<string> = []
  private isEnded = false
  private readonly gutter: ReadonlySet<Element>
  private readonly hasSigns: boolean

  constructor(gutter: ReadonlySet<Element>, hasSigns: boolean) {
    this.gutter = gutter
    this.hasSigns = hasSigns
  }

  collect(parent: Node): void {
    for (const child of childrenOf(parent)) {
      if (isText(child)) this.add(isBetweenLines(child) ? child.data.replace(/[^\n]/g, "") : child.data)
      else if (!isElement(child) || isBeside(child) || this.gutter.has(child)) continue
      else if (child.localName === "br") this.add("\n")
      else if (isLine(child)) this.line(child)
      else this.collect(child)
    }
  }

  private line(line: Element): void {
    if (this.isEnded || !this.isAtStart) this.pieces.push("\n")
    this.isEnded = false
    const from = this.pieces.length
    if (this.hasSigns && !(line.textContent ?? "").startsWith(signOf(line) || " "))
      this.pieces.push(signOf(line) || " ")
    this.collect(line)
    this.isEnded = this.pieces.length === from || !this.isAtStart
  }

  private get isAtStart(): boolean {
    return this.pieces.at(-1)?.endsWith("\n") ?? true
  }

  private add(text: string): void {
    if (text === "") return
    if (this.isEnded && !text.startsWith("\n")) this.pieces.push("\n")
    this.isEnded = false
    this.pieces.push(text)
  }
}

/** White space that only separates the elements of lines in the source. */
const isBetweenLines = (text: Text): boolean => {
  const beside = [text.previousSibling, text.nextSibling].filter((node) => node !== null)
  return text.data.trim() === "" && beside.length > 0 && beside.every((node) => isElement(node) && isLine(node))
}
