import { assert, describe, it } from "@effect/vitest"
import * as RequestHeaders from "../src/RequestHeaders.ts"

const url = "https://a.test/"
const etag = '"v1"'
const modified = "Sun, 06 Nov 1994 08:49:37 GMT"

describe("the kept part of a response", () => {
  it.each([
    ["no validator", {}, {}],
    ["an ETag", { etag }, { validators: { url, etag } }],
    ["a date", { "last-modified": modified }, { validators: { url, last_modified: modified } }],
    ["both", { etag, "last-modified": modified }, { validators: { url, etag, last_modified: modified } }],
    ["a wish not to be kept", { "cache-control": "no-store" }, { storable: false }],
  ])("with %s has exactly the caller's fields", (_, headers, expected) =>
    assert.deepStrictEqual(RequestHeaders.storageFields(headers, url), expected),
  )
})

describe("a conditional request", () => {
  it.each([
    ["an ETag", { etag }, { "if-none-match": etag }],
    ["a date", { last_modified: modified }, { "if-modified-since": modified }],
    ["both", { etag, last_modified: modified }, { "if-none-match": etag, "if-modified-since": modified }],
  ])("by %s sends exactly the fields for it", (_, validators, headers) =>
    assert.deepStrictEqual(RequestHeaders.conditionalFields({ url, ...validators }), { url, headers }),
  )
})
