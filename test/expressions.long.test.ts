/** recheck refuses expressions that take more than linear time, and those that it can't judge. */
import { assert, it } from "vitest"
import { nameOf, verdictsOn } from "./expressions/Verdicts.ts"

it("vulnerable and unknown expressions get refused", async () => {
  const sources = [String.raw`^ *#+\s*|\s*#*\s*$`, "(a*)*b", "(?i:x)+"]
  const verdicts = await verdictsOn(sources.map((source) => ({ source, flags: "" })))
  assert.deepStrictEqual(
    sources.map((source) => verdicts.get(nameOf({ source, flags: "" }))?.status),
    ["vulnerable", "vulnerable", "unknown"],
  )
})
