/** The text of a document on its way into the tree: invisible characters go, white space is folded. */
import { UntrustedText } from "@porthole/core"
import { boundedRuns } from "./Whitespace.ts"

/** Gathers the text between two nodes. */
export class Texts {
  private pieces = ""
  /** Invisible characters that were removed. */
  invisible = 0

  /** Counts the invisible characters of a text that is kept elsewhere. */
  count(text: string): void {
    this.invisible += UntrustedText.countInvisible(text)
  }

  add(piece: string): void {
    this.pieces += piece
  }

  /** Returns the text since the last call; `isPre` tells whether its white space counts. */
  take(isPre: boolean): string {
    const text = this.pieces
    if (text === "") return text
    this.pieces = ""
    const folded = isPre ? boundedRuns(text) : text.replace(runs, " ")
    if (!suspect.test(folded)) return folded
    this.invisible += UntrustedText.countInvisible(folded)
    const visible = UntrustedText.stripInvisible(folded).replace(/[^\P{Cc}\s]/gu, "")
    return isPre ? visible : visible.replace(runs, " ")
  }
}

// --- private --------------------------------------------------------------------------

const runs = /\s{2,}|[^\S ]/g

/** Characters that may have to go. */
const suspect = /[\p{Default_Ignorable_Code_Point}\ufff9-\ufffb\p{Cs}]|[^\P{Cc}\s]/u
