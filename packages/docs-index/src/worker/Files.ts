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
    .map((name) => [labelOf(name.slice(0, -suffix.length)), join(folder, name)])

/**
 * Removes what killed writers have left, an hour or more before a new draft: no writer takes as long. What can't be
 * removed stays.
 */
export const sweep = (folder: string, draft: string): void => {
  const { mtimeMs } = statSync(draft)
  for (const name of entriesOf(folder)) {
    const file = join(folder, name)
    const age = Result.try(() => mtimeMs - statSync(file).mtimeMs)
    if (isDraft(name) && Result.isSuccess(age) && age.success > 3_600_000) Result.try(() => rmSync(file))
  }
}

// --- private --------------------------------------------------------------------------

/** Only a scope has a `/`; a plus sign of a version stays. */
const labelOf = (name: string): string => (name.startsWith("@") ? name.replace("+", "/") : name)

/** Whether a name is one of {@link draftOf}: the folder may have other files that end like it. */
const isDraft = (name: string): boolean => {
  const [end, uuid, pid, kind] = name.split(".").toReversed()
  return `.${end}` === unfinished && uuid?.length === 36 && Number.isInteger(Number(pid)) && `.${kind}` === suffix
}

const entriesOf = (folder: string): ReadonlyArray<string> =>
  Result.getOrElse(
    Result.try(() => readdirSync(folder)),
    () => [],
  )
