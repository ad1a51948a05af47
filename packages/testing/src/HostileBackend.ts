/**
 * A backend that answers with {@link HostileWords.texts}. The number in a query or in a URL selects the text, so one
 * backend serves all of them.
 */
import * as Effect from "effect/Effect"
import { type PageRow, type SearchHit, type WebBackend, WebError } from "@porthole/core"
import { canary, texts } from "./HostileWords.ts"

/** The site of every page and of most hits, for the tools of a documentation site. */
export const site = { name: "boats", baseUrl: "https://site.test/" }

/** The texts as hits; the second one's page can't be read, and its URL ends in punctuation. */
export const rowsOf = (at: number): ReadonlyArray<SearchHit.SearchRow> => {
  const text = texts[at] ?? ""
  const metadata = { engine: text, category: text, score: 2, published_at: "2026-03-01" }
  return [
    { title: text, snippet: text, url: `https://site.test/${at}/${canary}?${encodeURIComponent(text)}`, metadata },
    { title: text, snippet: text, url: `https://site.test/${at}/gone/${canary},`, metadata },
    { title: text, snippet: text, url: `https://${canary}.test/${at}`, metadata },
  ]
}

/** The text as a page at the end of a redirect: its title, its URL, its headings, its words and its links. */
export const pageOf = (at: number): PageRow.PageRow => {
  const text = texts[at] ?? ""
  const url = `https://site.test/${at}/${canary}?${encodeURIComponent(text).slice(0, 2_000)}`
  const parts = ["#", "##", "##"].map((marks) => `${marks} ${text}\n\n${text} [${text}](${url}) ${paragraph}\n`)
  const content = ["# Tides\n", ...parts].join("\n")
  return { title: text, url, content, links: [url, `https://${canary}.test/`], status_code: 200 }
}

/** Whether the page at a URL can't be read. */
export const isGone = (url: string): boolean => url.includes("/gone")

/** The number of the text that a query or a URL selects. */
export const numberIn = (text: string): number => Number(/\d+/.exec(text)?.[0])

/** Finds the hits of the query's text, by engines with hostile names. */
export const search: WebBackend.Search = ({ query }) =>
  Effect.sync(() => ({
    provider: "literal",
    rows: rowsOf(numberIn(query)),
    answers: rowsOf(numberIn(query)).map(({ title, url }) => ({ title, url, text: title })),
    corrections: [texts[numberIn(query)] ?? ""],
    attempts: [{ provider: `literal:${texts[numberIn(query)] ?? ""}`, outcome: "answered" as const }],
  }))

/** Reads the page of the URL's text. */
export const extract: WebBackend.Extract = ({ url }) =>
  isGone(url)
    ? WebError.fail({ error: "http_error", status_code: 404 }, texts[numberIn(url)])
    : Effect.sync(() => pageOf(numberIn(url)))

// --- private --------------------------------------------------------------------------

const paragraph = "The tide is high at six and low at noon. ".repeat(8)
