/**
 * XML as a tree of bounded size and depth. The tokens are htmlparser2's; the nesting is ours, because its parser's takes
 * quadratic time for deep documents. Nothing fails: what isn't closed ends with the document, what closes nothing
 * is passed over. Entities but the five of XML stay as they are written; nothing that a document type declares is looked at.
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
  /** How many elements of each of the names in `counted` there are, in or out of the tree, that aren't in others. */
  readonly counts: ReadonlyMap<string, number>
}

/**
 * Parses a document, which begins with its root. Of elements named in `counted` no more than `most` get into the tree; one that
 * isn't closed ends where the next of its name begins, unless that is blank.
 */
export const parse = (source: string, counted: ReadonlySet<string>, most: number): Tree => {
  const open: Array<Growing> = []
  /** How many open elements there are of each name. */
  const names = new Map<string, number>()
  const counts = new Map<string, number>()
  let root: Growing | undefined
  let growing: Growing | undefined
  let attribute = ""
  let value = ""
  let [read, of] = [0, 0]
  /** How many open elements there are that are counted. */
  let around = 0
  /** Elements around this place that aren't in the tree, and whether their text isn't either. */
  let [left, isSkipping] = [0, false]
  const addText = (text: string): void => {
    if (isSkipping) return
    const children = open.at(-1)?.children
    if (children === undefined) return
    const last = children.length - 1
    const before = children[last]
    if (typeof before === "string") children[last] = before + text
    else children.push(text)
  }
  /** Leaves the innermost element, whose name it says. */
  const leave = (): string | undefined => {
    const name = open.pop()?.name
    if (name === undefined) return undefined
    names.set(name, (names.get(name) ?? 1) - 1)
    if (counted.has(localOf(name))) around -= 1
    return name
  }
  const close = (): void => {
    if (left > 0) left -= 1
    else leave()
    if (left === 0) isSkipping = false
  }
  const begin = (name: string, isBlank: boolean): void => {
    growing = undefined
    const isCounted = counted.has(localOf(name))
    // A stray one within another of its name isn't the next.
    if (left === 0 && isCounted && isBlank && (names.get(name) ?? 0) > 0) {
      left += 1
      return
    }
    if (left === 0 && isCounted && (names.get(name) ?? 0) > 0) while (leave() !== name);
    if (left === 0 && isCounted && around === 0) {
      const count = (counts.get(localOf(name)) ?? 0) + 1
      counts.set(localOf(name), count)
      isSkipping = count > most
    }
    isSkipping ||= read >= mostElements
    const isOutside = root !== undefined && open.length === 0
    if (!isOutside) of += 1
    if (isSkipping || isOutside || left > 0 || open.length >= deepest || read >= mostElements) {
      left += 1
      return
    }
    read += 1
    growing = { name, attributes: new Map(), children: [] }
    root ??= growing
    open.at(-1)?.children.push(growing)
    open.push(growing)
    names.set(name, (names.get(name) ?? 0) + 1)
    if (isCounted) around += 1
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
      onselfclosingtag: close,
      onclosetag: (start, end) => {
        if (left > 0) return close()
        const name = source.slice(start, end)
        if ((names.get(name) ?? 0) > 0) while (leave() !== name);
      },
      onopentagend: () => undefined,
      oncomment: () => undefined,
      ondeclaration: () => undefined,
      onprocessinginstruction: () => undefined,
      onend: () => undefined,
    },
  )
  tokenizer.write(source)
  tokenizer.end()
  return { root, read, of, counts }
}

/** A name without its prefix, in lower case. */
export const localOf = (name: string): string => name.slice(name.indexOf(":") + 1).toLowerCase()

/** The elements within an element. */
export const elementsOf = (node: Node): ReadonlyArray<Node> =>
  node.children.filter((child) => typeof child !== "string")

/** All text within an element. */
export const textOf = (node: Node | undefined): string =>
  node === undefined ? "" : node.children.map((child) => (typeof child === "string" ? child : textOf(child))).join("")

// --- private --------------------------------------------------------------------------

interface Growing extends Node {
  readonly attributes: Map<string, string>
  readonly children: Array<Growing | string>
}

/** What ends a tag without attributes that is closed in itself. */
const blank = /\s*\/>/y

const deepest = 100
const mostElements = 100_000
const mostAttributes = 100
