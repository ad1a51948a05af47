/** Porthole's reader: fetched bytes to title, Markdown, text or HTML, and links. */
export * as Reader from "./Reader.ts"
