/**
 * Text of a site or a caller is hostile, and one regular expression that takes quadratic time on it stops a thread for
 * good. recheck judges every expression of the packages; there is no exception. `expressions.long.test.ts` shows that it
 * refuses some.
 */
import { assert, describe, it } from "vitest"
import { expressionsIn, findAll } from "./expressions/Sources.ts"
import { judgeOf, nameOf, namesOf, recorded, refusedOf, verdictsOn } from "./expressions/Verdicts.ts"

const found = findAll()

describe("the regular expressions of the packages", () => {
  it("are all known", () => {
    assert.isAtLeast(found.expressions.length, 600)
    // A construction that depends on a call, or a string as a pattern: write a literal, or build it at the top.
    assert.deepStrictEqual(found.unknown, [])
  })

  // Those that aren't in the record are judged here, so that a bad one is known at once.
  it("take linear time, by recheck's verdict", { timeout: 900_000 }, async () => {
    const { judge, safe } = recorded()
    const known = new Set(judge === judgeOf() ? safe : [])
    const others = found.expressions.filter((expression) => !known.has(nameOf(expression)))
    assert.deepStrictEqual(refusedOf(others, await verdictsOn(others)), [])
  })

  // CI makes it anew and finds no difference. `pnpm expressions` makes it.
  it("are those of the record, by the same judge", () => {
    assert.deepStrictEqual(recorded(), { judge: judgeOf(), safe: namesOf(found.expressions) })
  })
})

describe("the search", () => {
  it.each([
    ["x.match('a+b')", false],
    ["const r = () => new RegExp(x)", false],
    ["class A { r = RegExp(x) }", false],
    ["const make = globalThis.RegExp", true],
    ["const r = names.map((name) => new RegExp(name))", true],
  ])("finds the construction in %j", (source, isLoaded) => {
    const { constructions } = expressionsIn("x.ts", source)
    assert.deepStrictEqual(constructions, [{ place: "x.ts:1", isLoaded }])
  })

  it("finds literals, and passes over types", () => {
    const { constructions, literals } = expressionsIn("x.ts", "const r: RegExp =\n  /a+/g as RegExp")
    assert.deepStrictEqual(literals, [{ source: "a+", flags: "g", place: "x.ts:2" }])
    assert.deepStrictEqual(constructions, [])
  })
})
