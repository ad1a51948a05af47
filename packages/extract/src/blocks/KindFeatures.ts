/**
 * What an answer of a block means on pages of a kind where it may mean something else than elsewhere: a comment is the
 * content of a forum, and a list of linked prices that of a collection, but not of an article.
 */
import type { PageKind } from "../kind/Kinds.ts"
import { type Feature, feature } from "./Feature.ts"

/** A block by its other answers, on a page of a kind. */
export interface OnPage {
  readonly kind: PageKind | undefined
  readonly answer: (name: string) => number | undefined
}

/** Features of a block on pages of a kind: the answer there, 0 on other pages. */
export const kindFeatures: ReadonlyArray<Feature<OnPage>> = [
  ...on("forum", ["forum"], ["hint message", "hint comment", "item of", "in article", "readable"]),
  ...on(
    "product",
    ["product"],
    ["hint detail", "hint review", "description", "in details", "under related", "readable"],
  ),
  ...on("items", ["collection", "listing"], ["item words", "item linked", "price", "prose", "readable"]),
]

// --- private --------------------------------------------------------------------------

function on(
  name: string,
  kinds: ReadonlyArray<PageKind>,
  answers: ReadonlyArray<string>,
): ReadonlyArray<Feature<OnPage>> {
  return answers.map((asked) =>
    feature(`${name}: ${asked}`, ({ answer, kind }) =>
      kind !== undefined && kinds.includes(kind) ? (answer(asked) ?? 0) : 0,
    ),
  )
}
