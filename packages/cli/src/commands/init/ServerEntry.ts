/**
 * Sets one server's entry in the text of a client's settings. Everything else stays unchanged, byte for byte: other
 * entries, comments, order, line ends, and keys that a user added to an earlier entry of ours, such as `env`.
 */
import { findNodeAtLocation, getNodeValue, type Node, type ParseError, parseTree, stripComments } from "jsonc-parser"
import * as Result from "effect/Result"

/** The entry to set. */
export interface Entry {
  /** The key whose object holds the servers. */
  readonly key: string
  readonly name: string
  readonly values: Readonly<Record<string, unknown>>
  /** Whether the client accepts comments and trailing commas. */
  readonly allowsComments: boolean
}

/** The text with the entry; a failure says why the text can't be used. An empty text is an empty object. */
export const set = (text: string, { allowsComments, key, name, values }: Entry): Result.Result<string, string> => {
  const mark = text.startsWith(byteOrderMark) ? byteOrderMark : ""
  const body = text.slice(mark.length)
  const source = body.trim() === "" ? `{}${eolOf(body)}` : body
  const errors: Array<ParseError> = []
  const options = { disallowComments: !allowsComments, allowTrailingComma: allowsComments }
  const root = parseTree(source, errors, options)
  const [error] = errors
  if (error !== undefined || root === undefined) {
    return Result.fail(`it isn't valid JSON (${placeOf(source, error?.offset ?? 0)})`)
  }
  return Result.map(checkPath(root, [key, name]), () => {
    const isThere = findNodeAtLocation(root, [key, name]) !== undefined
    const hasOwnEnv = findNodeAtLocation(root, [key, name, "env"]) !== undefined
    const edits: ReadonlyArray<Edit> = isThere
      ? Object.entries(values)
          .filter(([field]) => field !== "env" || !hasOwnEnv)
          .map(([field, value]) => [[key, name, field], value])
      : [[[key, name], values]]
    return mark + edits.reduce((changed, [path, value]) => put(changed, path, value), source)
  })
}

/** The entry alone, in the form of a client's settings. */
export const textOf = ({ key, name, values }: Entry): string =>
  `${JSON.stringify({ [key]: { [name]: values } }, undefined, 2)}\n`

// --- private --------------------------------------------------------------------------

type Edit = readonly [path: ReadonlyArray<string>, value: unknown]

const byteOrderMark = "\ufeff"

/**
 * Every step of the path must be an object that occurs once: if a key occurs twice, the client may read either value.
 */
const checkPath = (root: Node, path: ReadonlyArray<string>): Result.Result<void, string> => {
  let node = root
  for (const [at, step] of [...path, undefined].entries()) {
    const place = at === 0 ? "it" : path.slice(0, at).join(".")
    if (node.type !== "object") return Result.fail(`${place} isn't an object`)
    if (step === undefined) break
    const found = (node.children ?? []).filter(({ children: [name] = [] }) => name?.value === step)
    if (found.length > 1) return Result.fail(`${path.slice(0, at + 1).join(".")} occurs twice`)
    const value = found[0]?.children?.[1]
    if (value === undefined) break
    node = value
  }
  return Result.void
}

/** Sets the value at a path of objects, and makes missing ones. */
const put = (text: string, path: ReadonlyArray<string>, value: unknown): string => {
  const root = parseTree(text, [], { allowTrailingComma: true })
  if (root === undefined) return text
  const node = findNodeAtLocation(root, [...path])
  if (node !== undefined) {
    return JSON.stringify(getNodeValue(node)) === JSON.stringify(value)
      ? text
      : splice(text, node, pretty(value, text, indentAt(text, node.offset)))
  }
  const [name = "", ...inner] = path.slice(path.findIndex((_, at) => !isAt(root, path.slice(0, at + 1))))
  const parent = findNodeAtLocation(root, path.slice(0, path.length - inner.length - 1)) ?? root
  return insert(
    text,
    parent,
    name,
    inner.reduceRight<unknown>((held, key) => ({ [key]: held }), value),
  )
}

const isAt = (root: Node, path: ReadonlyArray<string>): boolean => findNodeAtLocation(root, [...path]) !== undefined

/**
 * Adds a property after the last one and its comments, on a line of its own. It directly follows the last property
 * instead if the object is on one line, or if a comment is on the line of its closing brace.
 */
const insert = (text: string, parent: Node, name: string, value: unknown): string => {
  const last = parent.children?.at(-1)
  const key = JSON.stringify(name)
  const eol = eolOf(text)
  if (last === undefined) {
    const indent = indentAt(text, parent.offset)
    const inner = indent + indentUnitOf(text)
    const added = `${eol}${inner}${key}: ${pretty(value, text, inner)}${eol}${indent}`
    return splice(text, { offset: parent.offset + 1, length: 0 }, added)
  }
  const end = last.offset + last.length
  const tail = text.slice(end, parent.offset + parent.length - 1)
  const hasComma = stripComments(tail).includes(",")
  const indent = indentAt(text, last.offset)
  const startsLine = text.slice(text.lastIndexOf("\n", last.offset) + 1, last.offset) === indent
  if (!startsLine || !/\n[ \t]*$/.test(tail)) {
    return splice(text, { offset: end, length: 0 }, `, ${key}: ${JSON.stringify(value)}`)
  }
  const line = `${indent}${key}: ${pretty(value, text, indent)}${hasComma ? "," : ""}${eol}`
  const added = splice(text, { offset: end + tail.lastIndexOf("\n") + 1, length: 0 }, line)
  return hasComma ? added : splice(added, { offset: end, length: 0 }, ",")
}

const splice = (text: string, { length, offset }: Pick<Node, "length" | "offset">, by: string): string =>
  text.slice(0, offset) + by + text.slice(offset + length)

/** A value in the file's indentation and line ends, except its first line. */
const pretty = (value: unknown, text: string, indent: string): string =>
  JSON.stringify(value, undefined, indentUnitOf(text)).replaceAll("\n", eolOf(text) + indent)

/** The white space at the start of the line that contains an offset. */
const indentAt = (text: string, offset: number): string =>
  /^[ \t]*/.exec(text.slice(text.lastIndexOf("\n", offset - 1) + 1, offset))?.[0] ?? ""

/** One step of indentation: that of the first indented line. */
const indentUnitOf = (text: string): string => /^([ \t]+)\S/m.exec(text)?.[1] ?? "  "

const eolOf = (text: string): string => (text.includes("\r\n") ? "\r\n" : "\n")

const placeOf = (text: string, offset: number): string => {
  const lines = text.slice(0, offset).split("\n")
  return `line ${lines.length}, column ${(lines.at(-1) ?? "").length + 1}`
}
