import { assert, describe, it } from "@effect/vitest"
import { Hop, PublicAddress, WebUrl } from "@porthole/core"
import { Result } from "effect"
import * as fc from "fast-check"
import { BlockList, isIP, isIPv6 } from "node:net"
import iana from "../vectors/iana-special-purpose.json" with { type: "json" }

const policy = { ports: [80, 443] }

/**
 * An oracle that shares no code with the policy: Node's BlockList over the registries as data. One list for each
 * family, since a BlockList with ::ffff:0:0/96 in it holds every IPv4 address.
 */
const listOf = (family: "ipv4" | "ipv6", blocks: ReadonlyArray<string>): BlockList => {
  const list = new BlockList()
  for (const block of blocks) list.addSubnet(block.split("/")[0]!, Number(block.split("/")[1]), family)
  return list
}
const blocksOf = (rows: ReadonlyArray<{ readonly block: string }>) => rows.map(({ block }) => block)
const special4 = listOf("ipv4", [...blocksOf(iana.ipv4), "224.0.0.0/4", "240.0.0.0/4", "168.63.129.16/32"])
const special6 = listOf("ipv6", blocksOf(iana.ipv6))
const assigned = listOf("ipv6", ["2000::/3"])
const nat64 = listOf("ipv6", ["64:ff9b::/96"])

const isPrivate = (address: string): boolean => {
  if (!isIPv6(address)) return special4.check(address, "ipv4")
  if (nat64.check(address, "ipv6")) {
    const [high = 0, low = 0] = new URL(`http://[${address}]/`).hostname
      .slice(1, -1)
      .replace(/^64:ff9b::/, "0:0:")
      .replace(/:$/, ":0")
      .split(":")
      .slice(-2)
      .map((part) => Number.parseInt(part === "" ? "0" : part, 16))
    return special4.check([high >> 8, high & 255, low >> 8, low & 255].join("."), "ipv4")
  }
  return special6.check(address, "ipv6") || !assigned.check(address, "ipv6")
}

const group = fc.oneof(
  fc.constantFrom("0", "ffff", "5efe", "64", "ff9b", "2002", "db8", "7f00"),
  fc.nat(65_535).map((n) => n.toString(16)),
)
const ipv6 = fc.array(group, { minLength: 8, maxLength: 8 }).map((groups) => groups.join(":"))
const address = fc.oneof(
  fc.ipV4(),
  ipv6,
  fc.ipV6().filter((text) => isIP(text) === 6),
)

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

describe("the URL policy", () => {
  const hostile = fc
    .tuple(
      fc.constantFrom("http://", "https://", "http:", "//", "ftp://", "http:\\\\", "HTTP://", ""),
      fc.oneof(
        fc.string(),
        address,
        address.map((text) => `[${text}]`),
        fc.domain(),
        fc.webAuthority(),
      ),
      fc.constantFrom("", ":80", ":443", ":8080", ":0", ":99999", "@127.0.0.1", ".", "%2e", "\t"),
      fc.constantFrom("", "/", "/a?b#c", "\\..", "/\u0000"),
    )
    .map((parts) => parts.join(""))

  it("reads arbitrary text without throwing, and an admitted URL is public, bare and on an allowed port", () => {
    fc.assert(
      fc.property(fc.oneof(hostile, fc.string(), fc.webUrl()), (text) => {
        const parsed = WebUrl.parse(text, policy)
        if (Result.isFailure(parsed)) return
        const url = new URL(parsed.success)
        const host = url.hostname.replace(/^\[|\]$/g, "")
        assert.oneOf(url.protocol, ["http:", "https:"])
        assert.strictEqual(url.username + url.password, "")
        assert.oneOf(url.port, ["", "80", "443"])
        if (isIP(host) !== 0) assert.isFalse(isPrivate(host), text)
        else assert.include(host, ".")
      }),
      { numRuns: 5_000 },
    )
  })

  it("is idempotent: it admits an admitted URL again as the same text", () => {
    fc.assert(
      fc.property(fc.oneof(hostile, fc.webUrl()), (text) => {
        const once = WebUrl.parse(text, policy)
        // The space forces a new judgement: the policy remembers an admitted URL by its text.
        if (Result.isSuccess(once)) assert.deepStrictEqual(WebUrl.parse(` ${once.success}`, policy), once)
      }),
      { numRuns: 5_000 },
    )
  })

  it("admits no host that has a single private answer among its answers", () => {
    fc.assert(
      fc.property(fc.array(address, { minLength: 1, maxLength: 5 }), (answers) => {
        const vetted = Result.flatMap(WebUrl.judge("https://site.test/", policy), (target) => Hop.vet(target, answers))
        if (Result.isSuccess(vetted)) assert.isFalse(answers.some(isPrivate), answers.join())
      }),
      { numRuns: 5_000 },
    )
  })
})
