/** A short run of `pnpm fuzz` and `pnpm oracle`, and what the oracle itself calls private. */
import { assert, describe, it } from "vitest"
import { Oracle } from "../src/fuzz/index.ts"
import { declare } from "./FuzzTests.ts"

declare({ cheap: 100, expensive: 5, oracle: 1_000 })

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
})
