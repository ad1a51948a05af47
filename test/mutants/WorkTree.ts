/**
 * Copies of the work tree that hold mutants: everything but the history; installed packages are linked. The links
 * between our packages are relative, so a copy uses its own.
 */
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join, relative } from "node:path"
import type { Edit } from "./Mutant.ts"

/** The repository. */
export const root = join(import.meta.dirname, "../..")

/** Copies a work tree into a temporary folder; disposing of it removes the folder. */
export const copy = (from: string): Disposable & { readonly folder: string } => {
  const folder = mkdtempSync(join(tmpdir(), "porthole-mutant-"))
  cpSync(from, folder, {
    recursive: true,
    verbatimSymlinks: true,
    filter: (source) => !leftOut.has(relative(from, source)),
  })
  symlinkSync(join(root, "node_modules/.pnpm"), join(folder, "node_modules/.pnpm"))
  return { folder, [Symbol.dispose]: () => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }) }
}

/** How often the text to replace occurs in its file; an edit is valid if it is once. */
export const occurrences = (folder: string, { file, find }: Edit): number =>
  readFileSync(join(folder, file), "utf8").split(find).length - 1

/** Makes one edit in a copy if its text occurs once; returns how often it occurs. */
export const apply = (folder: string, edit: Edit): number => {
  const count = occurrences(folder, edit)
  const path = join(folder, edit.file)
  if (count === 1)
    writeFileSync(
      path,
      readFileSync(path, "utf8").replace(edit.find, () => edit.replace),
    )
  return count
}

// --- private --------------------------------------------------------------------------

const leftOut = new Set([".git", "node_modules/.pnpm", "node_modules/.tmp", "node_modules/.cache", ".turbo"])
