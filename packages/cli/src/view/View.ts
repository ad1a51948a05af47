/** What a person gets to see of an answer: the text itself, and notes about it beside. */

/** `body` goes to stdout and ends with a line feed unless it is empty; each note is a sentence for stderr. */
export interface View {
  readonly body: string
  readonly notes: ReadonlyArray<string>
}

/** How text is set off on a terminal; both leave it alone where colours aren't wanted. */
export interface Style {
  readonly strong: (text: string) => string
  readonly faint: (text: string) => string
  /** The columns that text for a person is laid out in; `undefined` where a program reads it. */
  readonly width: number | undefined
}

/** Lines longer than this are hard to read, however wide a terminal is. */
const widest = 100

/** The styles for an output: whether it has colours, and its columns where it is a terminal. */
export const style = (colours: boolean, columns?: number): Style => ({
  strong: sgr(colours, 1, 22),
  faint: sgr(colours, 2, 22),
  width: columns === undefined ? undefined : Math.max(20, Math.min(widest, columns)),
})

// --- private --------------------------------------------------------------------------

const sgr =
  (colours: boolean, on: number, off: number) =>
  (text: string): string =>
    colours && text !== "" ? `\u001b[${on}m${text}\u001b[${off}m` : text
