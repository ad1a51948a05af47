/**
 * Inline content as Markdown. White space collapses as in a browser: a space at the start of a line or after another
 * space is dropped. White space at the edges of an element moves out of it, because `* text *` isn't emphasis.
 */
import { childrenOf, isElement, isText } from "../tree/Dom.ts"
import { destination, escape, escapedWithin, link, spanned } from "./CommonMark.ts"
import { mathIn } from "./MathMarkdown.ts"
import { scriptIn } from "./Scripts.ts"

/** A run of inline content that is being written. */
export interface Run {
  readonly pieces: Array<string>
  /** The kind of the last character: white space is only written after text. */
  last: "start" | "space" | "text"
}

export const makeRun = (): Run => ({ pieces: [], last: "start" })

/** The Markdown of a run, without white space at its ends. */
export const textOfRun = ({ pieces }: Run): string => pieces.join("").trim()

/** Writes adjacent texts as one, so that escaping sees the characters on both sides of a seam. */
export const writeText = (run: Run, data: string): void => {
  const collapsed = data.replace(/[ \t\r\n]+/g, " ")
  const text = run.last !== "text" && collapsed.startsWith(" ") ? collapsed.slice(1) : collapsed
  if (text === "") return
  run.pieces.push(run.last === "start" ? escape(text) : escapedWithin(text))
  run.last = text.endsWith(" ") ? "space" : "text"
}

/** Writes an inline element. */
export const writeInline = (run: Run, element: Element): void => {
  const name = element.localName
  if (name === "br") return breakLine(run)
  if (name === "img") return write(run, image(element))
  if (element.hasAttribute("data-math")) return writeMath(run, element)
  if (element.hasAttribute("data-task")) return write(run, element.getAttribute("data-task") === "done" ? "[x]" : "[ ]")
  if (element.hasAttribute("data-ref")) return write(run, `[^${element.getAttribute("data-ref")}]`)
  if (name === "code") return writeCode(run, element)
  const wrap = wrapperOf(element)
  if (wrap === undefined) return writeChildren(run, element)
  const inner: Run = { pieces: [], last: run.last }
  writeChildren(inner, element)
  const content = inner.pieces.join("")
  const text = content.trim()
  if (text === "") {
    if (content !== "") run.pieces.push(content)
  } else {
    const start = content.length - content.trimStart().length
    run.pieces.push(content.slice(0, start), wrap(text), content.slice(start + text.length))
  }
  run.last = inner.last
}

// --- private --------------------------------------------------------------------------

const writeChildren = (run: Run, parent: Element): void => {
  let text = ""
  for (const child of childrenOf(parent)) {
    if (isText(child)) text += child.data
    else if (isElement(child)) {
      if (text !== "") writeText(run, text)
      text = ""
      writeInline(run, child)
    }
  }
  if (text !== "") writeText(run, text)
}

/** How the Markdown of an element's content becomes that of the element; none if the element adds nothing. */
const wrapperOf = (element: Element): ((text: string) => string) | undefined => {
  switch (element.localName) {
    case "em":
      return (text) => `*${text}*`
    case "strong":
      return (text) => `**${text}**`
    case "del":
      return (text) => `~~${text}~~`
    case "sub":
    case "sup": {
      const kind = element.localName
      return (text) => scriptIn(text, element.previousSibling?.textContent?.slice(-1) ?? "", kind)
    }
    case "a": {
      const href = element.getAttribute("href") ?? ""
      return href === "" ? undefined : (text) => link(text, href)
    }
    default:
      return undefined
  }
}

const write = (run: Run, markdown: string): void => {
  if (markdown === "") return
  run.pieces.push(markdown)
  run.last = "text"
}

/** A hard line break; spaces before it are dropped. */
const breakLine = (run: Run): void => {
  const { pieces } = run
  while (pieces.at(-1)?.trim() === "") pieces.pop()
  const last = pieces.pop()
  if (last !== undefined) pieces.push(last.trimEnd(), "  \n")
  run.last = "start"
}

const writeCode = (run: Run, code: Element): void => {
  const content = (code.textContent ?? "").replace(/[ \t\r\n]+/g, " ")
  const text = content.trim()
  if (content.startsWith(" ")) writeText(run, " ")
  if (text !== "") write(run, spanned(text))
  if (content.length > 1 && content.endsWith(" ")) writeText(run, " ")
}

const writeMath = (run: Run, element: Element): void => {
  const tex = (element.textContent ?? "").replace(/[ \t\r\n]+/g, " ").trim()
  const isDisplay = element.getAttribute("data-math") === "display"
  write(run, tex === "" ? "" : mathIn(tex, isDisplay))
  if (isDisplay) run.last = "start"
}

const image = (element: Element): string => {
  const src = element.getAttribute("src") ?? ""
  return src === "" ? "" : `![${escape(element.getAttribute("alt") ?? "")}](${destination(src)})`
}
