/**
 * `node bench/cache/src/bench.ts [fetches] [pages] [seed]`: 10,000 fetches of 2,000 pages (unless told
 * otherwise) through a cache in memory and through one on disk, in a network of their own. Popular pages
 * are asked for more often (Zipf's law). Prints what the process holds at ten points, how much came from the
 * cache, and what the store holds at the end, beside its bounds. Root.
 */
import { join } from "node:path"
import { Network, Random } from "@porthole/test-net"

const [fetches = "10000", pages = "2000", seed = String(Random.freshSeed())] = process.argv.slice(2)
process.exitCode = Network.isMissing()
  ? 1
  : await Network.command(join(import.meta.dirname, "inside.ts"), [fetches, pages, seed])
