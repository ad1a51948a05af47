/** The parts that texts for models are made of. */

/** Those parts that say something, as paragraphs. */
export const joined = (parts: ReadonlyArray<string | undefined>): string =>
  parts.filter((part) => part !== undefined && part !== "").join("\n\n")

/** A number of things: `1 hit`, `2 hits`. */
export const countOf = (count: number, thing: string): string => `${count} ${thing}${count === 1 ? "" : "s"}`

/** A text without line breaks. NEL (U+0085) and other controls may break a line, too. */
export const oneLine = (text: string): string => text.replace(/[\s\p{Cc}]+/gu, " ").trim()
