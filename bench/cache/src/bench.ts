/**
 * `node bench/cache/src/bench.ts [fetches] [pages] [seed]`: fetches 2,000 pages 10,000 times (the defaults) through a
 * memory cache and through a disk cache, in turns, in a network namespace. Zipf's law decides how popular a page is. A
 * cache holds at most 512 entries and 8 MiB. Prints the memory of both processes at ten points, the share of cache hits,
 * what each one's site served, and the size of the store at the end. Needs root.
 */
import { mkdtempSync, readdirSync, rmSync, statSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Dns, Random, World } from "@porthole/test-net"
import * as Child from "../../harness/Child.ts"
import { printTable } from "../../harness/Figures.ts"
import * as OwnNetwork from "../../harness/OwnNetwork.ts"
import type { Figures } from "./client.ts"

await OwnNetwork.enter(import.meta.filename)

const [fetches = "10000", pages = "2000", seed = String(Random.freshSeed())] = process.argv.slice(2)
const points = 10
const folder = mkdtempSync(join(tmpdir(), "porthole-cache-"))
await Dns.start({ "memory.test": [[World.publicA]], "disk.test": [[World.publicB]] })

const start = async (name: string, address: string, store: string) => ({
  site: await Child.start(join(import.meta.dirname, "site.ts"), [address, pages, seed]),
  client: await Child.start(
    join(import.meta.dirname, "client.ts"),
    [`http://${name}.test`, pages, seed, store],
    ["--expose-gc"],
  ),
})
const stores = [await start("memory", World.publicA, ""), await start("disk", World.publicB, folder)]

console.log(`${fetches} fetches of ${pages} pages, seed ${seed}\n`)
const print = printTable("fetches | in memory: RSS, MiB | heap, MiB | on disk: RSS, MiB | heap, MiB")
let last: ReadonlyArray<Figures> = []
for (let point = 1; point <= points; point++) {
  const figures: Array<Figures> = []
  for (const { client } of stores) figures.push(await Child.ask(client, Number(fetches) / points))
  print(String((Number(fetches) / points) * point), ...figures.flatMap(({ heap, rss }) => [rss, heap]))
  last = figures
}
const printEach = (name: string, of: (figures: Figures) => number) =>
  print(name, ...last.flatMap((figures) => [of(figures), ""]))
printEach("from the cache", ({ hits }) => hits)
printEach("wrong", ({ wrong }) => wrong)
printEach("median of a hit, ms", ({ hit }) => hit)
printEach("median of a miss, ms", ({ miss }) => miss)
const served = await Promise.all(stores.map(({ site }) => Child.ask(site, "served")))
print("pages that the site sent", ...served.flatMap((counts) => [counts.pages, ""]))
print('answers of "unchanged"', ...served.flatMap(({ unchanged }) => [unchanged, ""]))
const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((file) => file.isFile())
const bytes = files.reduce((sum, file) => sum + statSync(join(file.parentPath, file.name)).size, 0)
console.log(`\nthe folder holds ${files.length} files of ${(bytes / 2 ** 20).toFixed(1)} MiB`)
rmSync(folder, { recursive: true })
process.exit(last.some(({ wrong }) => wrong > 0) ? 1 : 0)
