import { assert, describe, it } from "@effect/vitest"
import { MediaType } from "@porthole/core"
import { choose, formats, plainText } from "../../src/formats/Formats.ts"
import { bytesOf, fetchedOf } from "../support.ts"
import { contentTests } from "./AnyContent.ts"

const typeOf = (contentType: string, text: string): string | undefined =>
  choose(contentType, bytesOf(text), formats)?.mediaTypes[0]

describe("the kind of a document without a type", () => {
  it.each([
    ['{"a": 1}', "application/json"],
    [' [{"a": "cut sho', "application/json"],
    ["[1] A note, [2] another", "text/plain"],
    ["{ not json }", "text/plain"],
    ['<?xml version="1.0"?><!-- x --><rss version="2.0">', "application/rss+xml"],
    ['<feed xmlns="http://www.w3.org/2005/Atom">', "application/rss+xml"],
    ['<?xml version="1.0"?><note/>', "application/xml"],
    ["<urlset><url>", "application/xml"],
    ['<?xml version="1.0"?>\n<!DOCTYPE html><html>', "text/html"],
    ["<!doctype html><p>{", "text/html"],
    ["<feed me>", "text/html"],
    ["a,b\n1,2", "text/plain"],
  ])("%s", (text, expected) => assert.strictEqual(typeOf("", text), expected))
})

describe("the kind of a document with a type", () => {
  it.each([
    ["application/vnd.github+json", "{}", "application/json"],
    ["application/problem+xml", "<a/>", "application/xml"],
    ["application/xhtml+xml", "<rss>", "text/html"],
    ["text/html", "<rss version='2.0'>", "application/rss+xml"],
    ["text/html", "<?xml version='1.0'?><note/>", "text/html"],
    ["text/html", '{"a": 1}', "application/json"],
    ["text/html", '{{ title }} <p>{"a": 1}', "text/html"],
    ["text/html", "[1] <p>A note", "text/html"],
    ["text/plain", "<rss>", "text/plain"],
    ["image/svg+xml", "<svg/>", undefined],
    ["application/zip", "PK", undefined],
  ])("%s with %s", (contentType, text, expected) => assert.strictEqual(typeOf(contentType, text), expected))
})

it("recognises JSON in UTF-16 with hardly a character of ASCII, sent as HTML", () => {
  const bytes = Uint8Array.from(Buffer.from(`\ufeff{"名":"${"漢字".repeat(300)}"}`, "utf16le"))
  assert.strictEqual(choose("text/html", bytes, formats)?.name, "json")
})

describe("the kind of a document with magic bytes", () => {
  const marked = { ...plainText, mediaTypes: ["application/x-tide"], magicBytes: "%TIDE-" }

  it.each(["", "text/html", "application/json"])("is recognised by them under the type %j", (contentType) => {
    const all = [...formats, marked]
    assert.deepStrictEqual(choose(contentType, bytesOf("%TIDE-1"), all)?.mediaTypes, ["application/x-tide"])
    assert.notDeepEqual(choose(contentType, bytesOf(" %TIDE-1"), all)?.mediaTypes, ["application/x-tide"])
  })
})

contentTests(150)

it("a document is recognised by its file's name, too", () => {
  const known = ["a.JSON", "b.ndjson", "c.xml", "d.rss", "e.atom", "f.csv", "g.tsv", "i.md", "j.txt"]
  for (const name of known) assert.notStrictEqual(MediaType.ofFileName(name, formats), "", name)
  assert.strictEqual(fetchedOf(bytesOf("")).mode, "markdown")
})
