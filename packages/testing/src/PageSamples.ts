/** Pages as a cache stores them: the samples of stores' tests. */
import type { StoredPage } from "@porthole/core"

/** A page with this content, which may contain a lone surrogate. */
export const page = (content: string): StoredPage.StoredPage => ({
  title: "A page",
  content,
  links: ["https://example.com/a"],
  text_length: content.length,
  outside: "Other pages",
  removed: { hidden_elements: 2, invisible_characters: 30 },
  obstacle: "consent",
  reduced: [{ part: "pages", read: 200, of: 350 }],
  url: "https://example.com/end",
  status_code: 200,
  redirected_from: ["https://example.com/"],
  validators: { url: "https://example.com/end", etag: '"1"' },
})
