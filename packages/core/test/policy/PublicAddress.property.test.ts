import { assert, describe, it } from "@effect/vitest"
import { PublicAddress } from "@porthole/core"
import * as fc from "fast-check"
import { isIP } from "node:net"
import { address, isPrivate } from "./Registries.ts"

describe("the address policy", () => {
  it("admits no address that the registries reserve", () => {
    fc.assert(
      fc.property(address, (text) => {
        if (PublicAddress.PublicAddress.classify(text) !== undefined) assert.isFalse(isPrivate(text), text)
      }),
      { numRuns: 5_000 },
    )
  })

  it("admits every other IPv4 address", () => {
    fc.assert(
      fc.property(fc.ipV4(), (text) => {
        if (!isPrivate(text)) assert.isDefined(PublicAddress.PublicAddress.classify(text), text)
      }),
      { numRuns: 5_000 },
    )
  })

  it("reads arbitrary text without throwing, and admits only addresses", () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.string({ unit: fc.constantFrom(..."0123456789abcdef.:%[] x") })), (text) => {
        const admitted = PublicAddress.PublicAddress.classify(text)
        if (admitted !== undefined) assert.notStrictEqual(isIP(text), 0)
      }),
      { numRuns: 5_000 },
    )
  })
})
