/**
 * An independent definition of public addresses, without code of the policy or its address library: Node's `BlockList`
 * over the IANA special-purpose registries as data, and addresses as plain numbers.
 *
 * One list per family, because a `BlockList` with ::ffff:0:0/96 contains every IPv4 address. Of the forms that embed an
 * IPv4 address only NAT64 (64:ff9b::/96) is decoded; the registries block the others as a whole.
 */
import { BlockList } from "node:net"
import iana from "../../../core/test/vectors/iana-special-purpose.json" with { type: "json" }

/** An IPv4 address as one number, or an IPv6 address as eight. */
export type Address =
  | { readonly family: 4; readonly value: number }
  | { readonly family: 6; readonly groups: ReadonlyArray<number> }

/** Blocks that the registry leaves out: multicast, and Azure's virtual public address. */
const unlisted4 = ["224.0.0.0/4", "168.63.129.16/32"]

/** Every special block of IPv4. */
export const blocks4: ReadonlyArray<string> = [...iana.ipv4.map(({ block }) => block), ...unlisted4]
/** Every special block of IPv6. */
export const blocks6: ReadonlyArray<string> = iana.ipv6.map(({ block }) => block)

/** Whether an address isn't public. */
export const isPrivate = (address: Address): boolean => {
  if (address.family === 4) return special4.check(dotted(address.value), "ipv4")
  const { groups } = address
  const [first = 0, second = 0] = groups
  if (first === 0x64 && second === 0xff9b && groups.slice(2, 6).every((group) => group === 0)) {
    return special4.check(dotted(lastOf(groups)), "ipv4")
  }
  const text = coloned(groups)
  return !globalUnicast6.check(text, "ipv6") || special6.check(text, "ipv6")
}

/** The last 32 bits of an IPv6 address. */
export const lastOf = (groups: ReadonlyArray<number>): number => (groups[6] ?? 0) * 65_536 + (groups[7] ?? 0)

/** An IPv4 address as `1.2.3.4`. */
export const dotted = (value: number): string =>
  [value >>> 24, (value >>> 16) & 255, (value >>> 8) & 255, value & 255].join(".")

/** An IPv6 address as eight groups in hexadecimal, uncompressed. */
export const coloned = (groups: ReadonlyArray<number>): string => groups.map((group) => group.toString(16)).join(":")

/** Reads an address as Node's URL parser or the policy writes it; `undefined` for anything else. */
export const read = (text: string): Address | undefined => {
  if (/^\d{1,3}(?:\.\d{1,3}){3}$/.test(text)) {
    const parts = text.split(".").map(Number)
    if (parts.some((part) => part > 255)) return undefined
    return { family: 4, value: parts.reduce((sum, part) => sum * 256 + part, 0) }
  }
  const [head = "", tail, ...rest] = text.split("::")
  if (rest.length > 0 || !/^[0-9a-f:]+$/.test(text)) return undefined
  const left = groupsOf(head)
  const right = groupsOf(tail ?? "")
  const missing = 8 - left.length - right.length
  if (tail === undefined ? missing !== 0 : missing < 1) return undefined
  return { family: 6, groups: [...left, ...Array.from({ length: missing }, () => 0), ...right] }
}

/** Whether two addresses are equal. */
export const same = (a: Address, b: Address): boolean =>
  a.family === 4 ? b.family === 4 && a.value === b.value : b.family === 6 && coloned(a.groups) === coloned(b.groups)

// --- private --------------------------------------------------------------------------

const listOf = (family: "ipv4" | "ipv6", blocks: ReadonlyArray<string>): BlockList => {
  const list = new BlockList()
  for (const block of blocks) {
    const [network = "", bits] = block.split("/")
    list.addSubnet(network, Number(bits), family)
  }
  return list
}

const special4 = listOf("ipv4", blocks4)
const special6 = listOf("ipv6", blocks6)
const globalUnicast6 = listOf("ipv6", ["2000::/3"])

const groupsOf = (text: string): ReadonlyArray<number> =>
  text === "" ? [] : text.split(":").map((group) => Number.parseInt(group, 16))
