/**
 * `node docs/scripts/words.ts [COMMIT]` prints the words of each page and the minutes that reading takes, as a Markdown table;
 * with a commit also those of that time. Blocks of code don't count.
 */
import { execFileSync } from "node:child_process"
import { globSync } from "node:fs"
import { join } from "node:path"
import { read, table } from "./generated.ts"

const root = join(import.meta.dirname, "../..")
const [commit] = process.argv.slice(2)

/** Words a minute of a reader of technical prose. */
const pace = 200

const wordsOf = (markdown: string): number =>
  markdown
    .replace(/^```[^]*?^```/gm, "")
    .replace(/\]\([^)]*\)|<!--[^]*?-->|\| [-:]+(?= \|)/g, " ")
    .match(/[\p{L}\p{N}][\p{L}\p{N}'’._/-]*/gu)?.length ?? 0

const git = (...args: ReadonlyArray<string>): string =>
  execFileSync("git", args, { cwd: root, encoding: "utf8", maxBuffer: 1e8 })

const isPage = (file: string): boolean =>
  /^(?:[A-Z]+\.md|docs\/.+\.md|packages\/[^/]+\/README\.md)$/.test(file) && !file.includes("node_modules")

const now = globSync(["*.md", "docs/**/*.md", "packages/*/README.md"], { cwd: root }).filter(isPage)
const before = commit === undefined ? [] : git("ls-tree", "-r", "--name-only", commit).split("\n").filter(isPage)

const count = (text: string | undefined): ReadonlyArray<string> => {
  if (text === undefined) return ["", ""]
  const words = wordsOf(text)
  return [words.toLocaleString("en-US"), String(Math.max(1, Math.round(words / pace)))]
}

const sum = (texts: ReadonlyArray<string>): ReadonlyArray<string> => count(texts.join("\n\n"))
const then = (file: string): string => git("show", `${commit}:${file}`)

const files = [...new Set([...before, ...now])].toSorted()
const row = (file: string): ReadonlyArray<string> => [
  file,
  ...(commit === undefined ? [] : count(before.includes(file) ? then(file) : undefined)),
  ...count(now.includes(file) ? read(file) : undefined),
]

console.log(
  table(
    ["page", ...(commit === undefined ? [] : ["words before", "minutes before"]), "words", "minutes"],
    [...files.map(row), ["together", ...(commit === undefined ? [] : sum(before.map(then))), ...sum(now.map(read))]],
  ),
)
