/** A store over the real disk, in a folder of the test. */
import * as NodeFileSystem from "@effect/platform-node/NodeFileSystem"
import * as NodePath from "@effect/platform-node/NodePath"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Persistence from "effect/persistence/Persistence"
import { mkdtempSync, readdirSync, rmSync, statSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { DiskStore } from "../../src/index.ts"

/** The store as a program gets it. */
export const layer = (options: DiskStore.Options) =>
  DiskStore.layer(options).pipe(Layer.provide([NodeFileSystem.layer, NodePath.layer]))

/** An empty folder, removed with the scope. */
export const temporaryFolder = Effect.acquireRelease(
  Effect.sync(() => mkdtempSync(join(tmpdir(), "porthole-store-"))),
  (folder) => Effect.sync(() => rmSync(folder, { recursive: true, force: true })),
)

/** Runs a program over one store of the folder, like one process from start to end. */
export const run = <A, E>(
  options: DiskStore.Options,
  program: (store: Persistence.BackingPersistenceStore) => Effect.Effect<A, E>,
) =>
  Persistence.BackingPersistence.use(({ make }) => Effect.scoped(Effect.flatMap(make("pages"), program))).pipe(
    Effect.provide(layer(options)),
  )

/** A file below the folder. */
export interface Found {
  readonly path: string
  readonly size: number
  readonly isTemporary: boolean
}

/** Every file below the folder. */
export const filesIn = (folder: string): ReadonlyArray<Found> =>
  readdirSync(folder, { recursive: true, encoding: "utf8" }).flatMap((name) => {
    const path = join(folder, name)
    const info = statSync(path, { throwIfNoEntry: false })
    if (info === undefined || !info.isFile()) return []
    return [{ path, size: info.size, isTemporary: name.split("/").at(-1)!.startsWith(".") }]
  })
