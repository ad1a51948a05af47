/**
 * An answer as a model reads it: one text in Markdown. Clients differ in which field of an MCP result they give to the
 * model, so there is only one (`docs/passages.md`).
 *
 * Every word that comes from a page, a hit or a site stands in a {@link Fence} that marks it as untrusted data: titles,
 * URLs, headings, links, snippets, names of engines and contents. Every word outside is ours. So pages and hits are
 * named by their numbers there, and errors name none.
 */
import * as Predicate from "effect/Predicate"
import * as Schema from "effect/Schema"
import type { InstantAnswer, SearchHit } from "@porthole/core"
import {
  Fence,
  LibraryAnswer,
  Page,
  QuoteCheck,
  Recorded,
  SearchAndFetch,
  SearchResult,
  SiteMap,
  WebError,
} from "@porthole/core"
import * as PageText from "./PageText.ts"
import { countOf, joined, oneLine } from "./TextParts.ts"
import * as Wording from "./Wording.ts"

/**
 * Every answer of a tool: of `web_search`, `web_fetch` of one page or several, `web_search_and_fetch`, `web_quote`,
 * `web_map`, `docs_search` and `docs_fetch` of indexed libraries, or an error.
 */
export const ToolAnswer = Schema.Union([
  WebError.Wire,
  SearchAndFetch.SearchAndFetchResult,
  SearchResult.SearchResult,
  Page.Pages,
  Page.Page,
  LibraryAnswer.LibraryHits,
  LibraryAnswer.LibraryPage,
  QuoteCheck.QuoteCheck,
  SiteMap.SiteMap,
])
export type ToolAnswer = typeof ToolAnswer.Type

/** Whether a value is an answer, for example from a stored conversation. */
export const isToolAnswer: (value: unknown) => value is ToolAnswer = Schema.is(ToolAnswer)

/** How to write an answer. */
export type Options = PageText.Options

/** The text of an answer, whatever its tool. */
export const toText = (answer: ToolAnswer, options: Options = {}): string => {
  if ("error" in answer) return errorText(answer)
  if ("libraries" in answer) return libraryText(answer)
  if ("verdict" in answer) return quoteText(answer)
  if ("urls" in answer) return mapText(answer)
  const entry = (page: Page.FailedPage | Page.Page, hit?: SearchHit.SearchHit): string =>
    "error" in page ? errorText(page) : PageText.ofPage(page, options, hit)
  if ("hits" in answer && "pages" in answer) {
    const pages = answer.pages.map((page, at) => `Page of hit ${at + 1}:\n${entry(page, answer.hits[at])}`)
    return joined([hitsText(answer), ...pages])
  }
  if ("hits" in answer) return hitsText(answer)
  if ("pages" in answer) {
    const { message, pages } = answer
    return joined([message, ...pages.map((page, at) => `Page ${at + 1} of ${pages.length}:\n${entry(page)}`)])
  }
  return PageText.ofPage(answer, options)
}

/** The text of a value that isn't a {@link ToolAnswer}, all of it in a fence: its source is unknown. */
export const unknownText = (text: string): string => Fence.around(text)

/** An answer as a model reads it. */
export interface ModelResult {
  readonly text: string
  /** Whether to mark it as a failure, if an SDK or a protocol supports that. */
  readonly isError: boolean
}

/**
 * The text of an answer for a model; the call's arguments decide whether it lists links. It is the same over MCP and in
 * every SDK.
 */
export const toModelResult = (answer: ToolAnswer, args: unknown): ModelResult => ({
  text: toText(answer, { links: Predicate.isObject(args) && args["links"] === true }),
  isError: isFailure(answer),
})

// --- private --------------------------------------------------------------------------

/** Whether nothing requested came back: an error, or several pages that all failed. */
const isFailure = (answer: ToolAnswer): boolean =>
  "error" in answer || (!("hits" in answer) && "pages" in answer && answer.pages.every((page) => "error" in page))

const errorText = ({ attempts, error, message, reason, retry_after, status_code }: WebError.Wire): string => {
  const code = [error, reason, status_code].filter((part) => part !== undefined).join(" / ")
  const isWaitInMessage = message?.includes(`${retry_after} s`) === true
  const again = retry_after === undefined || isWaitInMessage ? undefined : `Try again in ${retry_after} s.`
  const called = attempts?.flatMap(({ provider, reason }) => {
    if (!isName(provider)) return []
    return reason === undefined || !isName(reason) ? [provider] : [`${provider} (${reason})`]
  })
  const sentences = [
    message ?? Wording.advice[error],
    again,
    called === undefined || called.length === 0 ? undefined : `Tried: ${called.join(", ")}.`,
  ]
  return `Error: ${code}\n${sentences.filter((sentence) => sentence !== undefined).join(" ")}`
}

