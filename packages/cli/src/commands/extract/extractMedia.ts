/** Writes the pictures of a saved document to a folder, for `porthole extract --extract-media`. */
import { WebError } from "@porthole/core"
import { Operator } from "@porthole/tools"
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import { join } from "node:path"
import * as NewFolder from "../../NewFolder.ts"
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
  yield* Effect.mapError(NewFolder.make(folder), (cause) => refused(cause.message, cause))
  for (const { bytes, name } of pictures)
    yield* Effect.mapError(files.writeFile(join(folder, name), bytes, { flag: "wx" }), (cause) =>
      refused(`A picture can't be written to ${folder}: ${cause.reason._tag}.`, cause),
    )
  return pictures.length
})

// --- private --------------------------------------------------------------------------

const refused = (why: string, cause: unknown): WebError.WebError =>
  WebError.make({ error: "invalid_request", reason: "path", message: `${why} Name an empty folder.` }, cause)
