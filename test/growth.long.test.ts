/** Hostile text costs linear time, in every regular expression, function and document format (`growth.test.ts`). */
import { assert, describe, it } from "vitest"
import { recorded } from "./expressions/Verdicts.ts"
import { all, growing } from "./growth/Growing.ts"

describe("hostile text costs linear time", () => {
  it("in every regular expression", () => {
    assert.deepStrictEqual(growing({ patterns: { literals: recorded().safe, count: all } }), [])
  })

  it("in every function that sees text of a site or a caller", () => {
    assert.deepStrictEqual(growing({ readers: all }), [])
  })

  it("in every document format", () => {
    assert.deepStrictEqual(growing({ formats: [all, all] }), [])
  })
})
