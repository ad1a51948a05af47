/** A lock beside a file, so that two processes never write one recording. A process that died has none. */
import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import { readFile, unlink, writeFile } from "node:fs/promises"
import { RecordingError } from "./RecordingError.ts"

/** Holds the lock of a file until the scope ends. */
export const hold = (file: string): Effect.Effect<void, RecordingError, Scope.Scope> => {
  const lock = `${file}.lock`
  const take = Effect.tryPromise({
    try: () => writeFile(lock, String(process.pid), { flag: "wx", mode: 0o600 }),
    catch: (cause) =>
      new RecordingError({ message: `The recording ${file} can't be written: its folder refuses the lock.`, cause }),
  })
  const release = Effect.ignore(Effect.tryPromise(() => unlink(lock)))
  const takeOver = Effect.flatMap(isHeld(lock), (held): Effect.Effect<void, RecordingError> =>
    held
      ? Effect.fail(new RecordingError({ message: `Another process writes ${file}. Name another file, or a folder.` }))
      : Effect.andThen(release, take),
  )
  return Effect.acquireRelease(
    Effect.catch(take, () => takeOver),
    () => release,
  )
}

// --- private --------------------------------------------------------------------------

/** Whether the process that a lock names is alive. */
const isHeld = (lock: string): Effect.Effect<boolean> =>
  Effect.tryPromise(() => readFile(lock, "utf8")).pipe(
    Effect.flatMap((text) => Effect.try(() => process.kill(Number(text) || 2 ** 31 - 1, 0))),
    Effect.isSuccess,
  )
