import { assert, describe, it } from "@effect/vitest"
import { gzipSync } from "node:zlib"
import { checksumOf } from "../../train/corpora/Checksum.ts"

const page = Buffer.from("<p>Fog</p>")
const json = Buffer.from('{"id":1}')
const sum = checksumOf(
  new Map([
    ["html/1.html", page],
    ["segments.json", json],
  ]),
)

describe("the checksum of a corpus", () => {
  it.each([
    ["the order of the files", { "segments.json": json, "html/1.html": page }],
    ["the packing of pages", { "html/1.html.gz": gzipSync(page, { level: 1 }), "segments.json": json }],
    ["white space in JSON", { "html/1.html": page, "segments.json": Buffer.from('{\n  "id": 1\n}\n') }],
  ])("doesn't depend on %s", (_, files) => {
    assert.strictEqual(checksumOf(new Map(Object.entries(files))), sum)
  })

  it.each([
    ["a page's content", { "html/1.html": Buffer.from("<p>Fog </p>"), "segments.json": json }],
    ["a page's name", { "html/2.html": page, "segments.json": json }],
    ["JSON's values", { "html/1.html": page, "segments.json": Buffer.from('{"id":2}') }],
    ["the number of files", { "html/1.html": page }],
  ])("depends on %s", (_, files) => {
    assert.notStrictEqual(checksumOf(new Map(Object.entries(files))), sum)
  })
})
