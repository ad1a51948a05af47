/**
 * The regular expressions in the packages' sources. A literal is read from the syntax. A constructed one is known once
 * its module has loaded (`evaluate.ts`), so a construction may stand only where loading runs it: at the top of a
 * module, or in a callback there.
 */
import { execFileSync } from "node:child_process"
import { globSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { parseAst } from "rolldown/parseAst"

/** A regular expression and its place, as `packages/core/src/x.ts:12`. */
export interface Expression {
  readonly source: string
  readonly flags: string
  readonly place: string
}

/** A use of `RegExp`, or of a method that makes an expression of a string. */
interface Construction {
  readonly place: string
  /** Whether loading the module runs it, for all that is known from the syntax. */
  readonly isLoaded: boolean
}

export const root = join(import.meta.dirname, "../..")

/** The expressions of all packages, and the places of constructions that nothing evaluates. */
export const findAll = (): {
  readonly expressions: ReadonlyArray<Expression>
  readonly unknown: ReadonlyArray<string>
} => {
  const files = globSync("packages/*/src/**/*.ts", { cwd: root }).toSorted()
  const found = files.map((file) => expressionsIn(file, readFileSync(join(root, file), "utf8")))
  const constructions = found.flatMap((one) => one.constructions)
  const places = new Set(constructions.map(({ place }) => place))
  const evaluated = evaluate(Array.from(new Set(Array.from(places, (place) => place.replace(/:\d+$/, "")))))
  const known = new Set(evaluated.map(({ place }) => place))
  return {
    expressions: [...found.flatMap(({ literals }) => literals), ...evaluated.filter(({ place }) => places.has(place))],
    unknown: constructions.filter(({ isLoaded, place }) => !isLoaded || !known.has(place)).map(({ place }) => place),
  }
}

/** The literals and the constructions of one file. */
export const expressionsIn = (
  file: string,
  text: string,
): { readonly literals: ReadonlyArray<Expression>; readonly constructions: ReadonlyArray<Construction> } => {
  const literals: Array<Expression> = []
  const constructions: Array<Construction> = []
  const placeOf = (at: number): string => `${file}:${text.slice(0, at).split("\n").length}`
  visit(parseAst(text, { lang: "ts" }), [], (node, ancestors) => {
    if (node.type === "Literal" && isRegex(node.regex))
      literals.push({ source: node.regex.pattern, flags: node.regex.flags, place: placeOf(node.start) })
    else if (node.type === "Identifier" && node["name"] === "RegExp")
      constructions.push({ place: placeOf(node.start), isLoaded: isLoaded(ancestors) })
    else if (isStringPattern(node)) constructions.push({ place: placeOf(node.start), isLoaded: false })
  })
  return { literals, constructions }
}

// --- private --------------------------------------------------------------------------

interface SyntaxNode {
  readonly type: string
  readonly start: number
  readonly [key: string]: unknown
}

const isNode = (value: unknown): value is SyntaxNode =>
  typeof value === "object" && value !== null && "type" in value && typeof value.type === "string" && "start" in value

const isRegex = (value: unknown): value is { readonly pattern: string; readonly flags: string } =>
  typeof value === "object" && value !== null && "pattern" in value && "flags" in value

const visit = (
  value: unknown,
  ancestors: ReadonlyArray<SyntaxNode>,
  see: (node: SyntaxNode, ancestors: ReadonlyArray<SyntaxNode>) => void,
): void => {
  if (Array.isArray(value)) for (const one of value) visit(one, ancestors, see)
  if (!isNode(value) || /^TS(?:Type|Interface)/.test(value.type)) return
  see(value, ancestors)
  const within = [...ancestors, value]
  for (const [name, child] of Object.entries(value)) if (name !== "regex") visit(child, within, see)
}

/** Whether every function around a node is the argument of a call. */
const isLoaded = (ancestors: ReadonlyArray<SyntaxNode>): boolean =>
  ancestors.every((node, at) => {
    if (!/Function/.test(node.type) && !/MethodDefinition|PropertyDefinition/.test(node.type)) return true
    const args = ancestors[at - 1]?.type === "CallExpression" ? ancestors[at - 1]?.["arguments"] : undefined
    return Array.isArray(args) && args.includes(node)
  })

/** `text.match("…")`: JavaScript makes a regular expression of the string. */
const isStringPattern = ({ arguments: args, callee, type }: SyntaxNode): boolean => {
  if (type !== "CallExpression" || !isNode(callee) || !isNode(callee["property"]) || !Array.isArray(args)) return false
  const first: unknown = args[0]
  const isText = isNode(first) && (first.type === "TemplateLiteral" || typeof first["value"] === "string")
  return isText && /^(?:match|matchAll|search)$/.test(String(callee["property"]["name"]))
}

const evaluate = (files: ReadonlyArray<string>): ReadonlyArray<Expression> =>
  JSON.parse(
    execFileSync(process.execPath, [join(import.meta.dirname, "evaluate.ts"), ...files], {
      cwd: root,
      encoding: "utf8",
      maxBuffer: 2 ** 26,
      timeout: 540_000,
      killSignal: "SIGKILL",
    }),
  )
