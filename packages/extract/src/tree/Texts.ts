/** A document's text before it enters the tree: invisible characters are removed, white space is folded. */
import { UntrustedText } from "@porthole/core"
import { limits } from "./Limits.ts"

/** Collects the text between two nodes. */
export class Texts {
  private pieces = ""
  /** Invisible characters that were removed. */
  invisible = 0

  add(piece: string): void {
    this.pieces += piece
  }

  /** Returns the text since the last call; `isPre` is whether its white space counts. */
  take(isPre: boolean): string {
    const text = this.pieces
    this.pieces = ""
    if (!isPre && !notPlain.test(text)) return text
    if (!isPre && !notAscii.test(text)) return text.replace(runs, " ")
    if (!isPre && !unusual.test(text)) return text
    const folded = isPre ? boundedRuns(text) : text.replace(runs, " ")
    if (!suspect.test(folded)) return folded
    const visible = this.visible(folded).replace(/[^\P{Cc}\s]/gu, "")
    return isPre ? visible : visible.replace(runs, " ")
  }

  /** A text without its invisible characters, which are counted. */
  visible(text: string): string {
    const count = UntrustedText.countInvisible(text)
    this.invisible += count
    return count === 0 ? text : UntrustedText.stripInvisible(text)
  }
}

/**
 * Preformatted text with `\n` for each line break, and short runs of white space: long ones take quadratic time to
 * trim.
 */
export const boundedRuns = (text: string): string =>
  text
    .replace(/\r\n?/g, "\n")
    .replace(/[^\S\n]+/g, (run) => (run.length < 200 ? run : " ".repeat(limits.preSpaces)))
    .replace(/\n(?:[^\S\n]*\n){3,}/g, "\n".repeat(limits.preBreaks))

// --- private --------------------------------------------------------------------------

const runs = /\s{2,}|[^\S ]/g

/** Characters that may have to be removed. */
const suspect = new RegExp(`[${UntrustedText.invisibleSet}\\p{Cs}]|[^\\P{Cc}\\s]`, "u")

/**
 * What is neither printable ASCII nor a single space, and what is neither printable ASCII nor white space of it. Most
 * texts have none, and both are found faster than the expressions below.
 */
const notPlain = /[^ -~]| {2}/
const notAscii = /[^\t-\r -~]/

/** White space to fold, and such characters. */
const unusual = new RegExp(`${runs.source}|${suspect.source}`, "u")
