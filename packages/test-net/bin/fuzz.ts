/**
 * `pnpm fuzz [runs] [seed]`: checks every property with arbitrary URLs, names, DNS answers, headers and bodies, by
 * default 100,000 inputs each, and a hundredth of them for properties of whole pages. A failure prints the smallest
 * input found.
 */
import { inspect } from "node:util"
import { Random } from "../src/index.ts"
import { properties } from "../src/fuzz/index.ts"

const runs = Number(process.argv[2] ?? 100_000)
const seed = Number(process.argv[3] ?? Random.freshSeed() >>> 1)
process.stdout.write(`seed ${seed}, ${runs} inputs a property\n`)
for (const { isExpensive, name, run } of properties) {
  // clock: printed, never judged
  const began = performance.now()
  const outcome = await run({ runs: isExpensive ? Math.ceil(runs / 100) : runs, seed }).then(
    (tried) => `held for ${tried} inputs`,
    (error: unknown) => {
      process.exitCode = 1
      return `FAILED: ${inspect(error)}`
    },
  )
  // clock: printed, never judged
  process.stdout.write(`${name}: ${outcome} (${((performance.now() - began) / 1_000).toFixed(1)} s)\n`)
}
