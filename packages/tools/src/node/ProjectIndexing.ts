/** Indexes projects beside a program's calls: at first, whenever a lock file has changed, and again after a failure. */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import { statSync } from "node:fs"
import { dirname, join, resolve } from "node:path"

/** Which projects, and how one is indexed. */
export interface Options {
  /** Their folders, which are looked up at each look. */
  readonly folders: Effect.Effect<ReadonlyArray<string>>
  readonly index: (folder: string) => Effect.Effect<void, unknown>
}

/** After a failure a project is indexed again at a look this many milliseconds later. */
export const retryAfter = 300_000

/**
 * A look at the lock files, a few `stat`s: whether projects are being indexed, which begins if one of them is new, its
 * lock file has changed, or it failed {@link retryAfter} ago. Indexing ends with the scope.
 */
export const make = ({ folders, index }: Options): Effect.Effect<Effect.Effect<boolean>, never, Scope.Scope> =>
  Effect.map(Effect.scope, (scope) => {
    const indexed = new Map<string, Indexed>()
    let isUnderWay = false
    return Effect.gen(function* () {
      const all = yield* folders
      const now = yield* Clock.currentTimeMillis
      const found = new Map(all.map((folder) => [resolve(folder), lockOf(resolve(folder))]))
      const stale = Array.from(found).filter(([folder, lock]) => {
        const before = indexed.get(folder)
        return before?.lock !== lock || now >= before.until
      })
      if (isUnderWay || stale.length === 0) return isUnderWay
      isUnderWay = true
      for (const [folder, lock] of stale) indexed.set(folder, { lock, until: Infinity })
      const work = Effect.forEach(
        stale,
        ([folder, lock]) =>
          Effect.catch(index(folder), () =>
            Effect.map(Clock.currentTimeMillis, (now) => void indexed.set(folder, { lock, until: now + retryAfter })),
          ),
        { discard: true },
      )
      const done = Effect.sync(() => {
        isUnderWay = false
      })
      yield* Effect.forkIn(Effect.ensuring(work, done), scope)
      return true
    })
  })

// --- private --------------------------------------------------------------------------

/** The lock file that a project was indexed by, and until when that counts, in milliseconds. */
interface Indexed {
  readonly lock: string
  readonly until: number
}

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
