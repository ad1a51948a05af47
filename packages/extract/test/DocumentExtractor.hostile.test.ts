import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import { Extractor, Settings } from "@porthole/core"
import { Effect, Layer, ManagedRuntime, Result } from "effect"
import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { DocumentExtractor } from "../src/index.ts"
import { kinds, mutate, randomOf } from "./hazards/Mutation.ts"
import { fetchedOf } from "./support.ts"

const folder = join(import.meta.dirname, "golden")
const pages = readdirSync(folder)
  .filter((name) => name.endsWith(".html"))
  .map((name) => readFileSync(join(folder, name)))

/** Enough pages for every kind of damage. */
const count = 60

describe("damaged pages", () => {
  // On a busy machine a page that exceeds its time budget gets a reduced result, which must not be compared.
  const withTime = Layer.orDie(Settings.layer({ extract_timeout: "60 seconds" }))
  const runtime = ManagedRuntime.make(
    Layer.provideMerge(DocumentExtractor.layer({ isolation: "thread", size: 2 }), withTime),
  )
  beforeAll(() => runtime.context(), 30_000)
  afterAll(() => runtime.dispose())

  it("have the same page or typed error in parallel as alone", async () => {
    const met = new Set<string>()
    const damaged = Array.from({ length: count }, (_, at) => {
      const random = randomOf(at)
      const { bytes, kind } = mutate(
        pages[at % pages.length] ?? new Uint8Array(),
        pages[(at * 7 + 3) % pages.length] ?? new Uint8Array(),
        random,
      )
      for (const name of kind.split(" + ")) met.add(name)
      return bytes.slice(0, 60_000)
    })
    assert.sameMembers([...met], [...kinds])
    const read = (bytes: Uint8Array) =>
      Effect.result(Extractor.Extractor.use(({ extract }) => extract(fetchedOf(bytes, { contentType: "text/html" }))))
    const together = await runtime.runPromise(Effect.forEach(damaged, read, { concurrency: "unbounded" }))
    for (const result of together) {
      if (Result.isFailure(result)) assert.oneOf(result.failure.error, ["timeout", "extraction_failed"])
    }
    const few = damaged.slice(0, 5)
    const alone = await runtime.runPromise(Effect.forEach(few, read))
    for (const [at, result] of alone.entries()) {
      const other = together[at]
      if (Result.isSuccess(result) && other !== undefined && Result.isSuccess(other)) {
        assert.deepStrictEqual(result.success, other.success)
      }
    }
  })
})
