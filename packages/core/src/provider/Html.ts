/** The text of a line of HTML, as some providers send titles and snippets. */

/**
 * Marks of emphasis go and what they wrap stays; references to characters are read once. Other tags are left
 * to the kernel, which takes out whatever could be one.
 */
export const textOf = (html: string): string =>
  html.replace(emphasis, "").replace(reference, (whole, hex?: string, decimal?: string, name?: string) => {
    if (name !== undefined) return Object.hasOwn(named, name) ? (named[name] ?? whole) : whole
    return characterOf(hex === undefined ? Number(decimal) : Number.parseInt(hex, 16))
  })

// --- private --------------------------------------------------------------------------

const emphasis = /<\/?(?:b|em|i|mark|span|strong)(?:\s[^<>]{0,500})?>/gi

const reference = /&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|([a-z]{2,8}));/gi

/** Those that search engines write; all of them are in the list of the HTML standard (section 13.5). */
const named: Readonly<Record<string, string>> = {
  amp: "&",
  lt: "<",
  gt: ">",
  quot: '"',
  apos: "'",
  nbsp: "\u00a0",
  hellip: "…",
  ndash: "–",
  mdash: "—",
  lsquo: "‘",
  rsquo: "’",
  ldquo: "“",
  rdquo: "”",
  laquo: "«",
  raquo: "»",
  middot: "·",
  bull: "•",
  copy: "©",
  reg: "®",
  trade: "™",
  euro: "€",
}

const characterOf = (code: number): string => (code > 0 && code <= 0x10_ffff ? String.fromCodePoint(code) : "")
