/** @extractus/article-extractor with its defaults. */
import { extractFromHtml } from "@extractus/article-extractor"
import type { Read } from "../Candidate.ts"

export const read: Read = async ({ html, url }) => {
  const article = await extractFromHtml(html, url)
  return { html: article?.content ?? "" }
}
