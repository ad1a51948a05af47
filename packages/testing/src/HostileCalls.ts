/** Calls of every tool to the backend of hostile words. */

/** A call, and whether it fails. */
export interface Call {
  readonly tool: string
  readonly args: Record<string, unknown>
  readonly isError?: boolean
}

/** Calls of every tool that shows or fails to show this text. */
export const callsOf = (at: number): ReadonlyArray<Call> => {
  const url = `https://site.test/${at}`
  const gone = `${url}/gone`
  const query = `tide ${at}`
  return [
    { tool: "web_search", args: { query } },
    { tool: "web_search", args: { query, include_metadata: true } },
    { tool: "web_search_and_fetch", args: { query, include_metadata: true, max_length: 400 } },
    ...[{}, { links: true }, { extract: "text" }, { query: "tide" }, { section: "1" }, { start_index: 20 }].map(
      (more) => ({ tool: "web_fetch", args: { url, max_length: 200, ...more } }),
    ),
    { tool: "web_fetch", args: { url, links: true } },
    { tool: "web_fetch", args: { url, extract: "html" } },
    { tool: "web_fetch", args: { url, section: "no such heading" }, isError: true },
    { tool: "web_fetch", args: { url, start_index: 1e9 }, isError: true },
    { tool: "web_fetch", args: { url: gone }, isError: true },
    { tool: "web_fetch", args: { urls: [url, gone], links: true } },
    { tool: "web_fetch", args: { urls: [url], section: "no such heading" }, isError: true },
    { tool: "docs_search", args: { query } },
    { tool: "docs_fetch", args: { slug_or_url: url, max_length: 200 } },
    { tool: "docs_fetch", args: { slug_or_url: url, section: "no such heading" }, isError: true },
  ]
}
