/** Pages as a cache holds them: what tests of stores keep and find. */
import type { KeptPage } from "../ports/AnswerCache.ts"

/** A page of this content; half of a surrogate pair may be in it. */
export const page = (content: string): KeptPage => ({
  title: "A page",
  url: "https://example.com/end",
  content,
  links: ["https://example.com/a"],
  status_code: 200,
  text_length: content.length,
  removed: { hidden_elements: 2, invisible_characters: 30 },
  obstacle: "consent",
  reduced: [{ part: "pages", read: 200, of: 350 }],
  redirected_from: ["https://example.com/"],
  validators: { url: "https://example.com/end", etag: '"1"' },
})
