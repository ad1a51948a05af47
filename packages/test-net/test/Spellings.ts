/**
 * The spellings of one IPv4 address: as a URL host that WHATWG normalises to it, and inside an IPv6 address. Each
 * function takes the dotted decimal form.
 */

const octets = (address: string): [number, number, number, number] =>
  address.split(".").map(Number) as [number, number, number, number]

const number = (address: string): number => octets(address).reduce((sum, octet) => sum * 256 + octet, 0)

const hex = (value: number): string => value.toString(16)
const octal = (value: number): string => value.toString(8)

/** Each decimal digit as the code point `zero` + digit. */
const digits = (address: string, digit: (value: number) => string): string =>
  address.replace(/\d/g, (character) => digit(Number(character)))

const percent = (text: string): string =>
  [...new TextEncoder().encode(text)].map((byte) => `%${hex(byte).padStart(2, "0").toUpperCase()}`).join("")

const fullWidth = (address: string): string => digits(address, (value) => String.fromCodePoint(0xff10 + value))

/** Hosts that WHATWG parses as the address (URL Standard, IPv4 parser and domain to ASCII). */
export const hosts: Readonly<Record<string, (address: string) => string>> = {
  dword: (address) => `${number(address)}`,
  "hex dword": (address) => `0x${hex(number(address))}`,
  "octal dword": (address) => `0${octal(number(address))}`,
  "hex parts": (address) =>
    octets(address)
      .map((octet) => `0x${hex(octet)}`)
      .join("."),
  "upper-case hex parts": (address) =>
    octets(address)
      .map((octet) => `0X${hex(octet).toUpperCase()}`)
      .join("."),
  "padded hex parts": (address) =>
    octets(address)
      .map((octet) => `0x${hex(octet).padStart(8, "0")}`)
      .join("."),
  "octal parts": (address) =>
    octets(address)
      .map((octet) => `0${octal(octet)}`)
      .join("."),
  "padded octal parts": (address) =>
    octets(address)
      .map((octet) => octal(octet).padStart(11, "0"))
      .join("."),
  "mixed bases": (address) => {
    const [a, b, c, d] = octets(address)
    return `0x${hex(a)}.${b}.0${octal(c)}.${d}`
  },
  "two parts": (address) => `${octets(address)[0]}.${number(address) % 2 ** 24}`,
  "two parts, hex": (address) => `0x${hex(octets(address)[0])}.0x${hex(number(address) % 2 ** 24)}`,
  "three parts": (address) => {
    const [a, b, c, d] = octets(address)
    return `${a}.${b}.${c * 256 + d}`
  },
  "trailing dot": (address) => `${address}.`,
  "dword, trailing dot": (address) => `${number(address)}.`,
  "full-width digits": fullWidth,
  "circled digits": (address) =>
    digits(address, (value) => String.fromCodePoint(value === 0 ? 0x24ea : 0x245f + value)),
  "bold digits": (address) => digits(address, (value) => String.fromCodePoint(0x1d7ce + value)),
  "ideographic full stops": (address) => address.replaceAll(".", "\u3002"),
  "full-width full stops": (address) => address.replaceAll(".", "\uff0e"),
  "half-width full stops": (address) => address.replaceAll(".", "\uff61"),
  "percent-encoded": percent,
  "percent-encoded full stops": (address) => address.replaceAll(".", "%2e"),
  "percent-encoded full-width digits": (address) =>
    fullWidth(address)
      .split(".")
      .map((part) => percent(part))
      .join("."),
  "soft hyphens": (address) => address.replaceAll(".", "\u00ad."),
}

/** The address as two groups of an IPv6 address. */
export const groups = (address: string): string => {
  const [a, b, c, d] = octets(address)
  return `${hex(a * 256 + b)}:${hex(c * 256 + d)}`
}

/** NAT64 under 64:ff9b:1::/48 in the layout of RFC 6052 for a /48: bits 64 to 71 are zero. */
export const nat64LocalUse = (address: string): string => {
  const [a, b, c, d] = octets(address)
  return `64:ff9b:1:${hex(a * 256 + b)}:${hex(c)}:${hex(d * 256)}::`
}

/** Teredo (RFC 4380): a server, flags, a port, and the client's address with every bit inverted. */
export const teredo = (server: string, client: string): string => {
  const inverted = octets(client)
    .map((octet) => 255 - octet)
    .join(".")
  return `2001:0:${groups(server)}:0:63bf:${groups(inverted)}`
}
