/**
 * Reduces main content to a small vocabulary: flat blocks, inline emphasis, absolute links and
 * images, data tables. Everything that is made of content later is made of this.
 *
 * What isn't listed in `Vocabulary.ts` is taken apart and its text stays; what can act or load is
 * dropped. Wrappers vanish: runs of inline content become paragraphs, so that the tree is as deep
 * as its lists and quotes and no deeper.
 */
import { childrenOf, isElement, isText, rename, unwrap } from "../tree/Dom.ts"
import { first } from "../tree/Select.ts"
import { isBreak, isBreakOrBlank, isParted, trimBreaks } from "../normalise/Breaks.ts"
import { restoreHeadings } from "../normalise/Headings.ts"
import { cleanFigure } from "./Figures.ts"
import { cleanImage } from "./Images.ts"
import { cleanInlineCode, writeOut } from "./Inline.ts"
import { cleanLink } from "./LinkTargets.ts"
import { cleanList, gatherItems } from "./Lists.ts"
import { appendNotes, takeNotes } from "./Notes.ts"
import { openSeams } from "./Seams.ts"
import { dropSeparators } from "./Separators.ts"
import { cleanTable } from "./Tables.ts"
import * as Vocabulary from "./Vocabulary.ts"

/** Cleans a copy of the content; `base` is what its links are relative to. */
export const clean = (content: Element, base: string): Element => {
  const root = content.ownerDocument.createElement("div")
  for (const child of childrenOf(content.cloneNode(true))) root.append(child)
  const notes = takeNotes(root)
  for (const part of [root, ...notes.map((note) => note.content)]) {
    restoreHeadings(part)
    openSeams(part)
    writeOut(part)
    cleanChildren(part, base)
    intoParagraphs(part)
    dropEmpty(part)
    dropSeparators(part)
  }
  appendNotes(root, notes)
  return root
}

// --- private --------------------------------------------------------------------------

const cleanChildren = (parent: Element, base: string): void => {
  for (const child of childrenOf(parent)) {
    if (isElement(child)) cleanElement(child, base)
    else if (!isText(child)) child.remove()
  }
  gatherItems(parent)
}

const cleanElement = (element: Element, base: string): void => {
  const name = element.localName
  if (Vocabulary.dropped.has(name)) return element.remove()
  if (name === "pre") return cleanCode(element)
  if (name === "img") return cleanImage(element, base)
  cleanChildren(element, base)
  if (name === "a") return cleanLink(element, base)
  if (name === "table") return cleanTable(element)
  const renamed = Vocabulary.renamed.get(name)
  if (renamed !== undefined) return finish(rename(element, renamed))
  if (Vocabulary.containers.has(name) || (name === "p" && (hasBlocks(element) || isParted(element)))) {
    intoParagraphs(element)
    return unwrap(element)
  }
  if (!Vocabulary.kept.has(name))
    return Vocabulary.hasTask(element) ? keepOnly(element, ["data-task"]) : unwrap(element)
  finish(element)
}

/** Leaves a kept element with what its kind may have. */
const finish = (element: Element): void => {
  const name = element.localName
  if (Vocabulary.inline.has(name) && hasBlocks(element)) return unwrap(element)
  if (name === "ul" || name === "ol") cleanList(element)
  if (name === "figure") cleanFigure(element)
  if (Vocabulary.lines.has(name)) flatten(element)
  else if (Vocabulary.blocks.has(name) && (childrenOf(element).some(isDisplayed) || isParted(element)))
    intoParagraphs(element)
  else if (Vocabulary.blocks.has(name) && name !== "hr") trimBreaks(element)
  keepOnly(element, Vocabulary.attributes.get(name) ?? [])
  if (name === "code") cleanInlineCode(element)
}

/** Leaves code as `CodeBlocks.ts` made it, but for what other stages wrote on it. */
const cleanCode = (pre: Element): void => {
  keepOnly(pre, [])
  for (const child of childrenOf(pre)) if (isElement(child)) keepOnly(child, ["class"])
}

const keepOnly = (element: Element, names: ReadonlyArray<string>): void => {
  for (const name of element.getAttributeNames()) if (!names.includes(name)) element.removeAttribute(name)
}

const hasBlocks = (element: Element): boolean =>
  childrenOf(element).some(
    (child) => isElement(child) && (Vocabulary.blocks.has(child.localName) || isDisplayed(child)),
  )

const isDisplayed = (node: Node): boolean => isElement(node) && Vocabulary.isDisplayed(node)

/** Puts every run of inline content into a paragraph; two line breaks end a run. */
const intoParagraphs = (parent: Element): void => {
  let run: Array<ChildNode> = []
  let isAfterBreak = false
  const close = (): void => {
    const isBlank = run.every(isBreakOrBlank)
    const [first] = run
    if (isBlank) for (const node of run) node.remove()
    else if (first !== undefined) {
      const paragraph = parent.ownerDocument.createElement("p")
      first.before(paragraph)
      for (const node of run) paragraph.append(node)
      trimBreaks(paragraph)
    }
    run = []
    isAfterBreak = false
  }
  for (const child of childrenOf(parent)) {
    if (isElement(child) && Vocabulary.blocks.has(child.localName)) close()
    else if (isDisplayed(child)) {
      close()
      run.push(child)
      close()
    } else {
      run.push(child)
      if (isBreak(child) && isAfterBreak) close()
      if (!isText(child) || child.data.trim() !== "") isAfterBreak = isBreak(child)
    }
  }
  close()
}

/** Makes the content of a heading or the like one line. */
const flatten = (element: Element): void => {
  for (const child of childrenOf(element)) {
    if (isBreak(child)) child.replaceWith(element.ownerDocument.createTextNode(" "))
    else if (isElement(child) && Vocabulary.blocks.has(child.localName)) {
      flatten(child)
      child.before(element.ownerDocument.createTextNode(" "))
      child.after(element.ownerDocument.createTextNode(" "))
      unwrap(child)
    }
  }
}

const dropEmpty = (parent: Element): void => {
  for (const child of childrenOf(parent)) {
    if (!isElement(child) || Vocabulary.solid.has(child.localName)) continue
    dropEmpty(child)
    const isEmpty = (child.textContent ?? "").trim() === "" && first(child, "img, hr") === null
    if (!isEmpty || Vocabulary.cells.has(child.localName)) continue
    if ((child.textContent ?? "") === "" || Vocabulary.blocks.has(child.localName)) child.remove()
    else unwrap(child)
  }
}
