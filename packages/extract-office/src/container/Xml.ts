/**
 * Parses XML into a tree of bounded size and depth. An entity of a document type is neither expanded nor fetched.
 * Parsing never fails: open elements end with the document.
 */
import { Parser } from "htmlparser2"

/** An element. Names have no prefix. */
export interface Node {
  readonly name: string
  /** By their names as written, with prefix. */
  readonly attributes: Readonly<Record<string, string>>
  readonly children: ReadonlyArray<Node | string>
}

/** Parses a part of a document; `undefined` without an element. */
export const parse = (bytes: Uint8Array, budget: Budget): Node | undefined => {
  let root: MutableNode | undefined
  const open: Array<MutableNode> = []
  scan(bytes, budget, {
    onOpen: (name, attributes) => {
      const node: MutableNode = { name, attributes, children: [] }
      if (root !== undefined && open.length === 0) return
      root ??= node
      open.at(-1)?.children.push(node)
      open.push(node)
    },
    onText: (text) => {
      open.at(-1)?.children.push(text)
    },
    onClose: () => {
      open.pop()
    },
  })
  return root
}

/** The number of elements that may still be read; `isCut` is whether there were more, or deeper ones. */
export interface Budget {
  left: number
  isCut: boolean
}

/** The budget of one document. */
export const budget = (): Budget => ({ left: maxElements, isCut: false })

/** Receives the parts of a document in order. */
export interface Handler {
  readonly onOpen: (name: string, attributes: Readonly<Record<string, string>>) => void
  readonly onText: (text: string) => void
  readonly onClose: (name: string) => void
  /** Whether the rest isn't needed. */
  readonly isDone?: () => boolean
}

/** Parses without a tree. */
export const scan = (bytes: Uint8Array, budget: Budget, handler: Handler): void => {
  let depth = 0
  let isDone = false
  const parser = new Parser(
    {
      onopentag: (name, attributes) => {
        depth += 1
        budget.left -= 1
        // The parser's time is quadratic in the depth.
        if (depth > maxDepth || budget.left < 0) {
          budget.isCut = true
          isDone = true
          parser.pause()
        } else if (handler.isDone?.() === true) {
          isDone = true
          parser.pause()
        } else handler.onOpen(localOf(name), attributes)
      },
      ontext: (text) => {
        if (!isDone) handler.onText(text)
      },
      onclosetag: (name) => {
        depth -= 1
        if (!isDone) handler.onClose(localOf(name))
      },
    },
    { xmlMode: true },
  )
  parser.end(decoderOf(bytes).decode(bytes))
}

/** An attribute by its name without prefix; one that is written without a prefix takes precedence. */
export const attribute = (node: Node | undefined, name: string): string | undefined => {
  if (node === undefined) return undefined
  const own = node.attributes[name]
  if (own !== undefined) return own
  for (const written in node.attributes) if (localOf(written) === name) return node.attributes[written]
  return undefined
}

/** The identifier of a relationship: an attribute with a prefix. */
export const relationOf = (node: Node | undefined, name = "id"): string | undefined => {
  for (const written in node?.attributes)
    if (written.endsWith(`:${name}`) && !written.startsWith("w:")) return node?.attributes[written]
  return undefined
}

/** The elements within an element, of this name if one is given. */
export const elementsOf = (node: Node | undefined, name?: string): ReadonlyArray<Node> =>
  node?.children
    .filter((child) => typeof child !== "string")
    .filter((child) => name === undefined || child.name === name) ?? []

/** The first element within an element along a path of names. */
export const find = (node: Node | undefined, ...path: ReadonlyArray<string>): Node | undefined =>
  path.reduce<Node | undefined>((within, name) => elementsOf(within, name)[0], node)

/** The text within an element. */
export const textOf = (node: Node | undefined): string =>
  node?.children.map((child) => (typeof child === "string" ? child : textOf(child))).join("") ?? ""

/** All elements of a name at any depth, in order; none within another one of them. */
export const within = (node: Node | undefined, name: string): ReadonlyArray<Node> =>
  elementsOf(node).flatMap((child) => (child.name === name ? [child] : within(child, name)))

/** Whether a property is on: present, and not declared as off. */
export const isOn = (node: Node | undefined): boolean =>
  node !== undefined && !/^(?:0|false|off|none)$/.test(attribute(node, "val") ?? "1")

/** By the byte order mark; UTF-16 without one isn't XML. */
export const decoderOf = (bytes: Uint8Array): TextDecoder => {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder("utf-16le")
  return new TextDecoder(bytes[0] === 0xfe && bytes[1] === 0xff ? "utf-16be" : "utf-8")
}

// --- private --------------------------------------------------------------------------

interface MutableNode extends Node {
  readonly children: Array<MutableNode | string>
}

const maxDepth = 200
const maxElements = 1_500_000

const localOf = (name: string): string => name.slice(name.indexOf(":") + 1)
