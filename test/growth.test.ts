/**
 * Hostile text costs linear time: a sample of the regular expressions, of the functions that see text of a site or a
 * caller, and of the document formats. `growth.long.test.ts` measures all of them.
 */
import { assert, it } from "vitest"
import { recorded } from "./expressions/Verdicts.ts"
import { growing } from "./growth/Growing.ts"
import { growthOf, limit, repeated } from "./growth/Growth.ts"

it("hostile text costs linear time", () => {
  const patterns = { literals: recorded().safe, count: 24 }
  assert.deepStrictEqual(growing({ patterns, readers: 6, formats: [2, 12] }), [])
})

it("and the measurement tells what many matches cost from what is linear", () => {
  const growthBy = (pattern: RegExp) => growthOf((text) => text.replace(pattern, ""), repeated(","), 6_000)
  assert.isAtLeast(growthBy(/,(?![^(]*\))/g), limit)
  assert.isBelow(growthBy(/,(?=,)/g), limit)
})
