/**
 * Lines of mappings that may go without a test that notices, each with why: another line makes up for it, or nobody can
 * see it. A line that makes a difference doesn't belong here.
 */
import type { Line } from "./MappingLines.ts"

/** A line as it is written, without its indentation. */
export interface Reason {
  readonly file: string
  readonly text: string
  readonly why: string
}

export const reasons: ReadonlyArray<Reason> = []

/** Why nothing needs to notice that a line is gone. */
export const reasonOf = ({ file, text }: Line): string | undefined =>
  reasons.find((reason) => reason.file === file && reason.text === text)?.why
