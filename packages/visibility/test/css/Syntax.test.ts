/** Lists and functions of CSS values. */
import { assert, describe, it } from "vitest"
import * as fc from "fast-check"
import { functionsOf, listOf, partsOf } from "../../src/css/Syntax.ts"

const textOf = (signs: string) => fc.array(fc.constantFrom(...signs), { maxLength: 14 }).map((all) => all.join(""))

describe("a value's syntax", () => {
  it.each([
    ["", [""]],
    ["a", ["a"]],
    ["a,b , c", ["a", "b", "c"]],
    [",a,", ["", "a", ""]],
    ["f(a,b),c", ["f(a,b)", "c"]],
    ["f(g(a,b),c),d", ["f(g(a,b),c)", "d"]],
    ["[a=','],:is(b,[c,d]),e", ["[a=',']", ":is(b,[c,d])", "e"]],
    ["f(a,b", ["f(a,b"]],
    ["a),b],c", ["a)", "b]", "c"]],
  ])("has a list cut at the commas outside of brackets: %s", (text, parts) =>
    assert.deepStrictEqual(listOf(text), parts),
  )

  it("has the functions that a search at each letter finds", () => {
    const functions = /([a-z][\w-]*)\(((?:[^()]|\((?:[^()]|\([^()]*\))*\))*)\)/g
    fc.assert(
      fc.property(textOf("ab1-( ),"), (text) =>
        assert.deepStrictEqual(
          functionsOf(text),
          Array.from(text.matchAll(functions), ([, name = "", inside = ""]) => [
            name,
            partsOf(inside).filter((part) => part !== ","),
          ]),
        ),
      ),
    )
  })
})
