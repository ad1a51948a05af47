/**
 * Writes files that are made from the code. With `--check` it only compares, names each file that differs, and the
 * process exits with 1.
 */
import { existsSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"

const root = join(import.meta.dirname, "../..")

/** The text of a file of the repository. */
export const read = (file: string): string => readFileSync(join(root, file), "utf8")

/** Writes each file whose text differs, or names it under `--check`. Layout, which the formatter owns, doesn't count. */
export const publish = (files: Readonly<Record<string, string>>): void => {
  for (const [file, text] of Object.entries(files)) {
    if (existsSync(join(root, file)) && bare(file, read(file)) === bare(file, text)) continue
    if (process.argv.includes("--check")) {
      console.error(`${file} is out of date: run pnpm docs:pages`)
      process.exitCode = 1
    } else {
      writeFileSync(join(root, file), text)
    }
  }
}

/** A Markdown table. */
export const table = (head: ReadonlyArray<string>, rows: ReadonlyArray<ReadonlyArray<string>>): string =>
  [head, head.map(() => "---"), ...rows].map((cells) => `| ${cells.map(cell).join(" | ")} |`).join("\n")

/**
 * A file with the text between two marks replaced: `<!-- NAME: made by pnpm docs:pages -->` and `<!-- /NAME -->`, or in
 * code the same after `//`.
 */
export const between = (text: string, mark: string, made: string): string =>
  text.replace(
    new RegExp(`((?:<!--|//) ${mark}: made by pnpm docs:pages(?: -->)?\\n)[^]*?(\\n(?:<!--|//) /${mark}(?: -->)?)`),
    (_, start: string, end: string) => `${start}\n${made}\n${end}`,
  )

// --- private --------------------------------------------------------------------------

const cell = (text: string): string => text.replaceAll("|", "\\|").replaceAll("\n", " ")

/** Without blanks and the lines of a table's head; of code also without quotes and commas. */
const bare = (file: string, text: string): string => {
  const dense = text.replace(/\s+/g, "")
  return file.endsWith(".ts") ? dense.replace(/["',]/g, "") : dense.replace(/-{3,}/g, "")
}
