/**
 * Tells which text items of a page nobody sees. An item counts only if it is exactly a piece of what the page draws,
 * and hidden as a whole: pdf.js joins texts that stand beside each other, and a visible item is never cut.
 */
import type { DrawnLetter } from "./PageInk.ts"

/** A text item of pdf.js. */
export interface TextItem {
  readonly str: string
  readonly transform: ReadonlyArray<number>
}

/** The hidden letters of a page by their place. */
export class Unseen {
  private readonly byPlace = new Map<string, Array<number>>()

  private readonly letters: ReadonlyArray<DrawnLetter>

  constructor(letters: ReadonlyArray<DrawnLetter>) {
    this.letters = letters
    if (!letters.some(({ isHidden }) => isHidden)) return
    for (const [at, { x, y }] of letters.entries()) {
      const place = placeOf(x, y)
      const there = this.byPlace.get(place)
      if (there === undefined) this.byPlace.set(place, [at])
      else there.push(at)
    }
  }

  /** Whether nobody sees an item. Each hidden letter hides one item. */
  hides({ str, transform }: TextItem): boolean {
    if (this.byPlace.size === 0) return false
    const [x = Number.NaN, y = Number.NaN] = transform.slice(4).map(Number)
    const places = new Set([-1, 1].flatMap((dx) => [-1, 1].map((dy) => placeOf(x + dx * near, y + dy * near))))
    const there = Array.from(places).flatMap((place) => this.byPlace.get(place) ?? [])
    if (there.length > maxComparedLetters) return false
    const starts = there.filter((at) => {
      const letter = this.letters[at]
      return letter !== undefined && Math.abs(letter.x - x) < near && Math.abs(letter.y - y) < near
    })
    // A visible letter in the same place may be the item's.
    if (starts.some((at) => this.letters[at]?.isHidden !== true)) return false
    const expected = lettersIn(str)
    const start = starts.find((at) => this.isHiddenFrom(at, expected))
    if (start === undefined) return false
    for (const place of places) {
      const left = this.byPlace.get(place)?.filter((at) => at !== start)
      if (left !== undefined) this.byPlace.set(place, left)
    }
    return true
  }

  /** Whether the letters from one on are the expected ones, and all of them are hidden. */
  private isHiddenFrom(start: number, expected: ReadonlyArray<string>): boolean {
    const found: Array<string> = []
    for (let at = start; found.length < expected.length; at++) {
      const letter = this.letters[at]
      if (letter?.isHidden !== true) return false
      found.push(...lettersIn(letter.text))
    }
    const [one, other] = [found, expected].map((letters) => letters.toSorted().join(""))
    return one === other
  }
}

// --- private --------------------------------------------------------------------------

/** The difference of two positions, in points, that are the same. */
const near = 0.02

/** Maximum number of letters in one place that are compared with an item. */
const maxComparedLetters = 100

const placeOf = (x: number, y: number): string => `${Math.floor(x * 2)} ${Math.floor(y * 2)}`

/** Letters without blanks. pdf.js turns text from right to left around, so that their order isn't compared. */
const lettersIn = (text: string): ReadonlyArray<string> =>
  Array.from(text.normalize("NFKC").replaceAll(/[\s\p{Cf}]/gu, ""))
