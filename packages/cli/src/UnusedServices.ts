/**
 * Stand-ins for services that Effect's parser of command lines requires, for flags and prompts that we don't have.
 *
 * Node's own would load `node:crypto` and `node:child_process` at each start, which takes 6 ms. A command that needs
 * files provides them itself.
 */
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import * as Layer from "effect/Layer"
import * as ChildProcessSpawner from "effect/process/ChildProcessSpawner"

/** A file system without files, and no way to start a process. */
export const layer: Layer.Layer<FileSystem.FileSystem | ChildProcessSpawner.ChildProcessSpawner> = Layer.merge(
  FileSystem.layerNoop({}),
  Layer.succeed(
    ChildProcessSpawner.ChildProcessSpawner,
    ChildProcessSpawner.make(() => Effect.die(new Error("No command starts a process this way."))),
  ),
)
