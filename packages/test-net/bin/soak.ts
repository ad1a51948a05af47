/**
 * `pnpm soak [count] [seed]`: mixed good and bad fetches (20,000 unless told otherwise), 32 at a time,
 * in a network of their own. Prints what the process holds at ten points and ends with 1 when file
 * descriptors or sockets don't return to the start, the heap grows beyond its bound, or an answer is
 * another than it should be.
 */
import { join } from "node:path"
import { Network, Random } from "../src/index.ts"

const [count = "20000", seed = String(Random.freshSeed())] = process.argv.slice(2)
process.exitCode = Network.isMissing()
  ? 1
  : await Network.command(join(import.meta.dirname, "inside/soak-world.ts"), [count, seed])
