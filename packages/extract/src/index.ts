/** Porthole's reader: fetched bytes to title, Markdown, text or HTML, and links. */
export * as Reader from "./Reader.ts"
export type { ReaderTrace } from "./html/ReaderTrace.ts"
export type { Change, Reading, Stage } from "./html/Stage.ts"
