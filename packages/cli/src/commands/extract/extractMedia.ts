/** Writes the pictures of a saved document to a folder, for `porthole extract --extract-media`. */
import { WebError } from "@porthole/core"
import { Operator } from "@porthole/tools"
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import { join } from "node:path"
import * as Folders from "../../Folders.ts"
import * as SavedPage from "../../SavedPage.ts"

/** Writes the pictures, and returns their number. A file that exists isn't replaced: that is an error. */
export const extractMedia = Effect.fnUntraced(function* (path: string, folder: string) {
  const files = yield* FileSystem.FileSystem
  const pictures = yield* Effect.catchTag(
    Operator.picturesOf(yield* SavedPage.bytesOf(path)),
    "NotInstalled",
    // The command brings the package.
    Effect.die,
  )
  const refused = (cause: { readonly reason: { readonly _tag: string } }): WebError.WebError =>
    WebError.make(
      {
        error: "invalid_request",
        reason: "path",
        message: `A picture can't be written to ${folder}: ${cause.reason._tag}. Name an empty folder.`,
      },
      cause,
    )
  yield* Effect.mapError(Folders.make(folder), refused)
  for (const { bytes, name } of pictures)
    yield* Effect.mapError(files.writeFile(join(folder, name), bytes, { flag: "wx" }), refused)
  return pictures.length
})
