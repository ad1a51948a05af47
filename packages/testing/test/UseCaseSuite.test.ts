/**
 * The suite of the use-cases over the kernel, and over use-cases that break it.
 *
 * clock: real, since the suite runs its own effects.
 */
import { assert, describe, it } from "@effect/vitest"
import { WebBackend } from "@porthole/core"
import { UseCaseSuite } from "@porthole/testing"
import { Effect, Exit, Predicate } from "effect"

describe("the kernel's use-cases", () => {
  for (const { name, run } of UseCaseSuite.cases(UseCaseSuite.kernel)) it.live(name, () => run)
  for (const { name, run } of UseCaseSuite.anyArguments(UseCaseSuite.kernel)) it.live(name, () => run)
})

describe("a use-case that hands its arguments to the backend", () => {
  const broken = { webSearch: (args: unknown) => WebBackend.WebBackend.use(({ search }) => search(Object(args))) }
  const failing = (cases: ReturnType<typeof UseCaseSuite.cases>) =>
    Effect.map(
      Effect.forEach(cases, ({ name, run }) => Effect.map(Effect.exit(run), (exit) => [name, exit] as const)),
      (exits) => exits.flatMap(([name, exit]) => (Exit.isFailure(exit) ? [name] : [])),
    )

  it.live("breaks the cases of its bounds and of wrong arguments", () =>
    Effect.gen(function* () {
      const names = yield* failing(UseCaseSuite.cases(broken))
      assert.includeMembers(names, [
        "webSearch: 9999 and 1 arrive as 100 and 1",
        'webSearch: {"query":"x","time_range":"hour"} is an invalid time_range',
      ])
      assert.lengthOf(yield* failing(UseCaseSuite.anyArguments(broken).slice(0, 1)), 1)
    }),
  )

  it.live("and one that throws breaks the case of any arguments", () =>
    Effect.gen(function* () {
      const throwing = { webSearch: (args: unknown) => (Predicate.isObject(args) ? Effect.void : Effect.die("bug")) }
      assert.isNotEmpty(yield* failing(UseCaseSuite.anyArguments(throwing)))
    }),
  )
})
