/**
 * Parses XML into a tree of bounded size and depth. Parsing never fails: an open element ends with the document, an end
 * tag without a start is ignored. Only XML's five entities are replaced. A document type is skipped, so its entities
 * are neither expanded nor fetched.
 */
import { Parser } from "htmlparser2"

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
  /** `left` counts open elements that aren't in the tree. */
  let [read, of, entries, left, depth] = [0, 0, 0, 0, 0]
  let [isFull, isInDoctype] = [false, false]
  const isEntry = ({ name }: { readonly name: string }): boolean => named.includes(localOf(name))
  const leave = (name: string): void => {
    const at = open.findLastIndex((element) => element.name === name)
    if (at !== -1) open.length = at
  }
  const begin = (name: string, attributes: Readonly<Record<string, string>>): void => {
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
    const element = { name, attributes: new Map(Object.entries(attributes).slice(0, mostAttributes)), children: [] }
    if (root === undefined) named = entryNames(localOf(name))
    root ??= element
    open.at(-1)?.children.push(element)
    open.push(element)
  }
  const parser = new Parser(
    {
      onopentag: (name, attributes) => {
        depth += 1
        if (!isInDoctype) begin(name, attributes)
        // The parser's time is quadratic in the depth.
        if (depth > mostOpen) parser.pause()
      },
      onclosetag: (name) => {
        depth -= 1
        if (left > 0) left -= 1
        else leave(name)
      },
      ontext: (text) => {
        if (isInDoctype && /\]\s*>/.test(text)) isInDoctype = false
        if (!isFull) open.at(-1)?.children.push(text)
      },
      onprocessinginstruction: (name, data) => {
        if (root === undefined && /^!doctype$/i.test(name)) isInDoctype = data.includes("[")
      },
    },
    { xmlMode: true },
  )
  parser.end(source)
  return depth > mostOpen ? { root, read, of: of + 1, entries: entries + 1 } : { root, read, of, entries }
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
  readonly children: Array<Growing | string>
}

const deepest = 100
/** Open elements, with those that aren't in the tree; parsing ends at a deeper one. */
const mostOpen = 256
const mostElements = 100_000
const mostAttributes = 100
