/** A lock beside a file, so that two processes never write one recording. A process that died has none. */
import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import { readFile, unlink, writeFile } from "node:fs/promises"
import { RecordingError } from "./RecordingError.ts"
import * as WarcFile from "./WarcFile.ts"

/** Holds the lock of a file until the scope ends. */
export const hold = (file: string): Effect.Effect<void, RecordingError, Scope.Scope> => {
  const lock = `${file}.lock`
  const take = Effect.tryPromise({
    try: () => writeFile(lock, String(process.pid), { flag: "wx", mode: 0o600 }),
    catch: (cause) => {
      const message = `The recording ${file} can't be written: its folder refuses the lock${WarcFile.reasonOf(cause)}.`
      return new RecordingError({ message, cause })
    },
  })
  const remove = Effect.ignore(Effect.tryPromise(() => unlink(lock)))
  const release = Effect.andThen(
    remove,
    Effect.sync(() => held.delete(lock)),
  )
  const takeOver = Effect.flatMap(isHeld(lock), (isHeld): Effect.Effect<void, RecordingError> =>
    isHeld
      ? Effect.fail(new RecordingError({ message: `Another process writes ${file}. Name another file, or a folder.` }))
      : Effect.andThen(remove, take),
  )
  return Effect.acquireRelease(
    Effect.tap(
      Effect.catch(take, () => takeOver),
      () => Effect.sync(() => held.add(lock)),
    ),
    () => release,
  )
}

// --- private --------------------------------------------------------------------------

/** The locks of this process: another one of the same number, in a container that began anew, left the others. */
const held = new Set<string>()

/** Whether the process that a lock names is alive, also one of another user. */
const isHeld = (lock: string): Effect.Effect<boolean> =>
  Effect.tryPromise(() => readFile(lock, "utf8")).pipe(
    Effect.map((text) => Number(text) || 2 ** 31 - 1),
    Effect.flatMap((pid) =>
      pid === process.pid
        ? Effect.succeed(held.has(lock))
        : Effect.match(
            Effect.try(() => process.kill(pid, 0)),
            {
              onFailure: ({ cause }) => cause instanceof Error && "code" in cause && cause.code === "EPERM",
              onSuccess: () => true,
            },
          ),
    ),
    Effect.orElseSucceed(() => false),
  )
