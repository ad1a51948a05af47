import { assert, describe, it } from "vitest"
import { Option } from "effect"
import { Library } from "../../../src/index.ts"

describe("a library's name", () => {
  it.each([
    ["hono", { name: "hono" }],
    ["hono@4", { name: "hono", version: "4" }],
    ["@scope/name", { name: "@scope/name" }],
    ["@scope/name@1.0.0-rc.1+x", { name: "@scope/name", version: "1.0.0-rc.1+x" }],
    ["python3.11-doc", { name: "python3.11-doc" }],
  ])("is read from %s", (text, library) => assert.deepStrictEqual(Library.parse(text), Option.some(library)))

  it.each([
    "",
    "@",
    "a/b",
    "../etc",
    "@scope",
    "@../x",
    "a@../1",
    "a@1/2",
    "/etc",
    "a\0",
    "a@",
    ".hidden",
    "x".repeat(102),
  ])("isn't %j", (text) => assert.isTrue(Option.isNone(Library.parse(text))))
})

describe("an address", () => {
  it("has the library and the path", () => {
    const library = { name: "@scope/name", version: "1.0.0" }
    const address = Library.addressOf(library, "dist/A.d.ts")
    assert.strictEqual(address, "docs://@scope/name@1.0.0/dist/A.d.ts")
    assert.deepStrictEqual(Library.parseAddress(address), Option.some({ library, path: "dist/A.d.ts" }))
    for (const other of ["https://a.test/x", "docs://a/x", "docs://a@1", "docs://../a@1/x"])
      assert.isTrue(Option.isNone(Library.parseAddress(other)), other)
  })
})

describe("versions", () => {
  it("are ordered by their numbers, a release after its candidates", () => {
    const ordered = ["3.9.0", "3.25.0-rc.1", "3.25.0-rc.2", "3.25.0", "10.0.0"]
    assert.deepStrictEqual(ordered.toReversed().toSorted(Library.compareVersions), ordered)
  })

  it("are of a series", () => {
    assert.isTrue(Library.isOfSeries("3.25.1", "3") && Library.isOfSeries("3.25.1", "3.25"))
    assert.isFalse(Library.isOfSeries("30.1", "3") || Library.isOfSeries("3.25.1", "3.2"))
  })
})
