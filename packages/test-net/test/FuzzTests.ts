/** Tests of arbitrary inputs, from a new seed each time; a failure names it. */
import { assert, describe, it } from "vitest"
import { Random } from "../src/index.ts"
import { Disagreements, properties } from "../src/fuzz/index.ts"

const seed = Random.freshSeed() >>> 1

/** How many inputs: of cheap properties, of whole pages, and of the oracle. */
export interface Counts {
  readonly cheap: number
  readonly expensive: number
  readonly oracle: number
}

/** Declares the tests of so many inputs. */
export const declare = ({ cheap, expensive, oracle }: Counts): void => {
  describe(`any input (seed ${seed})`, () => {
    it.each(properties)("$name", async ({ isExpensive, run }) => {
      const runs = isExpensive ? expensive : cheap
      assert.isAtLeast(await run({ runs, seed }), runs)
    })

    it(`the oracle agrees with the policy on ${oracle} cases, or finds it too strict`, () => {
      const { admitted, refused, safe, unsafe } = Disagreements.compare(oracle, seed)
      assert.deepStrictEqual(unsafe, [])
      assert.isAbove(admitted, oracle / 10)
      assert.isAbove(refused, oracle / 10)
      assert.deepStrictEqual(Object.keys(safe), ["ISATAP"])
    })
  })
}
