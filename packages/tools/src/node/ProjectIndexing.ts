/** Indexes projects beside a program's calls: at first, and whenever a lock file has changed. */
import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import { statSync } from "node:fs"
import { dirname, join, resolve } from "node:path"

/** Which projects, and how one is indexed. */
export interface Options {
  /** Their folders, which are looked up at each look. */
  readonly folders: Effect.Effect<ReadonlyArray<string>>
  readonly index: (folder: string) => Effect.Effect<void>
}

/**
 * A look at the lock files, a few `stat`s: whether projects are being indexed, which begins if one of them is new or
 * its lock file has changed. Indexing ends with the scope.
 */
export const make = ({ folders, index }: Options): Effect.Effect<Effect.Effect<boolean>, never, Scope.Scope> =>
  Effect.map(Effect.scope, (scope) => {
    const indexed = new Map<string, string>()
    let isUnderWay = false
    return Effect.flatMap(folders, (all) => {
      const found = new Map(all.map((folder) => [resolve(folder), lockOf(resolve(folder))]))
      const stale = Array.from(found).filter(([folder, lock]) => indexed.get(folder) !== lock)
      if (isUnderWay || stale.length === 0) return Effect.succeed(isUnderWay)
      isUnderWay = true
      for (const [folder, lock] of stale) indexed.set(folder, lock)
      const work = Effect.forEach(stale, ([folder]) => index(folder), { discard: true })
      const done = Effect.sync(() => {
        isUnderWay = false
      })
      return Effect.as(Effect.forkIn(Effect.ensuring(work, done), scope), true)
    })
  })

// --- private --------------------------------------------------------------------------

const lockFiles = ["pnpm-lock.yaml", "package-lock.json", "yarn.lock", "bun.lock"]

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
