/** White space that counts, within `pre`, kept within limits: its runs cost quadratic time when they are trimmed. */
import { limits } from "./Limits.ts"

/** Makes line breaks of one kind, and shortens their runs and those of other white space. */
export const boundedRuns = (text: string): string =>
  text
    .replace(/\r\n?/g, "\n")
    .replace(/[^\S\n]{200,}/g, " ".repeat(limits.preSpaces))
    .replace(/\n(?:[^\S\n]*\n){3,}/g, "\n".repeat(limits.preBreaks))
