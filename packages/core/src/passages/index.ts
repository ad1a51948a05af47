/** Passages of a page for a question, pages of a long text, its outline, and quotes from it. */
export * as Blocks from "./Blocks.ts"
export * as Outline from "./Outline.ts"
export * as Passages from "./Passages.ts"
export * as Quote from "./Quote.ts"
export * as Words from "./Words.ts"
