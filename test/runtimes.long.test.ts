/** Every entry point of every package refuses an old Node when it is imported. */
import { assert, it } from "vitest"
import { entries, refusal, saidToOldNode } from "./Entries.ts"

it("every entry point refuses an old Node in one sentence", () => {
  assert.deepStrictEqual(
    saidToOldNode(entries),
    entries.map(() => refusal),
  )
})
