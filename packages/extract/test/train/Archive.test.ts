import { assert, describe, it } from "@effect/vitest"
import { gzipSync } from "node:zlib"
import { filesIn } from "../../train/corpora/Archive.ts"

describe("an archive", () => {
  it.each([
    ["without a size in a header", gzipSync(Buffer.alloc(512, "page")), /header without a size/],
    ["that unpacks to too much", gzipSync(Buffer.alloc(100_000)), /larger than/],
    ["that isn't packed", Buffer.from("page"), /incorrect header/],
  ])("%s isn't read", (_, bytes, message) => {
    assert.throws(() => filesIn(bytes, () => true, 10_000), message)
  })

  it("without files has none", () => {
    assert.strictEqual(filesIn(gzipSync(Buffer.alloc(1_024)), () => true).size, 0)
  })
})
