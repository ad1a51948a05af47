/** The contract of stored access tokens, for every store. */
import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import type { AccessTokensError, AccessTokensShape, StoredToken } from "../AccessTokens.ts"
import { Contract } from "@porthole/testing"

/** Makes the store, empty each time. */
export type MakeStore = Effect.Effect<AccessTokensShape, AccessTokensError, Scope.Scope>

/** The cases. */
export const cases = (make: MakeStore): ReadonlyArray<Contract.Case> => {
  const test = (
    name: string,
    run: (tokens: AccessTokensShape) => Effect.Effect<void, Contract.BrokenContract | AccessTokensError>,
  ): Contract.Case =>
    Contract.make(
      name,
      Effect.scoped(Effect.flatMap(make, run)).pipe(
        Effect.catchTag("AccessTokensError", ({ message }) =>
          Effect.fail(new Contract.BrokenContract({ message: `${name}: unexpected ${message}` })),
        ),
      ),
      (effect) => effect,
    )

  return [
    test("has none at first, and none to remove", (tokens) =>
      Effect.gen(function* () {
        yield* Contract.expectEqual(yield* tokens.list, [], "list")
        yield* Contract.expectEqual(yield* tokens.remove(token(1).hash), false, "remove")
      })),
    test("lists added tokens, the oldest first, several of one tenant too", (tokens) =>
      Effect.gen(function* () {
        for (const number of [1, 2, 3]) yield* tokens.add(token(number))
        yield* Contract.expectEqual(yield* tokens.list, [token(1), token(2), token(3)], "list")
      })),
    test("removes one by its hash, once", (tokens) =>
      Effect.gen(function* () {
        for (const number of [1, 2]) yield* tokens.add(token(number))
        yield* Contract.expectEqual(yield* tokens.remove(token(1).hash), true, "the first time")
        yield* Contract.expectEqual(yield* tokens.remove(token(1).hash), false, "the second time")
        yield* Contract.expectEqual(yield* tokens.list, [token(2)], "list")
      })),
    test("loses none of several tokens added in parallel", (tokens) =>
      Effect.gen(function* () {
        const numbers = Array.from({ length: 8 }, (_, index) => index)
        yield* Effect.forEach(numbers, (number) => tokens.add(token(number)), { concurrency: "unbounded" })
        yield* Contract.expectEqual((yield* tokens.list).length, 8, "all of them")
      })),
  ]
}

// --- private --------------------------------------------------------------------------

const token = (number: number): StoredToken => ({
  tenant: number === 3 ? 'Straße "🐋"' : "acme",
  hash: String(number).repeat(64),
  added: `2026-01-0${number + 1}T00:00:00.000Z`,
})
