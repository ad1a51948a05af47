/** Lists and functions of CSS values: loops read them as regular expressions did that took quadratic time. */
import { assert, describe, it } from "vitest"
import * as fc from "fast-check"
import { functionsOf, listOf, partsOf } from "../src/hidden/Syntax.ts"

const textOf = (signs: string) => fc.array(fc.constantFrom(...signs), { maxLength: 14 }).map((all) => all.join(""))

describe("a value's syntax", () => {
  it("has a list cut at the commas outside of brackets", () => {
    fc.assert(
      fc.property(textOf("a,()[]"), (text) => assert.deepStrictEqual(listOf(text), text.split(/,(?![^([]*[)\]])/))),
    )
  })

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
