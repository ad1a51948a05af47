/** What was taken out of a page because nobody who looks at it sees it: a hint that somebody tried to tell a model something. */
import * as Schema from "effect/Schema"

/**
 * How much was taken out: elements with text that the page hides, of those within one another the outermost, and
 * characters without a shape (zero-width, bidirectional controls, tags; soft hyphens aren't counted).
 */
export const Removed = Schema.Struct({
  hidden_elements: Schema.Natural,
  invisible_characters: Schema.Natural,
})
export type Removed = typeof Removed.Type

/** What of one page was taken out by several; none where nothing was. */
export const sum = (...parts: ReadonlyArray<Partial<Removed> | undefined>): Removed | undefined => {
  const of = (name: keyof Removed): number => parts.reduce((total, part) => total + (part?.[name] ?? 0), 0)
  const removed = { hidden_elements: of("hidden_elements"), invisible_characters: of("invisible_characters") }
  return removed.hidden_elements + removed.invisible_characters === 0 ? undefined : removed
}
