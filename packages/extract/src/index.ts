/** Porthole's extractor: fetched bytes to title, Markdown, text or HTML, and links. */
export * as DocumentExtractor from "./DocumentExtractor.ts"
export type { ExtractionTrace } from "./html/ExtractionTrace.ts"
export type { Change, Reading, Stage } from "./html/Stage.ts"
