/** The text of titles and snippets that come as lines of HTML. */

/**
 * The text of a line of HTML: without tags of emphasis such as `<b>` and `<mark>`, and with character references
 * decoded once. The kernel removes everything else that could be a tag.
 */
export const textOf = (html: string): string =>
  html.replace(emphasis, "").replace(reference, (whole, hex?: string, decimal?: string, name?: string) => {
    if (name !== undefined) return Object.hasOwn(named, name) ? (named[name] ?? whole) : whole
    return characterOf(hex === undefined ? Number(decimal) : Number.parseInt(hex, 16))
  })

// --- private --------------------------------------------------------------------------

const emphasis = /<\/?(?:b|em|i|mark|span|strong)(?:\s[^<>]{0,500})?>/gi

const reference = /&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|([a-z]{2,8}));/gi

/** The references that search engines write; all are in the HTML standard (section 13.5). */
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
