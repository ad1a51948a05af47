/**
 * `pnpm soak [count] [seed]`: mixed good and bad fetches, by default 20,000, 32 at a time, in a network namespace.
 * Prints the process's resources at ten points. Exits with 1 when file descriptors or sockets don't return to their
 * first number, the heap exceeds its bound, or an answer is wrong.
 */
import { join } from "node:path"
import { Network, Random } from "../src/index.ts"

const [count = "20000", seed = String(Random.freshSeed())] = process.argv.slice(2)
process.exitCode = Network.isMissing()
  ? 1
  : await Network.command(join(import.meta.dirname, "inside/soak-world.ts"), [count, seed])
