/** Makes the folders in which commands write. */
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { mkdir, stat } from "node:fs/promises"
import { dirname } from "node:path"

/** A folder that can't be made; `isFile` if a file is in its place. */
export class NewFolderError extends Schema.TaggedError<NewFolderError>()("NewFolderError", {
  path: Schema.String,
  isFile: Schema.Boolean,
  cause: Schema.Defect(),
}) {
  override get message(): string {
    return this.isFile ? `${this.path} is a file.` : `The folder ${this.path} can't be made (${codeOf(this.cause)}).`
  }
}

/**
 * Makes a folder and its missing parents, one after the other. Node's own recursive option never ends below a folder
 * that accepts no folders, such as `/proc`.
 */
export const make = (folder: string): Effect.Effect<void, NewFolderError> =>
  Effect.catch(makeOne(folder), (error) =>
    isOfParent.has(codeOf(error.cause)) && dirname(folder) !== folder
      ? Effect.andThen(make(dirname(folder)), makeOne(folder))
      : Effect.fail(error),
  )

/** The code of a system error, such as `ENOSPC`; "unknown" for anything else. */
export const codeOf = (cause: unknown): string =>
  cause instanceof Error && "code" in cause && typeof cause.code === "string" ? cause.code : "unknown"

/** Whether something couldn't be written because its disk, or its owner's share of it, is full. */
export const isFull = (cause: unknown): boolean => ["ENOSPC", "EDQUOT"].includes(codeOf(cause))

// --- private --------------------------------------------------------------------------

/** The parent is missing, or a file: making it says so. */
const isOfParent: ReadonlySet<string> = new Set(["ENOENT", "ENOTDIR"])

/** Makes a folder whose parent exists. One that exists already is a success. */
const makeOne = (folder: string): Effect.Effect<void, NewFolderError> =>
  Effect.catch(
    Effect.tryPromise(() => mkdir(folder)),
    ({ cause }) =>
      Effect.flatMap(kindOf(folder), (kind) =>
        kind === "folder"
          ? Effect.void
          : Effect.fail(new NewFolderError({ path: folder, isFile: kind === "file", cause })),
      ),
  )

const kindOf = (path: string): Effect.Effect<"file" | "folder" | "none"> =>
  Effect.match(
    Effect.tryPromise(() => stat(path)),
    { onFailure: () => "none", onSuccess: (stats) => (stats.isDirectory() ? "folder" : "file") },
  )
