/**
 * The lines of the providers' mappings. A mutant is a source without one of its lines, where that is another program
 * still: not a comment, an import or a bracket by itself, not a type, and not what no parser reads.
 */
import { globSync, readFileSync } from "node:fs"
import { stripTypeScriptTypes } from "node:module"
import { basename, join } from "node:path"
import { root } from "./WorkTree.ts"

/** One line of a source, and the source without it. */
export interface Line {
  /** From the root of the repository. */
  readonly file: string
  /** From 1. */
  readonly number: number
  readonly text: string
  readonly without: string
}

/** What can be made of a provider's lines. The rest of them is no mapping. */
export interface Lines {
  readonly mutants: ReadonlyArray<Line>
  /** Without it nothing is left that parses. */
  readonly unparsable: ReadonlyArray<Line>
}

/** The names of all providers: each file of their package, and SearXNG, which has a package of its own. */
export const providers = (): ReadonlyArray<string> =>
  [...globSync("packages/providers/src/*.ts", { cwd: root }).map((file) => basename(file, ".ts")), "searxng"].toSorted()

/** The folder of the package that holds a provider. */
export const packageOf = (name: string): string => (name === "searxng" ? "backend-searxng" : "providers")

/** The lines of a provider's sources. */
export const linesOf = (name: string): Lines => {
  const lines = sourcesOf(name).flatMap(mappingOf)
  return {
    mutants: lines.filter(({ program }) => program !== undefined),
    unparsable: lines.filter(({ program }) => program === undefined),
  }
}

/** The mapping's lines of one source; `program` is what runs without the line. */
export const mappingIn = (file: string, source: string): ReadonlyArray<Line & { readonly program?: string }> => {
  const all = source.split("\n")
  const whole = programOf(source)
  return all.flatMap((text, at) => {
    if (isNothing(all, at)) return []
    const without = all.toSpliced(at, 1).join("\n")
    const program = programOf(without)
    const line = { file, number: at + 1, text: text.trim(), without }
    if (program === undefined) return [line]
    return program === whole ? [] : [{ ...line, program }]
  })
}

// --- private --------------------------------------------------------------------------

const read = (file: string): string => readFileSync(join(root, file), "utf8")

const sourcesOf = (name: string): ReadonlyArray<string> =>
  name === "searxng"
    ? globSync("packages/backend-searxng/src/**/*.ts", { cwd: root }).toSorted()
    : [
        `packages/providers/src/${name}.ts`,
        ...(name === "duckduckgo" ? ["packages/providers/src/shared/DuckDuckGoRegion.ts"] : []),
      ]

const mappingOf = (file: string) => mappingIn(file, read(file))

/** What runs of a source, in one spacing; `undefined` where no parser reads it. */
const programOf = (source: string): string | undefined => {
  try {
    return stripTypeScriptTypes(source).replace(/\s+/g, " ")
  } catch {
    return undefined
  }
}

const isNothing = (all: ReadonlyArray<string>, at: number): boolean => {
  const text = (all[at] ?? "").trim()
  return !/[\p{L}\p{N}"'`]/u.test(text) || isComment(all, at) || isImport(all, at)
}

const isComment = (all: ReadonlyArray<string>, at: number): boolean => {
  const text = (all[at] ?? "").trim()
  if (text.startsWith("//") || text.startsWith("/*")) return true
  return (
    all.slice(0, at).findLastIndex((line) => /^\s*\/\*/.test(line)) >
    all.slice(0, at).findLastIndex((line) => line.includes("*/"))
  )
}

/** A line of an `import`, or of an `export … from`, which may span several. */
const isImport = (all: ReadonlyArray<string>, at: number): boolean => {
  const start = all.slice(0, at + 1).findLastIndex((line) => /^(?:import\b|export (?:type )?[*{])/.test(line))
  if (start < 0) return false
  const end = all.findIndex((line, index) => index >= start && /^[^"]*(?:\bfrom |^import )"[^"]*"/.test(line))
  return end >= at && all.slice(start + 1, end + 1).every((line) => /^(?:\s|\})/.test(line))
}
