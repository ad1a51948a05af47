import { assert, describe, it } from "@effect/vitest"
import { IpAddress } from "@porthole/core"

describe("two spellings", () => {
  it.each([
    ["93.184.216.34", "::ffff:93.184.216.34", true],
    ["2606:2800:220:1::1", "2606:2800:0220:0001:0:0:0:1", true],
    ["93.184.216.34", "93.184.216.35", false],
    ["93.184.216.34", "", false],
    ["", "93.184.216.34", false],
    ["", "", false],
  ])("%j and %j spell one address: %j", (a, b, expected) => assert.strictEqual(IpAddress.sameAddress(a, b), expected))
})

describe("a literal", () => {
  it.each([
    ["93.184.216.34", true],
    ["::1", true],
    // The longest spelling of an address has 45 characters.
    ["0000:0000:0000:0000:0000:ffff:255.255.255.255", true],
    ["00000:0000:0000:0000:0000:ffff:255.255.255.255", false],
    ["example.com", false],
    ["1.2.3", false],
    ["::1%lo", false],
  ])("%j: %j", (text, expected) => assert.strictEqual(IpAddress.isLiteral(text), expected))
})
