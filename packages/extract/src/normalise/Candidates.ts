/** The elements that the steps of `Normalise.ts` look for, collected in one walk over the document. */
import { isElement } from "../tree/Dom.ts"

/** The collected elements of one document. */
export interface Candidates {
  readonly root: Element
  /**
   * Elements with these names that are still in the document, by name and then in document order; links to places only.
   */
  readonly of: (...names: ReadonlyArray<string>) => ReadonlyArray<Element>
  /** Whether an element with one of these names was in the document. */
  readonly has: (...names: ReadonlyArray<string>) => boolean
}

/** Collects the candidates of a document. */
export const candidatesIn = (root: Element): Candidates => {
  const byName = new Map<string, Array<Element>>()
  const add = (name: string, element: Element): void => {
    const known = byName.get(name)
    if (known === undefined) byName.set(name, [element])
    else known.push(element)
  }
  const collect = (parent: Element): void => {
    for (let child = parent.firstChild; child !== null; child = child.nextSibling) {
      if (!isElement(child)) continue
      const name = child.localName
      if (name === "a" ? child.getAttribute("href")?.includes("#") === true : wanted.has(name)) add(name, child)
      if (child.getAttribute("role") === "checkbox") add(checkbox, child)
      if (name === "div" && editor.test(child.getAttribute("class") ?? "")) add(editorLines, child)
      collect(child)
    }
  }
  collect(root)
  return {
    root,
    of: (...names) => names.flatMap((name) => byName.get(name) ?? []).filter((element) => root.contains(element)),
    has: (...names) => names.some((name) => byName.has(name)),
  }
}

/** The names of elements that have the role of a checkbox, and of those that hold the lines of an editor. */
export const checkbox = "[role=checkbox]"
export const editorLines = ".lines"

// --- private --------------------------------------------------------------------------

const wanted: ReadonlySet<string> = new Set(
  "audio blockquote code h1 h2 h3 h4 h5 h6 iframe input label noscript pre select table textarea video".split(" "),
)
const editor = /(?:^|\s)(?:CodeMirror-code|cm-content|view-lines)(?:\s|$)/
