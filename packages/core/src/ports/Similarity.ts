/**
 * The port that says how alike a question and each unit of a page are in meaning, so that an answer in other words is
 * found. It is optional: the default says nothing. `@porthole/vectors-en` has an adapter for English.
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"

/** A unit of a page: a few sentences, an item, or a row. */
export interface Unit {
  /** The numbers of its words in {@link Page.words}. */
  readonly words: ReadonlyArray<number>
  /** The headings above it, the nearest one last, as indices into {@link Page.headings}. */
  readonly trail: ReadonlyArray<number>
}

/** A page's units in order, and a question's words. */
export interface Page {
  readonly question: ReadonlyArray<{ readonly word: string; readonly rarity: number }>
  readonly words: ReadonlyArray<string>
  /** How rare a word is on the page, by its number. */
  readonly rarityOf: (word: number) => number
  readonly units: ReadonlyArray<Unit>
  /** The numbers of each heading's words. */
  readonly headings: ReadonlyArray<ReadonlyArray<number>>
}

/**
 * What meaning adds to the logarithm of the odds that each unit answers, in the order of the units, in slices of time.
 */
export type Rate = (page: Page) => Effect.Effect<ReadonlyArray<number>>

/** Opens the current adapter, at the first English question; nothing unless a layer is provided. */
export const Similarity: Context.Reference<Effect.Effect<Rate | undefined>> = Context.Reference<
  Effect.Effect<Rate | undefined>
>("@porthole/core/Similarity", { defaultValue: () => Effect.undefined })
