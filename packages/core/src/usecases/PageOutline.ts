/** The outline that a part of a page comes with, and the note on what it leaves out. */
import * as Page from "../domain/page/Page.ts"
import type * as Blocks from "../passages/Blocks.ts"
import * as Outline from "../passages/Outline.ts"

/** The outline of a page, and the number of its headings. */
export interface WholeOutline {
  readonly entries: ReadonlyArray<Page.OutlineEntry>
  readonly all: number
}

/** The outline of a text; `shown` and `offsetOf` are those of {@link Outline.make}. */
export const of = (
  { headings }: Blocks.Blocks,
  mainLength: number,
  shown: ReadonlyArray<Outline.Range> = [],
  offsetOf?: (offset: number) => number,
): WholeOutline => ({
  entries: Outline.make(headings, mainLength, shown, offsetOf),
  all: Outline.countOf(headings, mainLength),
})

/** The entries of an outline beside the shown ranges. A note says if it lists only some of the headings. */
export const beside = (
  { all, entries }: WholeOutline,
  shown: ReadonlyArray<Outline.Range>,
  maxLength: number,
): Pick<Page.Part, "outline" | "notes"> => {
  if (entries.length < 2) return { notes: [] }
  const outline = Outline.beside(entries, shown, maxLength)
  if (outline.length < all && outline.some(({ number }) => number !== undefined)) {
    const note = `The outline has ${outline.length} of ${all} headings; ${Page.sectionTakes} any up to ${all}.`
    return { outline, notes: [note] }
  }
  const left = all - outline.length
  const words =
    left === 1
      ? `its words, or the number ${all}`
      : `their words, or one of the numbers ${outline.length + 1} to ${all}`
  const note = `The outline leaves out ${left} of ${all} headings; ${Page.sectionTakes} ${words}.`
  return { outline, notes: all === outline.length ? [] : [note] }
}
