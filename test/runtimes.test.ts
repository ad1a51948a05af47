/**
 * An entry point of a package refuses an old Node when it is imported. `runtimes.long.test.ts` imports all of them, and
 * `pnpm packed` tries a real old one.
 */
import { assert, it } from "vitest"
import { entries, refusal, saidToOldNode } from "./Entries.ts"
import { sampleOf } from "./tiers/Sample.ts"

it("an entry point refuses an old Node in one sentence", () => {
  assert.isAtLeast(entries.length, 25)
  const sampled = sampleOf(entries, 2)
  assert.deepStrictEqual(
    saidToOldNode(sampled),
    sampled.map(() => refusal),
  )
})
