/** Defuddle over linkedom, with its defaults, but without requests to third parties. */
import { Defuddle } from "defuddle/node"
import { parseHTML } from "linkedom"
import type { Read } from "../Candidate.ts"

export const read: Read = async ({ html, url }) => {
  const { document } = parseHTML(html)
  const { content } = await Defuddle(document, url, { useAsync: false })
  return { html: content }
}
