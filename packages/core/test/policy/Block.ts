/** Address blocks by plain arithmetic, so that the oracle of a test shares no code with the policy. */

/** The first, the middle and the last address of a block in CIDR notation, canonical but uncompressed for IPv6. */
export const samples = (block: string): ReadonlyArray<string> => {
  const [network = "", length = ""] = block.split("/")
  const bits = network.includes(":") ? 128 : 32
  const first = toNumber(network)
  const size = 1n << BigInt(bits - Number(length))
  return [...new Set([first, first + size / 2n, first + size - 1n].map((value) => toText(value, bits)))]
}

/** Whether a block in CIDR notation holds an address. */
export const holds = (block: string, address: string): boolean => {
  const [network = "", length = ""] = block.split("/")
  if (network.includes(":") !== address.includes(":")) return false
  const free = BigInt((network.includes(":") ? 128 : 32) - Number(length))
  return toNumber(network) >> free === toNumber(address) >> free
}

const toNumber = (address: string): bigint => {
  if (!address.includes(":")) return address.split(".").reduce((sum, part) => sum * 256n + BigInt(part), 0n)
  const [head = "", tail] = address.split("::")
  const left = head === "" ? [] : head.split(":")
  const right = tail === undefined || tail === "" ? [] : tail.split(":")
  const middle = tail === undefined ? [] : Array.from({ length: 8 - left.length - right.length }, () => "0")
  return [...left, ...middle, ...right].reduce((sum, part) => sum * 65_536n + BigInt(`0x${part}`), 0n)
}

const toText = (value: bigint, bits: number): string => {
  if (bits === 32) return [24n, 16n, 8n, 0n].map((shift) => String((value >> shift) & 255n)).join(".")
  const groups = Array.from({ length: 8 }, (_, at) => ((value >> BigInt(112 - 16 * at)) & 65_535n).toString(16))
  return groups.join(":").replace(/(?:^|:)0(?::0)+(?::|$)/, "::")
}
