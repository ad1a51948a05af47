/** Tests the fields of requests as clients of others send them. */
import { assert, describe, it } from "@effect/vitest"
import * as Fields from "../../src/dropin/Fields.ts"

describe("a duration", () => {
  it.each([
    [30, 1, 30],
    ["30", 1, 30],
    [" 30 ", 1, 30],
    ["1500", 1_000, 2],
    [1_500, 1_000, 2],
    ["", 1, undefined],
    ["soon", 1, undefined],
    [Number.NaN, 1, undefined],
    [undefined, 1, undefined],
    [[30], 1, undefined],
  ])("of %j, %i a second, has %j whole seconds", (duration, perSecond, seconds) => {
    assert.strictEqual(Fields.secondsOf(duration, perSecond), seconds)
  })
})
