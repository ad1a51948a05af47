/**
 * Indexes a project's packages beside a server: in a process of its own, so that no call waits, at the start and
 * whenever the lock file has changed.
 */
import { Bound } from "@porthole/core"
import { LibraryTools } from "@porthole/tools"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { type ChildProcess, spawn } from "node:child_process"
import { statSync } from "node:fs"
import { dirname, join, resolve } from "node:path"

/** Begins to index, and tells `LibraryTools` whether it is under way. It ends with the scope. */
export const layer = (project: string): Layer.Layer<never> =>
  Layer.effect(
    LibraryTools.IsIndexing,
    Effect.map(
      Effect.acquireRelease(
        Effect.sync(() => new Indexing(resolve(project))),
        (indexing) => Effect.sync(() => indexing.end()),
      ),
      (indexing) => {
        indexing.look()
        return Effect.sync(() => indexing.look())
      },
    ),
  )

// --- private --------------------------------------------------------------------------

const lockFiles = ["pnpm-lock.yaml", "package-lock.json", "yarn.lock", "bun.lock"]

class Indexing {
  readonly #project: string
  #indexed: string | undefined
  #process: ChildProcess | undefined

  constructor(project: string) {
    this.#project = project
  }

  /** Whether indexing is under way, which begins if the lock file has changed. */
  look(): boolean {
    const lock = this.#process === undefined ? lockOf(this.#project) : this.#indexed
    if (lock === this.#indexed && this.#indexed !== undefined) return this.#process !== undefined
    this.#indexed = lock
    // Its output is none of the protocol's; a failure is what `porthole docs add` shows to a person.
    const child = Bound.start("indexing of a project", () =>
      spawn(process.execPath, [process.argv[1] ?? "", "docs", "add", "--for", this.#project, "--json"], {
        stdio: "ignore",
      }),
    )
    const done = () => {
      if (this.#process === child) this.#process = undefined
    }
    child.once("error", done)
    child.once("exit", done)
    child.unref()
    this.#process = child
    return true
  }

  end(): void {
    this.#process?.kill()
  }
}

/** The nearest lock file and its time; a project without one is indexed once. */
const lockOf = (project: string): string => {
  for (let folder = project; ; folder = dirname(folder)) {
    for (const name of lockFiles) {
      const stat = statSync(join(folder, name), { throwIfNoEntry: false })
      if (stat !== undefined) return `${folder} ${stat.mtimeMs}`
    }
    if (dirname(folder) === folder) return "none"
  }
}
