/** Archives that are damaged, hostile or of another type. */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Result } from "effect"
import * as fc from "fast-check"
import { officeOf, read, zipOf } from "./support.ts"

const failure = (bytes: Uint8Array) =>
  Effect.map(Effect.result(read(bytes)), (outcome) => (Result.isFailure(outcome) ? outcome.failure.message : ""))

const body = (inner: string): string => `<w:document><w:body>${inner}</w:body></w:document>`
const document = (content: string | Uint8Array) =>
  officeOf("word/document.xml", [{ name: "word/document.xml", content }])

describe("an archive", () => {
  it.effect("that is no document is a list of its files", () =>
    Effect.gen(function* () {
      const { content } = yield* read(zipOf([{ name: "../../a.txt", content: "hello" }]))
      assert.strictEqual(content, "An archive of 1 files, which aren't read:\n\n- ../../a.txt (5 bytes)")
    }),
  )

  it.effect("that is encrypted or damaged fails clearly", () =>
    Effect.gen(function* () {
      assert.match(yield* failure(officeOf("a.xml", [{ name: "a.xml", content: "<document/>", flags: 1 }])), /password/)
      const compound = Buffer.concat([
        Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]),
        Buffer.from("EncryptedPackage", "utf16le"),
      ])
      assert.match(yield* failure(compound), /password/)
      assert.match(yield* failure(compound.subarray(0, 12)), /Office files from before 2007/)
      assert.match(yield* failure(document(body("")).subarray(0, 100)), /damaged/)
      assert.match(yield* failure(new Uint8Array()), /empty/)
    }),
  )

  it.effect("that unpacks to more than it says, or to much more than its size, isn't unpacked", () =>
    Effect.gen(function* () {
      const zeros = new Uint8Array(8_000_000)
      assert.match(yield* failure(document(zeros)), /unpacks to more/)
      const lying = officeOf("a.xml", [{ name: "a.xml", content: zeros, size: 1_000 }])
      assert.match(yield* failure(lying), /damaged/)
    }),
  )

  it.effect("with entities or deep elements is bounded", () =>
    Effect.gen(function* () {
      const entities = `<!DOCTYPE d [<!ENTITY a "aaaa"><!ENTITY b SYSTEM "file:///etc/passwd">]>${body(
        "<w:p><w:r><w:t>&a;&b; text</w:t></w:r></w:p>",
      )}`
      assert.notInclude((yield* read(document(entities))).content, "root:")
      const deep = yield* read(document(body(`<w:p><w:r><w:t>Seen</w:t></w:r></w:p>${"<w:sdt>".repeat(5_000)}`)))
      assert.strictEqual(deep.content, "Seen")
      assert.deepStrictEqual(deep.reduced, [{ part: "structure" }])
    }),
  )

  it("of any bytes ends as a page or as a failure", async () => {
    const whole = document(body("<w:p><w:r><w:t>High water</w:t></w:r></w:p>".repeat(20)))
    const changes = fc.array(fc.tuple(fc.nat(whole.length - 1), fc.nat(255)), { maxLength: 10 })
    await fc.assert(
      fc.asyncProperty(changes, fc.integer({ min: 1, max: whole.length }), async (changed, length) => {
        const bytes = Uint8Array.from(whole)
        for (const [at, value] of changed) bytes[at] = value
        const outcome = await Effect.runPromise(Effect.result(read(bytes.subarray(0, length))))
        if (Result.isFailure(outcome)) assert.strictEqual(outcome.failure.wire.error, "extraction_failed")
      }),
      { numRuns: 200 },
    )
  })
})
