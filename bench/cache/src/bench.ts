/**
 * `node bench/cache/src/bench.ts [fetches] [pages] [seed]`: fetches 2,000 pages 10,000 times (the defaults) through a
 * memory cache and through a disk cache, in a network namespace. Zipf's law decides how popular a page is. Prints the
 * process's memory at ten points, the share of cache hits, and the size of the store at the end with its bounds. Needs
 * root.
 */
import { join } from "node:path"
import { Network, Random } from "@porthole/test-net"

const [fetches = "10000", pages = "2000", seed = String(Random.freshSeed())] = process.argv.slice(2)
process.exitCode = Network.isMissing()
  ? 1
  : await Network.command(join(import.meta.dirname, "inside.ts"), [fetches, pages, seed])
