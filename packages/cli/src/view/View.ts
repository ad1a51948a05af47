/** The parts of an answer for a person: the text itself, and notes about it. */

/** `body` goes to stdout and ends with a line feed unless it is empty; each note is a sentence for stderr. */
export interface View {
  readonly body: string
  readonly notes: ReadonlyArray<string>
}

/** How to emphasise text on a terminal; without colours both leave it unchanged. */
export interface Style {
  readonly strong: (text: string) => string
  readonly faint: (text: string) => string
  /** The columns for a person's text; `undefined` if a program reads it. */
  readonly width: number | undefined
}

/** Longer lines are hard to read, however wide a terminal is. */
const maxWidth = 100

/** The styles for an output: whether it has colours, and its columns if it is a terminal. */
export const style = (colours: boolean, columns?: number): Style => ({
  strong: sgr(colours, 1, 22),
  faint: sgr(colours, 2, 22),
  width: columns === undefined ? undefined : Math.max(20, Math.min(maxWidth, columns)),
})

// --- private --------------------------------------------------------------------------

const sgr =
  (colours: boolean, on: number, off: number) =>
  (text: string): string =>
    colours && text !== "" ? `\u001b[${on}m${text}\u001b[${off}m` : text
