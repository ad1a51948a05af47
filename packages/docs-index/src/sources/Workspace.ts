/** The members of a workspace: by the patterns of its manifest, or of pnpm's file. */
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Stream from "effect/Stream"
// As a namespace: a Node without `glob` must get as far as the kernel, which says what is needed.
import * as FileSystem from "node:fs/promises"
import { dirname, join, posix } from "node:path"
import * as Package from "./Package.ts"
import { SourceError } from "./Source.ts"

/** A workspace's members, and the patterns that are too many in one, lead out, or are of another kind. */
export interface Members {
  /** Folders, the root first. */
  readonly folders: ReadonlyArray<string>
  readonly skipped: ReadonlyArray<string>
}

/** The patterns of a workspace. */
export const patternsOf = Effect.fnUntraced(function* (root: string) {
  const manifest = yield* Package.manifestOf(root)
  const own = Option.match(manifest, { onNone: () => [], onSome: ({ workspaces }) => workspaces })
  const pnpm = yield* Effect.option(
    Effect.tryPromise(() => FileSystem.readFile(join(root, "pnpm-workspace.yaml"), "utf8")),
  )
  return [...own, ...Option.match(pnpm, { onNone: () => [], onSome: packagesOf })].slice(0, maxPatterns)
})

/** Lists the members. Fails if they are too many. */
export const membersOf = Effect.fnUntraced(function* (root: string): Effect.fn.Return<Members, SourceError> {
  const patterns = yield* patternsOf(root)
  const wanted = patterns
    .filter((each) => !isNegated(each))
    .flatMap(expand)
    .filter(isPlain)
  const unwanted = patterns.filter(isNegated).flatMap(expand).filter(isPlain)
  if (wanted.length + unwanted.length > maxExpanded)
    return yield* new SourceError({ message: `The workspace ${root} has too many patterns.` })
  const found = yield* Stream.fromAsyncIterable(
    FileSystem.glob(
      wanted.map((each) => posix.join(each, "package.json")),
      { cwd: root, exclude: ["**/node_modules/**", ...unwanted] },
    ),
    (cause) => new SourceError({ message: `The members of ${root} can't be listed.`, cause }),
  ).pipe(Stream.take(maxMembers + 1), Stream.runCollect)
  if (found.length > maxMembers)
    return yield* new SourceError({ message: `${root} has more than ${maxMembers} members, which are too many.` })
  return {
    folders: [root, ...found.toSorted().map((file) => dirname(join(root, file)))],
    skipped: patterns.filter((each) => !expand(each).every(isPlain)),
  }
})

// --- private --------------------------------------------------------------------------

const listKey = "packages:"

/** The list `packages` of pnpm's file: one pattern a line, or all of them in brackets. */
const packagesOf = (yaml: string): ReadonlyArray<string> => {
  const lines = yaml
    .split("\n")
    .map(withoutComment)
    .filter((line) => line !== "")
  const from = lines.findIndex((line) => line.startsWith(listKey))
  if (from === -1) return []
  const [first = "", ...others] = lines.slice(from)
  const end = others.findIndex((line) => !" \t-]".includes(line.charAt(0)))
  const rest = end === -1 ? others : others.slice(0, end)
  const inline = [first.slice(listKey.length), ...rest].join(" ").trim()
  const items = inline.startsWith("[")
    ? (inline.slice(1, inline.indexOf("]")).match(item) ?? [])
    : rest.map((line) => line.trim()).flatMap((line) => (line.startsWith("-") ? [line.slice(1)] : []))
  return items.map(withoutQuotes).filter((item) => item !== "")
}

/** An item of a list in brackets; one in quotes may have commas. */
const item = /"[^"]*"|'[^']*'|[^\s,"'][^,"']*/g

const withoutComment = (line: string): string => {
  const at = line.startsWith("#") ? 0 : line.indexOf(" #")
  return (at === -1 ? line : line.slice(0, at)).trimEnd()
}

const withoutQuotes = (item: string): string => {
  const text = item.trim()
  const quote = text.charAt(0)
  return quote === '"' || quote === "'" ? text.slice(1, text.indexOf(quote, 1)) : text
}

/** Maximum number of patterns of a workspace, also with those that braces stand for, and characters of one. */
const maxPatterns = 200
const maxExpanded = 1_000
const maxPattern = 200

/** Maximum number of members. */
const maxMembers = 10_000

const isNegated = (pattern: string): boolean => pattern.startsWith("!")

/** The patterns that one stands for, without a `!` before it; the pattern itself where they are too many. */
const expand = (written: string): ReadonlyArray<string> => {
  const pattern = isNegated(written) ? written.slice(1) : written
  let expanded: ReadonlyArray<string> = [pattern]
  while (pattern.length <= maxPattern && expanded.length <= maxPatterns) {
    const next = expanded.flatMap(alternativesOf)
    if (next.length === expanded.length) return expanded
    expanded = next
  }
  return [pattern]
}

/** The patterns by the first of the innermost braces; the pattern itself if they name no alternatives. */
const alternativesOf = (pattern: string): ReadonlyArray<string> => {
  const end = pattern.indexOf("}")
  const start = pattern.lastIndexOf("{", Math.max(0, end))
  const names = start === -1 || end === -1 ? [] : pattern.slice(start + 1, end).split(",")
  return names.length < 2 ? [pattern] : names.map((name) => pattern.slice(0, start) + name + pattern.slice(end + 1))
}

/** Whether a pattern has only names, `*` and `?`, so that it matches in little time, and stays in the workspace. */
const isPlain = (pattern: string): boolean => {
  const parts = pattern.split("/")
  return (
    pattern.length <= maxPattern &&
    !pattern.startsWith("/") &&
    !Array.from(special).some((character) => pattern.includes(character)) &&
    parts.filter((part) => part === "**").length <= 2 &&
    parts.every((part) => part !== ".." && (part === "**" || part.split("*").length <= 3))
  )
}

/** The special characters of a pattern, without `*` and `?`. */
const special = "{}[]()!\\"
