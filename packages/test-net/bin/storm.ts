/**
 * `pnpm storm [count] [seed]`: as many calls (10,000 unless told otherwise) against sites and a SearXNG that answer at
 * random with every fault there is, 32 at a time, in a network of their own. Half of them are pages, half are
 * searches. Ends with 1 when a call passes its deadline by more than {@link slack}, or memory grows beyond its bound.
 */
import { join } from "node:path"
import { Network, Random } from "../src/index.ts"

const [count = "10000", seed = String(Random.freshSeed())] = process.argv.slice(2)
process.exitCode = Network.isMissing()
  ? 1
  : await Network.command(join(import.meta.dirname, "inside/storm-world.ts"), [count, seed])
