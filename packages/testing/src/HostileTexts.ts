/**
 * Texts that cost more than their length if the work on them isn't linear, isn't bounded, or isn't done in slices. Each
 * is a function of a length in UTF-16 units, so that tests and benchmarks can compare the costs of two lengths.
 */

/** Makes a text of about a length. */
export type Text = (length: number) => string

/** A page as sites send it: headings, paragraphs of a few sentences, a list and a table. */
export const usual: Text = (length) =>
  joined(
    length,
    (n) =>
      `## Part ${n}\n\nThe ferry number ${n} leaves the harbour at ${n % 24} o'clock, ` +
      `and word${n % 997} is about topic${n % 97}. ` +
      `Its captain knows every island of the archipelago. Nobody else does.\n\n- item ${n}\n- word${n % 89}\n\n` +
      `| part | width |\n| --- | --- |\n| part${n} | ${n} mm |\n\n`,
  )

/** The hostile texts by their names. */
export const texts: Readonly<Record<string, Text>> = {
  // Text without the marks between which it is cut.
  "letters without spaces": repeated("a"),
  "Chinese without punctuation": repeated("字"),
  "one line of short words": repeated("a b "),
  "sentences of 50,000 characters": repeated(`${"a".repeat(50_000)}. `),
  "Chinese sentences of one character": repeated("字。"),
  "full stops": repeated("."),
  "full stops and brackets": repeated(".)"),
  "quotation marks": repeated('"'),
  // White space.
  newlines: repeated("\n"),
  "two letters with spaces between": (length) => `a${" ".repeat(length)}b`,
  "headings with spaces inside": repeated(`# a${" ".repeat(2_000)}b\n`),
  "headings with spaces before a line separator": repeated(`# ${" ".repeat(900)}\u2028\n`),
  "items before blank lines": repeated(`- a${"\n".repeat(690)}`),
  "items before blank lines and a long line": repeated(`- a${"\n".repeat(690)}${"x".repeat(9_000)}`),
  // Unicode.
  "combining marks": repeated("\u0315\u0300\u0323"),
  "letters with 150 marks each": repeated(`a${"\u0315\u0300\u0323".repeat(50)}`),
  "a heading of combining marks": (length) => `# a${"\u0315\u0300".repeat(length / 2)}`,
  "headings of combining marks": repeated(`# a${"\u0315\u0300".repeat(450)}\n`),
  "characters that decompose to eighteen": repeated("\ufdfa"),
  "Hangul syllables": repeated("각"),
  emoji: repeated("😀"),
  // Many parts.
  "one-letter headings": repeated("# a\n"),
  "one-letter paragraphs": repeated("x\n\n"),
  "one-letter paragraphs below long headings": (length) =>
    [1, 2, 3, 4, 5, 6].map((level) => `${"#".repeat(level)} ${"a b ".repeat(110)}\n`).join("") +
    repeated("x\n\n")(length),
  "short titles above paragraphs": repeated("aaa\n\nbbb ccc ddd\n\n"),
  "paragraphs that introduce the next": repeated("a:\n\n"),
  "table rows": repeated("| a | b |\n"),
  "table rows below a long header": (length) =>
    `| ${"word ".repeat(800)}|\n| --- |\n${repeated("| a | b |\n")(length)}`,
  "nested list marks": repeated(`${"- ".repeat(400)}\n`),
  fences: repeated("```\n"),
  "different words": (length) => joined(length, (n) => `${wordOf(n)} `),
  "different compounds of one word": (length) => joined(length, (n) => `${wordOf(n)}aaaaaa `),
  // Links that don't end.
  "opened links": repeated("[a]("),
  "opened targets": repeated("]("),
  "opened targets with brackets": repeated("](a(b)"),
}

/** Questions: a usual one, one of as many terms as are read, and one of repeated pairs. */
export const questions: Readonly<Record<string, string>> = {
  usual: "when does the ferry to word17 leave, a 字",
  "64 compounds": numbers(64)
    .map((n) => `aaaa${wordOf(n)}`)
    .join(" "),
  "repeated pairs": "aaaaa bbb ".repeat(200).trim(),
}

// --- private --------------------------------------------------------------------------

function repeated(unit: string): Text {
  return (length) => unit.repeat(Math.ceil(length / unit.length))
}

function numbers(count: number): ReadonlyArray<number> {
  return Array.from({ length: count }, (_, n) => n)
}

/** A different word for each number. */
function wordOf(n: number): string {
  return Array.from({ length: 5 }, (_, at) => String.fromCharCode(97 + (Math.floor(n / 26 ** at) % 26))).join("")
}

function joined(length: number, part: (n: number) => string): string {
  const parts: Array<string> = []
  for (let [n, left] = [0, length]; left > 0; n++) {
    const next = part(n)
    parts.push(next)
    left -= next.length
  }
  return parts.join("")
}
