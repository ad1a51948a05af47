/** The command that runs a program of this repository as a user that isn't root. */
import { mkdtempSync } from "node:fs"
import { join, relative } from "node:path"
import { folder } from "./browser.ts"

/** A program's file and its arguments. */
export type Command = readonly [file: string, args: ReadonlyArray<string>]

/** For a command that a user may run as it is: this process's own user, if that isn't root, else `nobody`. */
export const asUser = ([file, args]: Command): Command => {
  if (process.getuid?.() !== 0) return [file, args]
  const room = mkdtempSync(join(folder, "room-"))
  const seen = [file, ...args].map((word) =>
    word.startsWith(repository) ? join(room, "porthole", relative(repository, word)) : word,
  )
  return ["unshare", ["--mount", "sh", join(import.meta.dirname, "as-nobody.sh"), room, repository, ...seen]]
}

// --- private --------------------------------------------------------------------------

const repository = join(import.meta.dirname, "../../../..")
