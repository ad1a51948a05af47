/** The statements of a file of declarations, and the members of a body, found by brackets, strings and comments. */

/** A statement or member. */
export interface Statement {
  /** `function`, `class`, `interface`, …, or `member`. */
  readonly kind: string
  /** Empty if it declares no name. */
  readonly name: string
  readonly isExported: boolean
  /** The names of an `export { … }`. */
  readonly exports: ReadonlyArray<string>
  /** The documentation comment before it; empty if there is none. */
  readonly comment: string
  readonly text: string
  /** What is before and between its braces, if it is a class, an interface, a namespace or an enumeration. */
  readonly head: string
  readonly body: string | undefined
}

/** The statements, and the comment of the whole file. */
export interface Split {
  readonly module: string
  readonly statements: ReadonlyArray<Statement>
}

/** Splits a file. The comment before its first import is the file's. */
export const split = (source: string): Split => {
  const pieces = piecesOf(source, "file")
  const first = pieces[0]
  const isModules = first !== undefined && /^import\b/.test(first.text)
  return { module: isModules ? first.comment : "", statements: pieces.flatMap(statementOf) }
}

/** The members of a body. */
export const members = (body: string, kind: string): ReadonlyArray<Statement> =>
  kind === "namespace" || kind === "module"
    ? piecesOf(body, "file").flatMap(statementOf)
    : piecesOf(body, kind === "enum" ? "enum" : "body").flatMap(memberOf)

/** The tokens of a source, in order, with the space between them: together they are the source. */
export const tokensOf = (source: string): ReadonlyArray<string> => {
  const found: Array<string> = []
  let end = 0
  for (const { 0: token, index } of source.matchAll(tokens)) {
    found.push(source.slice(end, index), token)
    end = index + token.length
  }
  return [...found, source.slice(end)]
}

// --- private --------------------------------------------------------------------------

interface Piece {
  readonly comment: string
  readonly text: string
  /** Where its last outer brace opens; -1 if none does. */
  readonly open: number
}

const declaration =
  /^(export\s+)?(?:default\s+)?(?:declare\s+)?(?:abstract\s+)?(?:async\s+)?(function|class|interface|type|const enum|const|let|var|enum|namespace|module|global)\b\*?\s*([\w$.]+|"[^"\n]{0,200}"|'[^'\n]{0,200}')?/

