/** @kreuzberg/html-to-markdown-node on the whole page. */
import kreuzberg from "@kreuzberg/html-to-markdown-node"
import type { Read } from "../Candidate.ts"

export const read: Read = ({ html }) => ({
  markdown: kreuzberg.convert(html, { preprocessing: { enabled: false }, extractMetadata: false }).content ?? "",
})
