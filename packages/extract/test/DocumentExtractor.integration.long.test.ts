/**
 * The contract of the extractor in threads and in processes, programs that end by themselves, and the memory of
 * processes. clock: real, since threads and processes are.
 */
import { assert, describe, it } from "@effect/vitest"
import { Extractor } from "@porthole/core"
import { Effect, Layer } from "effect"
import { DocumentExtractor } from "../src/index.ts"
import { contractTests, processes, programs, programTests, threads } from "./Isolations.ts"
import { article, bytesOf, fetchedOf, unhurried } from "./support.ts"

for (const isolation of [threads, processes]) contractTests(isolation, Infinity)

programTests(programs)

/** Far more than 24 MiB can hold. */
const large = fetchedOf(bytesOf(article("<p>Words and <b>words</b> and <i class=a>words</i>.</p>".repeat(10_400))))

describe("reading in processes", () => {
  it.live("bounds their memory: a document that needs more ends its own process and nothing else", () =>
    Effect.gen(function* () {
      const { extract } = yield* Extractor.Extractor
      assert.strictEqual((yield* Effect.flip(extract(large))).error, "extraction_failed")
      assert.strictEqual((yield* extract(fetchedOf(bytesOf(article("<p>Hello.</p>"))))).title, "A title")
    }).pipe(
      Effect.provide(
        Layer.provideMerge(DocumentExtractor.layer({ isolation: "process", size: 1, memory: 24 }), unhurried),
      ),
    ),
  )
})
