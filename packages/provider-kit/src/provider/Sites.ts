/** Sites among the words of a search: the operator `site:` that web search engines share. */
import type { SearchQuery } from "@porthole/core"

/** The syntax of an engine. */
export interface Engine {
  /**
   * Whether it supports `(site:a OR site:b)`. If not, several domains stay out of the words, and the kernel filters by
   * them.
   */
  readonly alternatives: boolean
  readonly maxWords: number
  /** In characters. */
  readonly maxLength: number
}

/** The text to search for, and the query's fields that its operators express. */
export interface QueryWithSites {
  readonly text: string
  readonly covers: ReadonlyArray<"domains" | "exclude_domains">
}

/** The query with its sites. Sites that would make it too long are left out, and the kernel filters by them. */
export const withSites = (
  { domains = [], exclude_domains = [], query }: Pick<SearchQuery.SearchQuery, "query" | "domains" | "exclude_domains">,
  engine: Engine,
): QueryWithSites => {
  const wanted = domains.map((domain) => `site:${domain}`)
  const only = wanted.length === 1 ? wanted.join("") : engine.alternatives ? `(${wanted.join(" OR ")})` : undefined
  const fits = (text: string): boolean => text.length <= engine.maxLength && text.split(/\s+/).length <= engine.maxWords
  const parts = [
    { field: "domains" as const, count: wanted.length, operators: only },
    {
      field: "exclude_domains" as const,
      count: exclude_domains.length,
      operators: exclude_domains.map((domain) => `-site:${domain}`).join(" "),
    },
  ]
  let words: QueryWithSites = { text: query, covers: [] }
  for (const { count, field, operators } of parts) {
    const text = `${words.text} ${operators ?? ""}`
    if (count > 0 && operators !== undefined && fits(text)) words = { text, covers: [...words.covers, field] }
  }
  return words
}
