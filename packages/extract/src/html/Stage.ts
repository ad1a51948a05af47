/// <reference lib="dom" preserve="true" />
/**
 * The state of an HTML document while it is read, and the stages that read it. A stage may change the document in
 * place, and returns its other findings; the next stage sees both. `Pipeline.ts` lists the stages.
 */
import type { TimeBudget } from "./TimeBudget.ts"
import type { Declared } from "../metadata/Declared.ts"
import type { Extracted, Extractor, Offer, Publication } from "@porthole/core"
import type { Signs } from "../obstacle/Obstacle.ts"

/** The state of a document while it is read. */
export interface Reading {
  /** The URL it came from, and the requested mode. */
  readonly fetched: Extractor.Fetched
  readonly document: Document
  /** The base of its relative links. */
  readonly base: string
  readonly title: string
  readonly declared: Declared
  readonly publication: Publication.Publication
  /** The offers that the metadata declares. */
  readonly offers: ReadonlyArray<Offer.Offer>
  /** The panels of the document, by the controls that name them. */
  readonly panels: ReadonlyMap<Element, Element>
  /** The content so far: the whole body at first, then its main part, then a cleaned copy of that. */
  readonly content: Element
  /** Contains the blocks that aren't content, in document order; `undefined` if blocks weren't scored. */
  readonly outside: Element | undefined
  /** The rest of the reading's time. */
  readonly time: TimeBudget
  /** How the content was found: for the operator, not for the model. */
  readonly foundBy: string
  /** Whether a document that wasn't scored has no text outside of its content. */
  readonly isWhole: boolean
  /** Counts of hidden text removed so far. */
  readonly removed: Extracted.Removed
  /** Parts of the document that were simplified or left out, so that it can be read. */
  readonly reduced: ReadonlyArray<Extracted.Reduced>
  /** Signs that the document shows an obstacle, such as a login, instead of its content. */
  readonly signs: Signs
  /** The obstacle to reading the content. */
  readonly obstacle: Extracted.Obstacle | undefined
}

/** The findings of a stage. `note` is a short description for the operator. */
export interface Change extends Partial<Omit<Reading, "fetched" | "document" | "base" | "time">> {
  readonly note?: string
}

/** One stage. It is synchronous and pure, except that it may change the document. */
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
