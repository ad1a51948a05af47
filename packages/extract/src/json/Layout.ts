/**
 * Lays out JSON for reading as it is written: the order of keys, duplicate keys and every digit of a number stay, which
 * `JSON.stringify` doesn't guarantee. Successive values, as in JSON lines, are laid out one after the other. Time is
 * linear, whatever the depth.
 */

/** JSON as laid out. */
export interface LaidOut {
  readonly text: string
  /** Values in the text, and in the source; each string, number, object and the like is one. */
  readonly values: number
  readonly of: number
}

/** Lays out valid JSON. */
export const layOut = (source: string): LaidOut => {
  const pieces: Array<string> = []
  const open: Array<string> = []
  const token = /[{}[\],:"]|[^\s{}[\],:"]+/g
  let before = ""
  let [length, values, of] = [0, 0, 0]
  /** Brackets up to here are on one line. */
  let lineEnd = -1
  const write = (text: string): void => {
    pieces.push(text)
    length += text.length
  }
  for (let found = token.exec(source); found !== null; found = token.exec(source)) {
    const { 0: sign, index } = found
    if (sign === '"') token.lastIndex = endOfString(source, index + 1)
    const isClosing = sign === "]" || sign === "}"
    const isKey = sign === '"' && open.at(-1) === "{" && before !== ":"
    const isValue = !isClosing && !isKey && sign !== "," && sign !== ":"
    const isFull = of > values || (isValue && (values >= mostValues || length >= mostLength))
    if (isClosing) open.pop()
    const gap = index <= lineEnd ? (before === "," ? " " : "") : `\n${indentOf(open.length)}`
    const isBeside = before === "" || before === ":" || sign === "," || sign === ":"
    const isEmpty = isClosing && (before === "[" || before === "{")
    if (!isFull) write((isBeside || isEmpty ? "" : gap) + textOf(source.slice(index, token.lastIndex)))
    else if (of === values) write(`${isBeside ? "" : gap}…`)
    if (isValue) of += 1
    if (!isFull) values = of
    if (sign === "{" || sign === "[") {
      if (index > lineEnd) lineEnd = endOfShort(source, index)
      open.push(sign)
    }
    before = sign
  }
  return { text: pieces.join(""), values, of }
}

// --- private --------------------------------------------------------------------------

const mostValues = 100_000
const mostLength = 2_000_000

/** Deeper values aren't indented further, since the indents would be most of the text. */
const deepest = 24
const indentOf = (depth: number): string => "  ".repeat(Math.min(depth, deepest))

/** The end of a string whose closing quote is at `from` or later. */
const endOfString = (source: string, from: number): number => {
  let end = source.indexOf('"', from)
  for (; end !== -1; end = source.indexOf('"', end + 1)) {
    let slash = end
    while (slash > from && source[slash - 1] === "\\") slash--
    if ((end - slash) % 2 === 0) return end + 1
  }
  return source.length
}

/** An array or an object of at most 80 characters that contains no other. */
const short = /[[{](?:[^[\]{}"]|"(?:[^"\\]|\\[^])*")*[\]}]/y

/** The last character of a short array or object; -1 for another. */
const endOfShort = (source: string, start: number): number => {
  short.lastIndex = 0
  return short.test(source.slice(start, start + 80)) ? start + short.lastIndex - 1 : -1
}

/** A token as it is shown. Escapes of characters that need none, such as `\\u0442` and `\\/`, are replaced. */
const textOf = (written: string): string => {
  if (written === ":") return ": "
  const isEscaped = written.startsWith('"') && written.includes("\\") && written.length <= 200_000
  return isEscaped ? JSON.stringify(JSON.parse(written)) : written
}
