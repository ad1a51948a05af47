import { assert, describe, it } from "@effect/vitest"
import * as fc from "fast-check"
import * as LinkHeader from "../../src/alternate/LinkHeader.ts"

const parsed = (header: string) =>
  LinkHeader.parse(header).map(({ parameters, target }) => [target, Object.fromEntries(parameters)])

describe("a Link header", () => {
  it.each([
    ["</a.md>; rel=alternate", [["/a.md", { rel: "alternate" }]]],
    [
      "<a>;rel=x,<b>; rel=y",
      [
        ["a", { rel: "x" }],
        ["b", { rel: "y" }],
      ],
    ],
    [
      '<a,b;c>; title="x, <y>; \\"z\\""; REL="next  alternate" ;type=text/markdown',
      [["a,b;c", { title: 'x, <y>; "z"', rel: "next  alternate", type: "text/markdown" }]],
    ],
    ["<a>; rel=one; rel=two", [["a", { rel: "one" }]]],
    ["<a>;; rel = x ; flag", [["a", { rel: "x", flag: "" }]]],
    ["<>; rel=x", [["", { rel: "x" }]]],
    [" \t <a>; rel=x", [["a", { rel: "x" }]]],
    ["<a>  ;  ;  rel  =  x", [["a", { rel: "x" }]]],
    [
      '<a>; rel  =  "x y", <b>',
      [
        ["a", { rel: "x y" }],
        ["b", {}],
      ],
    ],
    [
      '<a>; rel="x"y, <b>',
      [
        ["a", { rel: "x" }],
        ["b", {}],
      ],
    ],
    ["<a>;rel=x<y;=z;t=u", [["a", { rel: "x<y" }]]],
    ["a; rel=x, <b>; rel=y", [["b", { rel: "y" }]]],
    ["<a; rel=x, <b>; rel=y", [["b", { rel: "y" }]]],
    [
      '<a>; title="open, <b>; rel=y',
      [
        ["a", { title: "" }],
        ["b", { rel: "y" }],
      ],
    ],
    [", ,", []],
    ["", []],
  ])("%s", (header, links) => assert.deepStrictEqual(parsed(header), links))

  it("is read to its limit and no further", () => {
    const long = `${"<a>; rel=x, ".repeat(LinkHeader.maxLength)}<end>`
    assert.isBelow(LinkHeader.parse(long).length, LinkHeader.maxLength)
    const space = " ".repeat(LinkHeader.maxLength - 3)
    assert.deepStrictEqual(parsed(`${space}<a>`), [["a", {}]])
    assert.deepStrictEqual(parsed(`${space} <a>`), [])
  })

  it("of any text is read without an exception", () => {
    const pieces = fc.constantFrom("<", ">", ";", ",", '"', "\\", "=", " ", "rel", "a")
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.string({ unit: pieces })), (header) => {
        for (const { target } of LinkHeader.parse(header)) assert.notMatch(target, /[<>]/)
      }),
      { numRuns: 1_000 },
    )
  })
})
