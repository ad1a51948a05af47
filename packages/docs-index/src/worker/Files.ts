/** The files of a folder of indexes: one a library and version, named `name@version.docs`. */
import { readdirSync, rmSync, statSync } from "node:fs"
import { join } from "node:path"
import * as Result from "effect/Result"
import type { Place } from "./Protocol.ts"

const suffix = ".docs"
const unfinished = ".tmp"

/** The file of a library. Names and versions are validated, so a scope's `/` is their only separator. */
export const fileOf = ({ folder, library: { name, version } }: Place): string =>
  join(folder, `${name.replace("/", "+")}@${version}${suffix}`)

/** Another name for a file that is being written; no two writers have the same. */
export const draftOf = (file: string): string => `${file}.${process.pid}.${crypto.randomUUID()}${unfinished}`

/** The complete files, by the label of their library, in order. */
export const filesIn = (folder: string): ReadonlyArray<readonly [label: string, file: string]> =>
  entriesOf(folder)
    .filter((name) => name.endsWith(suffix))
    .toSorted()
    .map((name) => [name.slice(0, -suffix.length).replace("+", "/"), join(folder, name)])

/** Removes what killed writers have left, an hour or more before a new draft: no writer takes as long. */
export const sweep = (folder: string, draft: string): void => {
  const { mtimeMs } = statSync(draft)
  for (const name of entriesOf(folder)) {
    const file = join(folder, name)
    const age = Result.try(() => mtimeMs - statSync(file).mtimeMs)
    if (name.endsWith(unfinished) && Result.isSuccess(age) && age.success > 3_600_000) rmSync(file, { force: true })
  }
}

// --- private --------------------------------------------------------------------------

const entriesOf = (folder: string): ReadonlyArray<string> =>
  Result.getOrElse(
    Result.try(() => readdirSync(folder)),
    () => [],
  )
