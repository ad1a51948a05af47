/** The tokens of JSON (RFC 8259, section 2). */

/** A token: its kind, where it begins and ends, and how it is written. */
export interface Token {
  readonly kind: "[" | "]" | "{" | "}" | "," | ":" | "string" | "other" | "end"
  readonly start: number
  readonly end: number
  /** As in the source, but for escapes of characters that need none. */
  readonly text: string
}

/** The token at a place, white space before it passed over; `undefined` if there is none of JSON. */
export const tokenAt = (source: string, from: number): Token | undefined => {
  let start = from
  while (isSpace(source.charCodeAt(start))) start++
  const first = source.charAt(start)
  switch (first) {
    case "":
      return { kind: "end", start, end: start, text: "" }
    case "[":
    case "]":
    case "{":
    case "}":
    case ",":
    case ":":
      return { kind: first, start, end: start + 1, text: first }
    case '"': {
      const end = endOfString(source, start + 1)
      return end === undefined ? undefined : { kind: "string", start, end, text: unescaped(source.slice(start, end)) }
    }
    default: {
      other.lastIndex = start
      const text = other.exec(source)?.[0]
      return text === undefined ? undefined : { kind: "other", start, end: start + text.length, text }
    }
  }
}

/** Whether a text that may be cut short is the beginning of an object or an array, as far as its tokens tell. */
export const isBegun = (start: string): boolean => {
  const first = tokenAt(start, 0)
  if (first?.kind !== "{" && first?.kind !== "[") return false
  let token: Token | undefined = first
  while (token !== undefined && token.kind !== "end") {
    const before: Token = token
    token = tokenAt(start, before.end)
    // The last one may be half there.
    if (token === undefined) return isCut(start.slice(before.end).trimStart())
    if (before.kind === "{" && token.kind !== "string" && token.kind !== "}" && token.kind !== "end") return false
  }
  return true
}

// --- private --------------------------------------------------------------------------

const isCut = (rest: string): boolean =>
  rest.startsWith('"') ? endOfString(rest, 1) === undefined && !/[\n\r]/.test(rest) : /^[-\w.+]{1,30}$/.test(rest)

const isSpace = (unit: number): boolean => unit === 0x20 || unit === 0x0a || unit === 0x0d || unit === 0x09

const other = /(?:-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null)(?![\w.+-])/y

/** Behind the closing quote of a string; `undefined` if it has none, or holds what no string may. */
const endOfString = (source: string, from: number): number | undefined => {
  for (let at = from; at < source.length; at++) {
    const unit = source.charCodeAt(at)
    if (unit === 0x22) return at + 1
    if (unit < 0x20) return undefined
    if (unit === 0x5c) {
      at++
      const next = source.charAt(at)
      if (next === "u") {
        if (!/^[\da-f]{4}$/i.test(source.slice(at + 1, at + 5))) return undefined
        at += 4
      } else if (next === "" || !'"\\/bfnrt'.includes(next)) return undefined
    }
  }
  return undefined
}

/** What is longer is no text that somebody reads. */
const longestUnescaped = 200_000

/** Nobody reads `\u0442\u0435\u043a\u0441\u0442`, `https:\/\/` or `?a=1\u0026b=2`. Controls, quotes and halves of pairs stay as they are. */
const unescaped = (text: string): string =>
  text.length <= longestUnescaped && text.includes("\\")
    ? text.replace(
        /\\u(d[89ab][\da-f]{2})\\u(d[c-f][\da-f]{2})|\\(?:u([\da-f]{4})|[^])/gi,
        (whole: string, high?: string, low?: string, one?: string) => {
          if (high !== undefined && low !== undefined) {
            return String.fromCharCode(Number.parseInt(high, 16), Number.parseInt(low, 16))
          }
          if (whole === "\\/") return "/"
          const code = one === undefined ? 0 : Number.parseInt(one, 16)
          const isAscii = code >= 0x20 && code <= 0x7e && code !== 0x22 && code !== 0x5c
          return isAscii || (code >= 0xa0 && (code < 0xd800 || code > 0xdfff)) ? String.fromCharCode(code) : whole
        },
      )
    : text
