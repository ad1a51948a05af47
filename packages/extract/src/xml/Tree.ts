/**
 * Parses XML into a tree of bounded size and depth, with htmlparser2's tokenizer: its parser's time is quadratic in the
 * depth. Parsing never fails: an open element ends with the document, an end tag without a start is ignored.
 * Only XML's five entities are replaced. A document type is skipped, so its entities are neither expanded nor fetched.
 */
import { Tokenizer } from "htmlparser2"

/** An element. */
export interface Node {
  /** As written, with its prefix. */
  readonly name: string
  readonly attributes: ReadonlyMap<string, string>
  readonly children: ReadonlyArray<Node | string>
}

/** A document. */
export interface Tree {
  readonly root: Node | undefined
  /** Elements in the tree, and in the document. */
  readonly read: number
  readonly of: number
  /** Entries in the document. */
  readonly entries: number
}

/**
 * Parses a document. `entryNames` gives the local names of the entries that a list with this root has: an open entry
 * ends where the next one begins, and entries are counted beyond the limits of the tree.
 */
export const parse = (source: string, entryNames: (root: string) => ReadonlyArray<string>): Tree => {
  const open: Array<Growing> = []
  let root: Growing | undefined
  let named: ReadonlyArray<string> = []
  let growing: Growing | undefined
  let [attribute, value] = ["", ""]
  /** `left` counts open elements that aren't in the tree. */
  let [read, of, entries, left] = [0, 0, 0, 0]
  let [isFull, isInDoctype] = [false, false]
  const isEntry = ({ name }: { readonly name: string }): boolean => named.includes(localOf(name))
  const addText = (text: string): void => {
    if (isInDoctype && /\]\s*>/.test(text)) isInDoctype = false
    if (!isFull) open.at(-1)?.children.push(text)
  }
  const leave = (name: string): void => {
    const at = open.findLastIndex((element) => element.name === name)
    if (at !== -1) open.length = at
  }
  const begin = (name: string): void => {
    growing = undefined
    if (isInDoctype) return
    if (left === 0 && isEntry({ name })) {
      leave(name)
      if (!open.some(isEntry)) entries += 1
    }
    const isOutside = root !== undefined && open.length === 0
    if (!isOutside) of += 1
    isFull ||= read >= mostElements
    if (isFull || isOutside || left > 0 || open.length >= deepest) {
      left += 1
      return
    }
    read += 1
    growing = { name, attributes: new Map(), children: [] }
    if (root === undefined) named = entryNames(localOf(name))
    root ??= growing
    open.at(-1)?.children.push(growing)
    open.push(growing)
  }
  const tokenizer = new Tokenizer(
    { xmlMode: true, decodeEntities: true },
    {
      ontext: (start, end) => addText(source.slice(start, end)),
      ontextentity: (code) => addText(String.fromCodePoint(code)),
      oncdata: (start, end, offset) => addText(source.slice(start, end - offset)),
      onopentagname: (start, end) => begin(source.slice(start, end)),
      onattribname: (start, end) => {
        attribute = source.slice(start, end)
        value = ""
      },
      onattribdata: (start, end) => {
        value += source.slice(start, end)
      },
      onattribentity: (code) => {
        value += String.fromCodePoint(code)
      },
      onattribend: () => {
        const attributes = growing?.attributes
        if (attributes === undefined || attributes.size >= mostAttributes) return
        if (!attributes.has(attribute)) attributes.set(attribute, value)
      },
      onselfclosingtag: () => {
        if (left > 0) left -= 1
        else if (!isInDoctype) open.pop()
      },
      onclosetag: (start, end) => {
        if (left > 0) left -= 1
        else leave(source.slice(start, end))
      },
      ondeclaration: (start, end) => {
        const declaration = root === undefined ? source.slice(start, end) : ""
        if (/^!?doctype/i.test(declaration)) isInDoctype = declaration.includes("[")
      },
      onopentagend: nothing,
      oncomment: nothing,
      onprocessinginstruction: nothing,
      onend: nothing,
    },
  )
  tokenizer.write(source)
  tokenizer.end()
  return { root, read, of, entries }
}

/** A name without its prefix, in lower case. */
export const localOf = (name: string): string => name.slice(name.indexOf(":") + 1).toLowerCase()

/** The elements within an element. */
export const elementsOf = (node: Node | undefined): ReadonlyArray<Node> =>
  node?.children.filter((child) => typeof child !== "string") ?? []

/** The text within an element. */
export const textOf = (node: Node | undefined): string =>
  node?.children.map((child) => (typeof child === "string" ? child : textOf(child))).join("") ?? ""

// --- private --------------------------------------------------------------------------

interface Growing extends Node {
  readonly attributes: Map<string, string>
  readonly children: Array<Growing | string>
}

const nothing = (): void => undefined
const deepest = 100
const mostElements = 100_000
const mostAttributes = 100