const statementOf = ({ comment, open, text }: Piece): ReadonlyArray<Statement> => {
  const list = /^export\s+(?:type\s+)?\{([^{}]*)\}/.exec(text)?.[1]
  const [all = "", exported, kind, name = ""] = declaration.exec(text) ?? []
  if (kind === undefined)
    return list === undefined ? [] : [{ ...nothing, text, exports: list.split(",").map(localName) }]
  const start = bodied.has(kind) && open >= all.length ? open : -1
  const quoted = name.replaceAll(/["']/g, "")
  const statement: Statement = {
    kind,
    name: quoted,
    isExported: exported !== undefined || /^["']/.test(name),
    exports: [],
    comment,
    text: text.replace(/^export\s+(?:declare\s+)?/, ""),
    head:
      start === -1
        ? text
        : text
            .slice(0, start)
            .replace(/^export\s+(?:declare\s+)?/, "")
            .trim(),
    body: start === -1 ? undefined : text.slice(start + 1, text.lastIndexOf("}")),
  }
  return [statement]
}

const bodied: ReadonlySet<string> = new Set(["class", "interface", "enum", "namespace", "module"])

const nothing = { kind: "", name: "", isExported: false, comment: "", head: "", body: undefined } as const

/** The local name of `a as b`, and of `type a`. */
const localName = (entry: string): string =>
  entry
    .trim()
    .replace(/^type\s+/, "")
    .split(/\s/, 1)[0] ?? ""

const member =
  /^(?:(?:public|static|readonly|abstract|declare|override|async|get|set)\s+)*(#?[\w$]+|\[[^\]\n]{1,100}\])/

const memberOf = ({ comment, text }: Piece): ReadonlyArray<Statement> => {
  if (/^(?:private|protected)\b|^#/.test(text)) return []
  const name = member.exec(text)?.[1] ?? "call"
  return [{ ...nothing, kind: "member", name, isExported: true, exports: [], comment, text, head: text }]
}

/**
 * The pieces between semicolons, and after the braces of a body, outside of all brackets. Members also end at a line,
 * those of an enumeration at a comma.
 */
const piecesOf = (source: string, within: "file" | "body" | "enum"): ReadonlyArray<Piece> => {
  const isBody = within !== "file"
  const pieces: Array<Piece> = []
  let [comment, start, depth, open] = ["", -1, 0, -1]
  const end = (at: number): void => {
    const text = start === -1 ? "" : source.slice(start, at).trim()
    if (text !== "") pieces.push({ comment, text, open: open - start })
    if (start !== -1) [comment, start] = ["", -1]
    open = -1
  }
  for (const { 0: token, index } of source.matchAll(tokens)) {
    const isOuter = depth === 0
    if (token.startsWith("/*") || token.startsWith("//")) {
      if (isOuter && start !== -1 && token.startsWith("/**") && isBreak(source, index)) end(index)
      if (isOuter && start === -1 && token.startsWith("/**")) comment = token
      continue
    }
    if (isOuter && token === "\n") {
      if (start !== -1 && isBreak(source, index) && (isBody || isBeginning(source.slice(index, index + 40)))) end(index)
      continue
    }
    if (token === "\n") continue
    if (isOuter && (token === ";" || (within === "enum" && token === ","))) {
      end(index)
      continue
    }
    if (start === -1) start = index
    if (token === "{" && isOuter) open = index
    if ("({[".includes(token)) depth++
    else if (")}]".includes(token)) {
      depth = Math.max(0, depth - 1)
      const isClosing = depth === 0 && token === "}" && !isBody && isClosed(source.slice(start, start + 80))
      if (isClosing && !goesOn.test(source.slice(index + 1, index + 40))) end(index + 1)
    }
  }
  end(source.length)
  return pieces
}

const tokens =
  /\/\*(?:[^]*?\*\/|[^]*)|\/\/[^\n]*|"(?:[^"\\\n]|\\.?)*"?|'(?:[^'\\\n]|\\.?)*'?|`(?:[^`\\]|\\[^]?)*`?|\n|[;,(){}[\]]|[^\s"'`/;,(){}[\]]+|\//g

/** After the brace of a type's argument, such as that of a base class. */
const goesOn = /^\s*[>,|&)[.(]/

/** Whether a statement ends with its braces. */
const isClosed = (start: string): boolean => {
  const words = wordsOf(start)
  const at = words.findIndex((word) => !modifiers.has(word))
  const word = words[at] ?? ""
  return bodied.has(word) || word === "global" || (word === "const" && words[at + 1] === "enum") || isList(words)
}

/** Whether a line begins another statement. */
const isBeginning = (line: string): boolean => {
  const [first = "", second] = wordsOf(line)
  return beginnings.has(first) || (first === "abstract" && second === "class")
}

const beginnings: ReadonlySet<string> = new Set(["export", "declare", "import", "interface", "class", "function"])
const modifiers: ReadonlySet<string> = new Set(["export", "default", "declare", "abstract"])

/** Whether they are those of `export { … }` or `export type { … }`. */
const isList = ([first, second, third]: ReadonlyArray<string>): boolean =>
  first === "export" && (second === "{" || (second === "type" && third === "{"))

/** The first words and opening braces of a short text. */
const wordsOf = (text: string): ReadonlyArray<string> =>
  Array.from(text.matchAll(/[\w$]{1,80}|\S/g), ([word]) => word).slice(0, 8)

/** Whether a statement may end before a line break: nothing open is before it, and nothing that goes on after it. */
const isBreak = (source: string, at: number): boolean => {
  const before =
    source
      .slice(Math.max(0, at - 200), at)
      .trimEnd()
      .at(-1) ?? ""
  const after = source.slice(at, at + 200).trimStart()
  return !"=|&,:<(?".includes(before) && !/^(?:[|&=?.)>]|=>|extends\b)/.test(after)
}
