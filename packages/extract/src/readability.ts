/**
 * The plain stack as an extractor: linkedom's tree, Mozilla's Readability and Turndown, over the same decoding, limits,
 * hidden-text and cleaning stages as `DocumentExtractor`. `docs/reader.md` compares the two.
 *
 * ```ts
 * import { ReadabilityExtractor } from "@porthole/extract/readability"
 *
 * const extractor = ReadabilityExtractor.layer()
 * ```
 */
export * as ReadabilityExtractor from "./ReadabilityExtractor.ts"
