import { assert, describe, it } from "@effect/vitest"
import { AddressExplanation, PublicAddress } from "@porthole/core"
import * as fc from "fast-check"
import iana from "../vectors/iana-special-purpose.json" with { type: "json" }
import corpus from "../vectors/url-vectors.json" with { type: "json" }
import * as Block from "./Block.ts"

const { explain } = AddressExplanation
const isPublic = (text: string) => PublicAddress.PublicAddress.classify(text) !== undefined

/** Every address and answer of the corpus, and of every block of the registries. */
const addresses = new Set([
  ...corpus.vectors.flatMap((vector: { resolves?: ReadonlyArray<string> }) => vector.resolves ?? []),
  ...corpus.vectors.map(({ url }) => (URL.parse(url)?.hostname ?? "").replace(/^\[|\]$/g, "")),
  ...[...iana.ipv4, ...iana.ipv6].flatMap(({ block }) => Block.samples(block)),
])

describe("why an address is not public", () => {
  it("is reported exactly if the policy refuses it, over all vectors", () => {
    assert.isAtLeast(addresses.size, 500)
    for (const address of addresses) assert.strictEqual(explain(address) === undefined, isPublic(address), address)
  })

  it("is reported exactly if the policy refuses it, over arbitrary addresses", () =>
    fc.assert(
      fc.property(fc.oneof(fc.ipV4(), fc.ipV6(), fc.string()), (address) =>
        assert.strictEqual(explain(address) === undefined, isPublic(address)),
      ),
      { numRuns: 2_000 },
    ))

  it("always names a block of ours, never the library's range alone", () => {
    const unnamed = Array.from(addresses).filter((address) => explain(address)?.includes("ipaddr.js"))
    assert.deepStrictEqual(unnamed, [])
  })

  it.each([...iana.ipv4, ...iana.ipv6].filter(({ block }) => block !== "64:ff9b::/96"))(
    "names a block that holds $block ($name)",
    ({ block }) => {
      const [first = "", , last = ""] = Block.samples(block)
      for (const address of [first, last].filter((one) => one !== "")) {
        const reported = /[0-9a-f.:]+\/\d+/.exec(explain(address) ?? "")?.[0] ?? ""
        assert.isTrue(Block.holds(reported, address), `${address}: ${explain(address)}`)
      }
    },
  )

  it.each([
    ["10.1.2.3", "10.0.0.0/8, Private-Use, RFC 1918 (IANA IPv4 Special-Purpose Address Registry)"],
    ["169.254.169.254", "169.254.0.0/16, Link Local, RFC 3927 (IANA IPv4 Special-Purpose Address Registry)"],
    ["168.63.129.16", "168.63.129.16/32, Azure's virtual public address, Azure: what is IP address 168.63.129.16?"],
    ["224.0.0.1", "224.0.0.0/4, Multicast, RFC 5771 (IANA IPv4 Multicast Address Space Registry)"],
    ["::1", "::1/128, Loopback Address, RFC 4291 (IANA IPv6 Special-Purpose Address Registry)"],
    ["::ffff:10.0.0.1", "::ffff:0:0/96, IPv4-mapped Address, RFC 4291 (IANA IPv6 Special-Purpose Address Registry)"],
    ["fd00::7", "fc00::/7, Unique-Local, RFC 4193 (IANA IPv6 Special-Purpose Address Registry)"],
    ["2001::1", "2001::/32, TEREDO, RFC 4380 (IANA IPv6 Special-Purpose Address Registry)"],
    [
      "4000::1",
      "outside 2000::/3, Global Unicast, RFC 4291 section 2.4 (IANA Internet Protocol Version 6 Address Space)",
    ],
    ["2606:2800:220:1:0:5efe:a00:1", "an ISATAP interface identifier, RFC 5214 section 6.1"],
    [
      "64:ff9b::a00:1",
      "64:ff9b::/96, IPv4-IPv6 Translation, RFC 6052, of 10.0.0.1: 10.0.0.0/8, Private-Use, RFC 1918 (IANA IPv4 Special-Purpose Address Registry)",
    ],
    ["nonsense", "no address in the spelling of RFC 1123 section 2.1 or RFC 4291 section 2.2"],
  ])("of %s", (address, expected) => assert.strictEqual(explain(address), expected))
})

describe("a fake address of a proxy", () => {
  it.each(["198.18.0.0", "198.19.255.255", "fc00::1", "fc00:3fff:ffff::"])("is %s, and refused", (address) => {
    assert.isTrue(AddressExplanation.isFakeIp(address))
    assert.isFalse(isPublic(address))
  })

  it.each(["198.17.255.255", "198.20.0.0", "10.0.0.1", "fc00:4000::", "fd00::1", "::ffff:198.18.0.1", "", "x"])(
    "isn't %j",
    (address) => assert.isFalse(AddressExplanation.isFakeIp(address)),
  )
})
