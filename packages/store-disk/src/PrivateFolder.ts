/** Makes folders that only this user can enter. */
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import * as Path from "effect/Path"
import { type PlatformError, systemError } from "effect/PlatformError"

/**
 * Makes a folder with mode 0700 and its missing parents, one after the other. Node's own recursive option never ends
 * below a folder that accepts no folders, such as `/proc`; this function fails with `PermissionDenied`. It doesn't fail
 * if the path exists, even as a file.
 */
export const make = (folder: string): Effect.Effect<void, PlatformError, FileSystem.FileSystem | Path.Path> =>
  Effect.gen(function* () {
    const fs = yield* FileSystem.FileSystem
    const { dirname } = yield* Path.Path
    const makeThis = Effect.catchReason(
      fs.makeDirectory(folder, { mode: 0o700 }),
      "PlatformError",
      "AlreadyExists",
      () => Effect.void,
    )
    const above = dirname(folder)
    if (above === folder) return yield* makeThis
    yield* Effect.catchReason(makeThis, "PlatformError", "NotFound", (cause) =>
      make(above).pipe(
        Effect.andThen(makeThis),
        Effect.catchReason("PlatformError", "NotFound", () => Effect.fail(noFolderAllowed(above, cause))),
      ),
    )
  })

// --- private --------------------------------------------------------------------------

const noFolderAllowed = (above: string, cause: unknown): PlatformError =>
  systemError({
    _tag: "PermissionDenied",
    module: "FileSystem",
    method: "makeDirectory",
    pathOrDescriptor: above,
    description: "takes no folders",
    cause,
  })
