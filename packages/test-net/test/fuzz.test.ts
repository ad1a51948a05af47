/** A short run of `pnpm fuzz` and `pnpm oracle`, from a new seed each time; a failure names it. */
import { assert, describe, it } from "vitest"
import { Random } from "../src/index.ts"
import { Disagreements, Oracle, properties } from "../src/fuzz/index.ts"

const seed = Random.freshSeed() >>> 1

describe(`any input (seed ${seed})`, () => {
  it.each(properties)("$name", async ({ isExpensive, run }) => {
    const runs = isExpensive ? 50 : 2_000
    assert.isAtLeast(await run({ runs, seed }), runs)
  })
})

describe("the oracle", () => {
  it.each([
    ["10.0.0.1", true],
    ["168.63.129.16", true],
    ["255.255.255.255", true],
    ["93.184.216.34", false],
    ["::1", true],
    ["::ffff:5db8:d822", true],
    ["64:ff9b::a00:1", true],
    ["64:ff9b::5db8:d822", false],
    ["2001:db8::1", true],
    ["2002:5db8:d822::1", true],
    ["fe80::1", true],
    ["fd00::1", true],
    ["4000::1", true],
    ["2606:2800:220:1:248:1893:25c8:1946", false],
  ])("calls %s private: %s", (text, expected) => {
    assert.strictEqual(Oracle.isPrivate(Oracle.read(text)!), expected)
  })

  it("agrees with the policy on 10,000 cases, or finds it too strict", () => {
    const { admitted, refused, safe, unsafe } = Disagreements.compare(10_000, seed)
    assert.deepStrictEqual(unsafe, [])
    assert.isAbove(admitted, 1_000)
    assert.isAbove(refused, 1_000)
    assert.deepStrictEqual(Object.keys(safe), ["ISATAP"])
  })
})
