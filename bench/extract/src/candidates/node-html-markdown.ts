/** node-html-markdown with its defaults, on the whole page. */
import { NodeHtmlMarkdown } from "node-html-markdown"
import type { Read } from "../Candidate.ts"

const converter = new NodeHtmlMarkdown()

export const read: Read = ({ html }) => ({ markdown: converter.translate(html) })
