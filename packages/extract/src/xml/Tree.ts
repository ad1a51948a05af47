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
  let attribute = ""
  let value = ""
  let [read, of, entries] = [0, 0, 0]
  /** Open elements that aren't in the tree. */
  let left = 0
  let [isFull, isInDoctype] = [false, false]
  const isEntry = ({ name }: { readonly name: string }): boolean => named.includes(localOf(name))
  const addText = (text: string): void => {
    if (isInDoctype && /\]\s*>/.test(text)) isInDoctype = false
    const children = isFull ? undefined : open.at(-1)?.children
    if (children === undefined) return
    const last = children.length - 1
    const before = children[last]
    if (typeof before === "string") children[last] = before + text
    else children.push(text)
  }
  const leave = (name: string): void => {
    const at = open.findLastIndex((element) => element.name === name)
    if (at !== -1) open.length = at
  }
  const begin = (name: string, isBlank: boolean): void => {
    growing = undefined
    if (isInDoctype) return
    if (left === 0 && isEntry({ name })) {
      // A blank element within an entry isn't the next entry.
      if (isBlank && open.some((element) => element.name === name)) {
        left += 1
        return
      }
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
      onopentagname: (start, end) => {
        blank.lastIndex = end
        begin(source.slice(start, end), blank.test(source))
      },
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
        if (attributes !== undefined && attributes.size < mostAttributes && !attributes.has(attribute)) {
          attributes.set(attribute, value)
        }
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
        if (root === undefined && /^!?doctype/i.test(source.slice(start, start + 8))) {
          isInDoctype = source.slice(start, end).includes("[")
        }
      },
      onopentagend: () => undefined,
      oncomment: () => undefined,
      onprocessinginstruction: () => undefined,
      onend: () => undefined,
    },
  )
  tokenizer.write(source)
  tokenizer.end()
  return { root, read, of, entries }
}

/** A name without its prefix, in lower case. */
export const localOf = (name: string): string => name.slice(name.indexOf(":") + 1).toLowerCase()

/** The elements within an element. */
export const elementsOf = (node: Node): ReadonlyArray<Node> =>
  node.children.filter((child) => typeof child !== "string")

/** The text within an element. */
export const textOf = (node: Node | undefined): string =>
  node === undefined ? "" : node.children.map((child) => (typeof child === "string" ? child : textOf(child))).join("")

// --- private --------------------------------------------------------------------------

interface Growing extends Node {
  readonly attributes: Map<string, string>
  readonly children: Array<Growing | string>
}

/** The end of an empty element without attributes. */
const blank = /\s*\/>/y

const deepest = 100
const mostElements = 100_000
const mostAttributes = 100
