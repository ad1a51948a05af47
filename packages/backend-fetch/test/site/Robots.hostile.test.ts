/** Tests that the work on hostile files is bounded. */
import { assert, describe, it } from "@effect/vitest"
import * as Robots from "../../src/site/Robots.ts"

const rules = (text: string) => Robots.parse(new TextEncoder().encode(text), "foobot")
const mayVisit = (text: string, path: string) => Robots.allows(rules(text), path)
const forAll = (...lines: ReadonlyArray<string>) => ["User-agent: *", ...lines].join("\n")

describe("a hostile file", () => {
  const file = (line: string) => forAll(...Array.from({ length: 10_000 }, (_, at) => line.replace("#", String(at))))

  it.each(["Disallow: /*a*a*a*a*a*b#", "Disallow: /*aaaaaaaaaaaaaaaaab#", "Disallow: /*a*c$"])(
    "of %s stops after so many steps, and then allows nothing",
    (line) => {
      const hostile = rules(file(line))
      assert.isTrue(Robots.allows(hostile, "/short"))
      assert.isFalse(Robots.allows(hostile, `/${"a".repeat(8_000)}`))
    },
  )

  it("is read at any size", () => {
    const large = rules(file("Disallow: /private/#/*/edit"))
    assert.strictEqual(large.disallow.length, 10_000)
    assert.isTrue(Robots.allows(large, `/private/12/${"a".repeat(2_000)}`))
    assert.isFalse(Robots.allows(large, `/private/9999/${"a".repeat(2_000)}/edit`))
  })

  it("of one line is read as one line", () => {
    assert.isTrue(mayVisit(forAll(`Disallow: ${" ".repeat(200_000)}x${" ".repeat(200_000)}y`), "/x"))
    assert.isTrue(mayVisit(`${":".repeat(250_000)}#`.repeat(2), "/x"))
  })
})
