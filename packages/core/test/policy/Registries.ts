/** Addresses for properties, and an oracle that knows which of them the registries reserve. */
import * as fc from "fast-check"
import { BlockList, isIP, isIPv6 } from "node:net"
import iana from "../vectors/iana-special-purpose.json" with { type: "json" }

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

/** Whether the registries reserve an address. */
export const isPrivate = (address: string): boolean => {
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
/** An address of either family, in any spelling. */
export const address = fc.oneof(
  fc.ipV4(),
  ipv6,
  fc.ipV6().filter((text) => isIP(text) === 6),
)
