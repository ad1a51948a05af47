/** The kinds of pages that are told apart. */

/**
 * - `article`: one text to be read, such as a story, a post or a paper
 * - `documentation`: a part of a manual or a reference
 * - `forum`: what several people wrote to each other, such as a thread, or a question and its answers
 * - `product`: one thing that is sold
 * - `collection`: many things that are sold
 * - `listing`: many entries that lead to other pages, such as headlines, jobs or events
 * - `service`: an organisation or its offer, and all else
 */
export type PageKind = "article" | "documentation" | "forum" | "product" | "collection" | "listing" | "service"

/** All of them. */
export const kinds: ReadonlyArray<PageKind> = [
  "article",
  "documentation",
  "forum",
  "product",
  "collection",
  "listing",
  "service",
]
