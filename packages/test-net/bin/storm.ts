/**
 * `pnpm storm [count] [seed]`: calls, by default 10,000, to sites and a SearXNG that answer with random faults, 32 at a
 * time, in a network namespace. Half of the calls read pages, half search. Exits with 1 when a call takes
 * much longer than its deadline and a reading together, or memory exceeds its bound.
 */
import { join } from "node:path"
import { Network, Random } from "../src/index.ts"

const [count = "10000", seed = String(Random.freshSeed())] = process.argv.slice(2)
process.exitCode = Network.isMissing()
  ? 1
  : await Network.command(join(import.meta.dirname, "inside/storm-world.ts"), [count, seed])
