/** Porthole's reader: fetched bytes to title, Markdown, text or HTML, and links. */
export * as Reader from "./Reader.ts"
export type { ReaderTrace } from "./ReaderTrace.ts"
export type { Change, Reading, Stage } from "./Stage.ts"
