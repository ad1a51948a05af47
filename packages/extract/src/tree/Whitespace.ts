/** Bounds runs of white space within `pre`: trimming long runs takes quadratic time. */
import { limits } from "./Limits.ts"

/** Makes all line breaks `\n`, and shortens runs of line breaks and of other white space. */
export const boundedRuns = (text: string): string =>
  text
    .replace(/\r\n?/g, "\n")
    .replace(/[^\S\n]{200,}/g, " ".repeat(limits.preSpaces))
    .replace(/\n(?:[^\S\n]*\n){3,}/g, "\n".repeat(limits.preBreaks))
