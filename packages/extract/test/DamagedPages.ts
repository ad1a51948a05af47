/** Saved pages that are damaged, in the same way in every run, and the test that they are read alike in parallel. */
import { afterAll, assert, it } from "@effect/vitest"
import { Extractor } from "@porthole/core"
import { Effect, Layer, ManagedRuntime, Result } from "effect"
import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { DocumentExtractor } from "../src/index.ts"
import { mutate, randomOf } from "./hazards/Mutation.ts"
import { fetchedOf, unhurried } from "./support.ts"

const folder = join(import.meta.dirname, "golden")
const pages = readdirSync(folder)
  .filter((name) => name.endsWith(".html"))
  .map((name) => readFileSync(join(folder, name)))

/** The numbers of the damaged pages: enough for every kind of damage. */
export const numbers: ReadonlyArray<number> = Array.from({ length: 60 }, (_, at) => at)

/** A page that is damaged by its number. */
export const damagedOf = (at: number): { readonly bytes: Uint8Array; readonly kinds: ReadonlyArray<string> } => {
  const [one, other] = [pages[at % pages.length], pages[(at * 7 + 3) % pages.length]]
  const { bytes, kind } = mutate(one ?? new Uint8Array(), other ?? new Uint8Array(), randomOf(at))
  return { bytes: bytes.slice(0, 60_000), kinds: kind.split(" + ") }
}

/** Declares that damaged pages have the same page or typed error in parallel as alone. */
export const damagedTests = (chosen: ReadonlyArray<number>): void => {
  const runtime = ManagedRuntime.make(
    Layer.provideMerge(DocumentExtractor.layer({ isolation: "thread", size: 2 }), unhurried),
  )
  afterAll(() => runtime.dispose())

  it("damaged pages have the same page or typed error in parallel as alone", async () => {
    const rows = chosen.map((at) => damagedOf(at).bytes)
    const read = (bytes: Uint8Array) =>
      Effect.result(Extractor.Extractor.use(({ extract }) => extract(fetchedOf(bytes, { contentType: "text/html" }))))
    const together = await runtime.runPromise(Effect.forEach(rows, read, { concurrency: "unbounded" }))
    for (const result of together) {
      if (Result.isFailure(result)) assert.strictEqual(result.failure.error, "extraction_failed")
    }
    assert.isTrue(together.some(Result.isSuccess), "a page is read")
    const alone = await runtime.runPromise(Effect.forEach(rows.slice(0, 5), read))
    for (const [at, result] of alone.entries()) {
      const other = together[at]
      if (Result.isSuccess(result) && other !== undefined && Result.isSuccess(other)) {
        assert.deepStrictEqual(result.success, other.success)
      }
    }
  })
}
