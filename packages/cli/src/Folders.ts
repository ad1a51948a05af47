/** Folders that a command makes for a person. */
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import type { PlatformError } from "effect/PlatformError"
import { dirname } from "node:path"

/**
 * Makes a folder and those above it, unless they are there. Node's recursive option never ends below a folder that
 * accepts no folders, such as `/proc`.
 */
export const make = (folder: string): Effect.Effect<void, PlatformError, FileSystem.FileSystem> =>
  makeOne(folder).pipe(
    Effect.catchReason("PlatformError", "NotFound", (_, error) =>
      // The topmost folder has none above it.
      dirname(folder) === folder ? Effect.fail(error) : Effect.andThen(make(dirname(folder)), makeOne(folder)),
    ),
  )

// --- private --------------------------------------------------------------------------

const makeOne = (folder: string): Effect.Effect<void, PlatformError, FileSystem.FileSystem> =>
  FileSystem.FileSystem.use((files) =>
    files
      .makeDirectory(folder)
      .pipe(
        Effect.catchReason("PlatformError", "AlreadyExists", (_, error) =>
          Effect.flatMap(files.stat(folder), ({ type }) => (type === "Directory" ? Effect.void : Effect.fail(error))),
        ),
      ),
  )
