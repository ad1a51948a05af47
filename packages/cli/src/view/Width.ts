/** The columns that text takes on a terminal, and where its lines break. */
import { stripVTControlCharacters } from "node:util"

/** The columns of a text on one line: East Asian wide characters and emoji take two, combining marks none. */
export const of = (text: string): number => {
  const visible = stripVTControlCharacters(text).replace(invisible, "")
  return Array.from(visible).length + (visible.match(wide)?.length ?? 0)
}

/** Breaks a line between words, never inside one. The first line starts with `first`, others with `rest`. */
export const wrap = (text: string, width: number, first = "", rest = first): string => {
  const lines: Array<string> = []
  let line = first
  let used = of(first)
  let isEmpty = true
  for (const word of wordsOf(text)) {
    const isSpaced = word.isSpaced && !isEmpty
    const needed = of(word.text) + (isSpaced ? 1 : 0)
    if (!isEmpty && used + needed > width) {
      lines.push(line)
      line = rest + word.text
      used = of(rest) + of(word.text)
    } else {
      line += (isSpaced ? " " : "") + word.text
      used += needed
    }
    isEmpty = false
  }
  return [...lines, line].join("\n")
}

// --- private --------------------------------------------------------------------------

interface Word {
  readonly text: string
  /** Whether a space comes before it. */
  readonly isSpaced: boolean
}

/** Words; in a script without spaces each character is one. */
const wordsOf = (text: string): ReadonlyArray<Word> =>
  text
    .split(/[ \t]+/)
    .filter((part) => part !== "")
    .flatMap((part) =>
      (part.match(breakable) ?? [part]).map((piece, at): Word => ({ text: piece, isSpaced: at === 0 })),
    )

/** One wide character with the punctuation after it, or a run without any. */
const breakable =
  /[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}][^\p{L}\p{N}\s]*|[^\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}]+/gu

const invisible = /[\p{M}\p{Cf}\ufe00-\ufe0f]/gu

/** The wide and full-width blocks of Unicode's East Asian Width, and emoji. */
const wide =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]|[\u{1f300}-\u{1f64f}\u{1f900}-\u{1f9ff}\u{20000}-\u{3fffd}]/gu
