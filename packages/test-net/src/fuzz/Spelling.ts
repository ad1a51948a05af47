/** Random addresses, mostly at the edges of special blocks, and the many ways to write one. */
import type { Random } from "../Random.ts"
import { type Address, blocks4, blocks6, coloned, dotted, lastOf, read } from "./Oracle.ts"

/** An IPv4 address: at or near the edge of a special block, inside one, or anywhere. */
export const ipv4 = (random: Random): number => {
  if (random.oneIn(3)) return random.int(4_294_967_296)
  const { bits, first } = specialBlocks4[random.int(specialBlocks4.length)] ?? { first: 0, bits: 32 }
  const size = 2 ** (32 - bits)
  const at = random.pick([0, -1, size - 1, size, random.int(size)])
  return (first + at + 4_294_967_296) % 4_294_967_296
}

/** An IPv6 address: near a special block, with an IPv4 address in it, in global unicast, or anywhere. */
export const ipv6 = (random: Random): ReadonlyArray<number> => {
  const any = (length: number) => Array.from({ length }, () => random.int(65_536))
  const inner = ipv4(random)
  const pair = [Math.floor(inner / 65_536), inner % 65_536]
  switch (random.int(8)) {
    case 0:
      return any(8)
    case 1:
      return [0x2000 + random.int(0x2000), ...any(7)]
    case 2:
      return [0x64, 0xff9b, 0, 0, 0, 0, ...pair]
    case 3:
      return random.pick([
        [0, 0, 0, 0, 0, 0xffff, ...pair],
        [0, 0, 0, 0, 0xffff, 0, ...pair],
        [0, 0, 0, 0, 0, 0, ...pair],
        [0x64, 0xff9b, 1, 0, 0, 0, ...pair],
      ])
    case 4:
      return [0x2002, ...pair, ...any(5)]
    case 5:
      return [0x2001, 0x0db8 - random.int(2), ...any(4), random.pick([0, 0x200]), 0x5efe].slice(0, 8)
    case 6:
      return [0x2600 + random.int(16), ...any(3), random.pick([0, 0x100, 0x200, 0x300]), 0x5efe, ...pair]
    default: {
      const { bits, groups } = specialBlocks6[random.int(specialBlocks6.length)] ?? { groups: any(8), bits: 128 }
      return nextTo(groups, bits, random)
    }
  }
}

/** An IPv4 address as a URL may contain it. A browser treats all of these as equal. */
export const hostOf4 = (value: number, random: Random): string => {
  const bytes = dotted(value).split(".").map(Number)
  const part = (number: number): string => {
    const spelled = [String(number), `0x${number.toString(16)}`, `0X${number.toString(16).toUpperCase()}`]
    return random.pick([String(number), ...spelled, `0${number.toString(8)}`, `0x000${number.toString(16)}`])
  }
  const [a = 0, b = 0, c = 0, d = 0] = bytes
  const text = random.pick([
    dotted(value),
    bytes.map(part).join("."),
    part(value),
    `${part(a)}.${part(value % 16_777_216)}`,
    `${part(a)}.${part(b)}.${part(c * 256 + d)}`,
  ])
  return disguised(text, random) + (random.oneIn(8) ? "." : "")
}

/** An IPv6 address, for a URL (in brackets) or as a DNS answer. */
export const textOf6 = (groups: ReadonlyArray<number>, random: Random): string => {
  const full = coloned(groups)
  const padded = groups.map((group) => group.toString(16).padStart(4, "0")).join(":")
  const text = random.pick([
    full,
    padded,
    `${coloned(groups.slice(0, 6))}:${dotted(lastOf(groups))}`,
    new URL(`http://[${full}]/`).hostname.slice(1, -1),
  ])
  return random.oneIn(3) ? text.toUpperCase() : text
}

/** An address and one way to write it in a URL. */
export const literal = (random: Random): { readonly host: string; readonly address: Address } => {
  if (random.oneIn(2)) {
    const value = ipv4(random)
    return { host: hostOf4(value, random), address: { family: 4, value } }
  }
  const groups = ipv6(random)
  return { host: `[${textOf6(groups, random)}]`, address: { family: 6, groups } }
}

// --- private --------------------------------------------------------------------------

const specialBlocks4 = blocks4.map((block) => {
  const [network = "", bits = "32"] = block.split("/")
  const address = read(network)
  return { first: address?.family === 4 ? address.value : 0, bits: Number(bits) }
})

const specialBlocks6 = blocks6.map((block) => {
  const [network = "", bits = "128"] = block.split("/")
  const address = read(new URL(`http://[${network}]/`).hostname.slice(1, -1))
  return { groups: address?.family === 6 ? address.groups : [], bits: Number(bits) }
})

/** The first or last address of a block, the one before or after it, or one inside. */
const nextTo = (groups: ReadonlyArray<number>, bits: number, random: Random): ReadonlyArray<number> => {
  const network = groups.reduce((sum, group) => sum * 65_536n + BigInt(group), 0n)
  const size = 1n << BigInt(128 - bits)
  const inside = groups.reduce((sum) => sum * 65_536n + BigInt(random.int(65_536)), 0n) % size
  const value = (network + random.pick([0n, -1n, size - 1n, size, inside]) + (1n << 128n)) % (1n << 128n)
  return Array.from({ length: 8 }, (_, at) => Number((value >> BigInt(16 * (7 - at))) & 0xffffn))
}

/** The same host in full-width characters, percent-encoded, or with another full stop: UTS 46 maps them all back. */
const disguised = (text: string, random: Random): string => {
  switch (random.int(8)) {
    case 0:
      return text.replace(/\d/g, (digit) => String.fromCodePoint(0xff10 + Number(digit)))
    case 1:
      return text.replaceAll(".", random.pick(["\u3002", "\uff0e", "\uff61"]))
    case 2:
      return text.replace(/[\d.]/g, (char) => `%${char.charCodeAt(0).toString(16)}`)
    case 3:
      return text.replace(/\d/g, (digit) => `${digit}${random.pick(["", "\u00ad", "\u200b"])}`)
    default:
      return text
  }
}
