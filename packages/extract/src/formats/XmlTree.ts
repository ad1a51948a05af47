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
  /** The number of entries in the document, including those beyond the limits of the tree. */
  readonly entries: number
}

/**
 * Parses a document. `entryNames` returns the local names of a root's entries: an open entry ends where the next one
 * begins.
 */
export const parse = (source: string, entryNames: (root: string) => ReadonlyArray<string>): Tree => {
  const open: Array<MutableNode> = []
  let root: MutableNode | undefined
  let currentEntryNames: ReadonlyArray<string> = []
  let [depth, elements, entries] = [0, 0, 0]
  let isInDoctype = false
  const isEntry = ({ name }: { readonly name: string }): boolean => currentEntryNames.includes(localOf(name))
  const close = (name: string): void => {
    const at = open.findLastIndex((element) => element.name === name)
    if (at !== -1) open.length = at
  }
  const begin = (name: string, attributes: Readonly<Record<string, string>>): void => {
    if (root === undefined) currentEntryNames = entryNames(localOf(name))
    if (isEntry({ name })) close(name)
    if (isEntry({ name }) && !open.some(isEntry)) entries += 1
    const element = { name, attributes: new Map(Object.entries(attributes).slice(0, maxAttributes)), children: [] }
    root ??= element
    open.at(-1)?.children.push(element)
    open.push(element)
  }
  const parser = new Parser(
    {
      onopentag: (name, attributes) => {
        if (isInDoctype) return
        depth += 1
        elements += 1
        const isOutside = root !== undefined && open.length === 0
        // The parser's time is quadratic in the depth.
        if (depth > maxDepth || elements > maxElements || isOutside) parser.pause()
        else begin(name, attributes)
      },
      onclosetag: (name) => {
        depth -= 1
        close(name)
      },
      ontext: (text) => {
        if (isInDoctype && /\]\s*>/.test(text)) isInDoctype = false
        open.at(-1)?.children.push(text)
      },
      onprocessinginstruction: (name, data) => {
        if (root === undefined && /^!doctype$/i.test(name)) isInDoctype = data.includes("[")
      },
    },
    { xmlMode: true },
  )
  parser.end(source)
  return { root, entries: elements > maxElements ? Math.max(entries, countTags(source, currentEntryNames)) : entries }
}

/** A name without its prefix, in lower case. */
export const localOf = (name: string): string => name.slice(name.indexOf(":") + 1).toLowerCase()

/** The elements within an element. */
export const elementsOf = (node: Node | undefined): ReadonlyArray<Node> =>
  node?.children.filter((child) => typeof child !== "string") ?? []

/** The text within an element. */
export const textOf = (node: Node | undefined): string =>
  node?.children.map((child) => (typeof child === "string" ? child : textOf(child))).join("") ?? ""

/** Returns the elements within an element that have one of these names. */
export type PartsByName = (...names: ReadonlyArray<string>) => ReadonlyArray<Node>

/** Makes that function. Names include their prefix, unless the outer element has the same prefix. */
export const partsByNameOf = (node: Node | undefined): PartsByName => {
  const prefix = node?.name.slice(0, node.name.indexOf(":") + 1).toLowerCase() ?? ""
  const named = elementsOf(node).map((part) => {
    const name = part.name.toLowerCase()
    return { name: name.startsWith(prefix) ? name.slice(prefix.length) : name, part }
  })
  return (...names) => named.flatMap(({ name, part }) => (names.includes(name) ? [part] : []))
}

// --- private --------------------------------------------------------------------------

interface MutableNode extends Node {
  readonly children: Array<MutableNode | string>
}

/** Maximum number of ancestors of an element; parsing ends at a deeper one. */
const maxDepth = 100
const maxElements = 100_000
const maxAttributes = 100

/** The number of start tags with these local names. */
const countTags = (source: string, names: ReadonlyArray<string>): number =>
  names.length === 0
    ? 0
    : Array.from(source.matchAll(startTag)).filter(([, name = ""]) => names.includes(name.toLowerCase())).length

/** A start tag with its local name. */
const startTag = /<(?:[\w.-]{1,40}:)?([\w.-]{1,40})[\s/>]/g