/** Whether a text can be a name or a reason of ours: no sentence can, which a provider may send as an engine's name. */
const isName = (text: string): boolean => /^[a-z][a-z0-9:_-]{0,63}$/.test(text)

/** The hits, then what is to say about them. */
const hitsText = (result: SearchResult.SearchResult): string => {
  const { answers = [], attempts, corrections = [], hits, ignored, message } = result
  const count = hits.length
  const untrusted = joined([
    hits.map(hitText).join("\n"),
    answers.map(answerText).join("\n"),
    corrections.length === 0 ? undefined : oneLine(`Corrected query: ${corrections.join("; ")}`),
    attempts === undefined ? undefined : calledText(attempts),
  ])
  const notes = [
    ...(message === undefined ? [] : [message]),
    ...(ignored === undefined ? [] : [`Not supported by the provider, so not applied: ${ignored.join(", ")}.`]),
  ]
  return joined([
    [...Recorded.sentence(result), ...(count === 0 ? [] : [`Shown: ${countOf(count, "hit")}.`])].join("\n"),
    untrusted === "" ? undefined : Fence.around(untrusted),
    notes.join("\n"),
  ])
}

/** A verdict on a quote, and the words as they stand on the page. */
const quoteText = ({ end, heading, link, message, start, text, url, verdict, ...quote }: QuoteCheck.QuoteCheck) => {
  const found = [
    `URL: ${oneLine(url)}`,
    ...(heading === undefined ? [] : [`Heading: ${oneLine(heading)}`]),
    ...(link === undefined ? [] : [`Link: ${oneLine(link)}`]),
    ...(text === undefined ? [] : ["", "Text:", text]),
    ...(quote.nearest === undefined ? [] : ["", "Nearest words:", quote.nearest]),
  ]
  return joined([
    `Verdict: ${verdict}, ${verdicts[verdict]}`,
    start === undefined ? undefined : `Found at characters ${start} to ${end} of the page's text.`,
    quote.outside === true ? "It stands outside of the page's main content." : undefined,
    Fence.around(found.join("\n")),
    message,
  ])
}

/** The pages of a site. */
const mapText = ({ count, message, prefix, total, urls }: SiteMap.SiteMap): string =>
  joined([
    `Shown: ${countOf(count, "page")} of ${total} below the URL.`,
    Fence.around(
      [
        `URL: ${oneLine(prefix)}`,
        ...urls.map(({ modified_at, title = "", url }, at) =>
          oneLine(
            [`${at + 1}. ${url}`, title, modified_at?.slice(0, 10) ?? ""].filter((part) => part !== "").join(" · "),
          ),
        ),
      ].join("\n"),
    ),
    message,
  ])

const verdicts: Readonly<Record<QuoteCheck.Verdict, string>> = {
  exact: "the page contains the quote.",
  spelling: "the page contains the quote in another spelling: use the page's.",
  absent: "the page doesn't contain the quote: don't quote it so from there.",
}

/** The parts of pages of indexed libraries. Versions and times are ours: their forms are checked. */
const libraryText = ({ hits, libraries, message }: LibraryAnswer.LibraryHits): string => {
  const parts = hits.map(({ content_md, heading, title, url }, at) =>
    [`${at + 1}. ${oneLine(heading === "" ? title : `${title}: ${heading}`)} — ${oneLine(url)}`, content_md].join(
      "\n\n",
    ),
  )
  const searched = libraries.map(
    ({ indexed_at, library, version }) => `${library} ${version} (indexed ${oneLine(indexed_at.slice(0, 10))})`,
  )
  return joined([
    hits.length === 0 ? undefined : `Shown: ${countOf(hits.length, "part")} of pages.`,
    libraries.length > 3 || libraries.length === 0 ? undefined : `Searched: ${searched.join(", ")}.`,
    parts.length === 0 ? undefined : Fence.around(parts.join("\n\n")),
    message,
  ])
}

const hitText = ({ metadata, snippet, title, url }: SearchHit.SearchHit, at: number): string => {
  const details = [metadata?.published_at?.slice(0, 10), metadata?.engine, metadata?.category, metadata?.score].filter(
    (part) => part !== undefined && part !== "",
  )
  const lines = [`${at + 1}. ${oneLine(title)} — ${oneLine(url)}`, oneLine(snippet), oneLine(details.join(" · "))]
  return lines.filter((line) => line !== "").join("\n   ")
}

const answerText = ({ text, title, url }: InstantAnswer.InstantAnswer): string =>
  oneLine(`Answer: ${title === undefined ? "" : `${title}: `}${text}${url === undefined ? "" : ` — ${url}`}`)

/** A provider names the engines behind it. */
const calledText = (attempts: ReadonlyArray<WebError.Attempt>): string =>
  oneLine(`Providers: ${attempts.map(({ outcome, provider }) => `${provider} ${outcome}`).join(", ")}.`)
