/**
 * Takes the texts that nobody sees out of a page's text items. pdf.js joins texts that stand beside each other, so an
 * item may hold hidden words between visible ones.
 */
import type { DrawnText } from "./PageInk.ts"

/** A text item of pdf.js. */
export interface TextItem {
  readonly str: string
  readonly transform: ReadonlyArray<number>
  readonly width: number
}

/** The items of a page without its hidden texts. */
export class Unseen {
  private readonly byLine = new Map<number, Array<DrawnText>>()

  constructor(hidden: ReadonlyArray<DrawnText>) {
    for (const text of hidden) {
      const line = this.byLine.get(Math.round(text.y)) ?? []
      line.push(text)
      this.byLine.set(Math.round(text.y), line)
    }
  }

  /** The visible part of an item's text. Each hidden text is taken out once. */
  visibleIn(item: TextItem): string {
    const [a = 0, b = 0, , , x = 0, y = 0] = item.transform.map(Number)
    if (this.byLine.size === 0) return item.str
    const isLevel = Math.abs(b) < 0.01 * Math.abs(a)
    let text = item.str
    for (const near of [y - 1, y, y + 1]) {
      const line = this.byLine.get(Math.round(near))
      for (const hidden of line?.slice(0, maxNear) ?? []) {
        const along = (hidden.x - x) * Math.sign(a || 1)
        const isWithin = isLevel ? along > -tolerance && along < item.width : Math.abs(hidden.x - x) < tolerance
        if (!isWithin || Math.abs(hidden.y - y) > tolerance) continue
        const rest = without(text, hidden.text.trim(), isLevel && item.width > 0 ? along / item.width : 0)
        // Another item in the same place has it. In letters written in another way it stays.
        if (rest === undefined) continue
        text = rest
        line?.splice(line.indexOf(hidden), 1)
      }
    }
    return text
  }
}

// --- private --------------------------------------------------------------------------

/** The difference of two positions, in points, that are the same. */
const tolerance = 1

/** Maximum number of hidden texts that are compared with an item. */
const maxNear = 1_000

/** A text without the occurrence of a part that is nearest to a position, from 0 to 1; `undefined` without any. */
const without = (text: string, part: string, position: number): string | undefined => {
  const expected = Math.max(0, Math.round(position * text.length))
  const [before, after] = [text.lastIndexOf(part, expected), text.indexOf(part, expected)]
  const at = before === -1 || (after !== -1 && after - expected < expected - before) ? after : before
  return at === -1 ? undefined : `${text.slice(0, at)}${text.slice(at + part.length)}`
}
