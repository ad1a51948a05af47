import { assert, describe, it } from "@effect/vitest"
import { linksIn } from "../../src/formats/TextToHtml.ts"

describe("the addresses in a text", () => {
  it.each<readonly [string, ReadonlyArray<string>]>([
    ["https://a.test/wiki/Tide_(water)", ["https://a.test/wiki/Tide_(water)"]],
    ["(see https://a.test/wiki/Tide_(water)).", ["https://a.test/wiki/Tide_(water)"]],
    ["(see https://a.test/a) and [b](https://a.test/b)(c)", ["https://a.test/a", "https://a.test/b"]],
    ["https://a.test/f(x)(y)/z, https://a.test/(open", ["https://a.test/f(x)(y)/z", "https://a.test/(open"]],
    [
      "<https://a.test/x>, `https://a.test/y`; https://a.test/z|",
      ["x", "y", "z"].map((name) => `https://a.test/${name}`),
    ],
  ])("%s", (text, expected) => assert.deepStrictEqual(linksIn(text), expected))

  it("cost time in proportion to their length", () => {
    for (const brackets of ["(", ")", "()", "(a", "(a)"]) linksIn(`https://a.test/${brackets.repeat(1_000_000)}`)
  })
})
