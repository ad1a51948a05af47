/** A folder that only this user may enter, and those above it. */
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import * as Path from "effect/Path"
import { type PlatformError, systemError } from "effect/PlatformError"

/**
 * Makes a folder with mode 0700 and whichever above it are missing, one after the other: Node's own recursive way never
 * ends in a folder that takes none, such as `/proc`; here that is `PermissionDenied`. Something else in the folder's
 * place is no error.
 */
export const make = (folder: string): Effect.Effect<void, PlatformError, FileSystem.FileSystem | Path.Path> =>
  Effect.gen(function* () {
    const fs = yield* FileSystem.FileSystem
    const { dirname } = yield* Path.Path
    const one = Effect.catchReason(
      fs.makeDirectory(folder, { mode: 0o700 }),
      "PlatformError",
      "AlreadyExists",
      () => Effect.void,
    )
    const above = dirname(folder)
    if (above === folder) return yield* one
    yield* Effect.catchReason(one, "PlatformError", "NotFound", (cause) =>
      make(above).pipe(
        Effect.andThen(one),
        Effect.catchReason("PlatformError", "NotFound", () => Effect.fail(takesNone(above, cause))),
      ),
    )
  })

// --- private --------------------------------------------------------------------------

const takesNone = (above: string, cause: unknown): PlatformError =>
  systemError({
    _tag: "PermissionDenied",
    module: "FileSystem",
    method: "makeDirectory",
    pathOrDescriptor: above,
    description: "takes no folders",
    cause,
  })
