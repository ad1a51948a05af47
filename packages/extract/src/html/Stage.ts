/**
 * A document on its way through the reader, and the stages that it goes through. A stage may change the document in
 * place, and returns what else it found out; the next stage sees both. `Pipeline.ts` lists the stages.
 */
import type { TimeBudget } from "./TimeBudget.ts"
import type { Declared } from "../metadata/Declared.ts"
import type { Extracted, Extractor } from "@porthole/core"
import type { Signs } from "../obstacle/Obstacle.ts"

/** A document on its way. */
export interface Reading {
  /** The URL it came from, and the mode it is wanted in. */
  readonly fetched: Extractor.Fetched
  readonly document: Document
  /** What its links are relative to. */
  readonly base: string
  readonly title: string
  readonly declared: Declared
  /** What is held for the content so far: the whole body at first, then its main part, then a cleaned copy of that. */
  readonly content: Element
  /** The blocks that aren't content, as elements in document order; `undefined` where no block was judged. */
  readonly outside: Element | undefined
  /** What is left of the reading's time. */
  readonly time: TimeBudget
  /** How the content was found: for the operator, not for the model. */
  readonly path: string
  /** How much was taken out so far because nobody sees it. */
  readonly removed: Extracted.Removed
  /** What of the document was simplified or left out, so that it can be read. */
  readonly reduced: ReadonlyArray<Extracted.Reduced>
  /** Signs that the document isn't its content. */
  readonly signs: Signs
  /** What keeps the content from being read. */
  readonly obstacle: Extracted.Obstacle | undefined
}

/** What a stage found out. `note` is a few words for whoever asks what it did. */
export interface Change extends Partial<Omit<Reading, "fetched" | "document" | "base" | "time">> {
  readonly note?: string
}

/** One stage. It is synchronous and pure but for the document, which it may change. */
export interface Stage {
  readonly name: string
  readonly run: (reading: Reading) => Change
}

/** A stage that only changes the document. */
export const preparing = (name: string, prepare: (document: Document) => void): Stage => ({
  name,
  run: ({ document }) => {
    prepare(document)
    return {}
  },
})
