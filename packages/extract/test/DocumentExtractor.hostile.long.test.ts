/** Pages with every kind of damage, alone and two kinds together. */
import { assert, it } from "@effect/vitest"
import { damagedOf, damagedTests, numbers } from "./DamagedPages.ts"
import { kinds } from "./hazards/Mutation.ts"

it("there is a page with each kind of damage", () =>
  assert.sameMembers([...new Set(numbers.flatMap((at) => damagedOf(at).kinds))], [...kinds]))

damagedTests(numbers)
