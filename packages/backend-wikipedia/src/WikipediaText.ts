/** The text of an excerpt, which comes as HTML: `span`s around what was searched for, and references to characters. */

/** The text without tags; what is escaped is read as it was meant. */
export const ofHtml = (html: string): string =>
  html.replace(/<[^<>]*>/g, "").replace(/&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z]{2,4}));/gi, characterOf)

// --- private --------------------------------------------------------------------------

const characterOf = (reference: string, decimal?: string, hexadecimal?: string, name = ""): string => {
  if (decimal !== undefined) return pointOf(Number(decimal))
  if (hexadecimal !== undefined) return pointOf(Number.parseInt(hexadecimal, 16))
  return named.get(name.toLowerCase()) ?? reference
}

const pointOf = (point: number): string => (point <= 0x10_ff_ff ? String.fromCodePoint(point) : "")

/** Those that MediaWiki writes. */
const named: ReadonlyMap<string, string> = new Map([
  ["amp", "&"],
  ["lt", "<"],
  ["gt", ">"],
  ["quot", '"'],
  ["apos", "'"],
  ["nbsp", " "],
])
