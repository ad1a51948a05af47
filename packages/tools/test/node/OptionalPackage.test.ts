/** Tests what a person reads of a package that only a setting needs. */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Exit } from "effect"
import * as OptionalPackage from "../../src/node/OptionalPackage.ts"

const name = "@porthole/store-redis"
const loadedWith = (cause: Error) =>
  OptionalPackage.load("PORTHOLE_REDIS_URL", name, () => Promise.reject<never>(cause))

describe("a person whose setting needs a package", () => {
  it.effect.each([
    [`Cannot find package '${name}' imported from /app.js`, { code: "ERR_MODULE_NOT_FOUND" }, `npm install ${name}`],
    [`Could not resolve "${name}" imported by "@porthole/tools".`, {}, `npm install ${name}`],
    ['Dynamic require of "node:crypto" is not supported', {}, "keep @porthole/* external when you bundle it"],
  ] as const)("reads what to do: %s", ([message, fields, advice]) =>
    Effect.gen(function* () {
      assert.include((yield* Effect.flip(loadedWith(Object.assign(new Error(message), fields)))).message, advice)
    }),
  )

  it.effect("reads nothing of the kind where the package is broken", () =>
    Effect.gen(function* () {
      const broken = Object.assign(new Error("Cannot find package 'redis' imported from x"), {
        code: "ERR_MODULE_NOT_FOUND",
      })
      assert.isTrue(Exit.hasDies(yield* Effect.exit(loadedWith(broken))))
    }),
  )
})
