/**
 * A program that writes pages to a store: `node writer.ts <folder> <maxEntries> <maxBytes> <count> <seed>`. It prints
 * `ready` after the first page, and ends after `count` pages unless a test kills it.
 */
import * as Effect from "effect/Effect"
import { keys, page } from "./page.ts"
import { run } from "./store.ts"

const [folder, maxEntries, maxBytes, count, seed] = process.argv.slice(2)

const write = run({ folder: folder!, maxEntries: Number(maxEntries), maxBytes: Number(maxBytes) }, (store) =>
  Effect.gen(function* () {
    for (let at = 0; at < Number(count); at++) {
      const number = Number(seed) * 1_000 + at
      const key = keys[(number * 31) % keys.length]!
      yield* store.set(key, page(key, number), undefined)
      if (at === 0) yield* Effect.sync(() => process.stdout.write("ready\n"))
      if (at % 3 === 0) yield* store.get(keys[number % keys.length]!)
    }
  }),
)

await Effect.runPromise(write)
