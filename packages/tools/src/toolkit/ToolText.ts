/**
 * An answer as a model reads it: one text in Markdown. Clients differ in which field of an MCP result they give to the
 * model, so there is only one (`docs/passages.md`).
 *
 * Every word that comes from a page, a hit or a site stands in a {@link Fence} that marks it as untrusted data: titles,
 * URLs, headings, links, snippets, names of engines and contents. Every word outside is ours. So pages and hits are
 * named by their numbers there, and errors name none.
 */
import * as DateTime from "effect/DateTime"
import * as Option from "effect/Option"
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
export interface Options {
  /** Whether to list a page's links after it; content in Markdown or HTML contains them anyway. Default: no. */
  readonly links?: boolean
}

/** The text of an answer, whatever its tool. */
export const toText = (answer: ToolAnswer, options: Options = {}): string => {
  if ("error" in answer) return errorText(answer)
  if ("libraries" in answer) return libraryText(answer)
  if ("verdict" in answer) return quoteText(answer)
  if ("urls" in answer) return mapText(answer)
  const entry = (page: Page.FailedPage | Page.Page, hit?: SearchHit.SearchHit): string =>
    "error" in page ? errorText(page) : pageText(page, options, hit)
  if ("hits" in answer && "pages" in answer) {
    const pages = answer.pages.map((page, at) => `Page of hit ${at + 1}:\n${entry(page, answer.hits[at])}`)
    return joined([hitsText(answer), ...pages])
  }
  if ("hits" in answer) return hitsText(answer)
  if ("pages" in answer) {
    const { message, pages } = answer
    return joined([message, ...pages.map((page, at) => `Page ${at + 1} of ${pages.length}:\n${entry(page)}`)])
  }
  return pageText(answer, options)
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

const joined = (parts: ReadonlyArray<string | undefined>): string =>
  parts.filter((part) => part !== undefined && part !== "").join("\n\n")

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

/** A page; what the hit that led to it says already isn't said again. */
const pageText = (page: Page.Page, options: Options, hit?: SearchHit.SearchHit): string =>
  joined([notesOf(page, options).join("\n"), Fence.around(untrustedText(page, options, hit))])

/** Everything that a page or its site wrote. Only the content has lines of its own, and it begins after `Text:`. */
const untrustedText = (
  { links, outline = [], title, url, ...page }: Page.Page,
  options: Options,
  hit: SearchHit.SearchHit | undefined,
): string => {
  const content = contentOf(page)
  const sections = outline.map(
    ({ heading, level, number }, at) => `${indentOf(level)}${number ?? at + 1}. ${oneLine(heading)}`,
  )
  return [
    ...(title === "" || title === hit?.title || isFirstHeading(title, content) ? [] : [`Title: ${oneLine(title)}`]),
    ...(url === hit?.url ? [] : [`URL: ${oneLine(url)}`]),
    ...sourceOf(page),
    ...(sections.length === 0 ? [] : ["Sections:", ...sections]),
    ...(options.links === true && links.length > 0 ? ["Links:", ...links.map((link) => `- ${oneLine(link)}`)] : []),
    ...(content === "" ? [] : ["", "Text:", content]),
  ].join("\n")
}

/** Who published the page and when. The URL says as much as the site's name alone. */
const sourceOf = ({ author, modified_at, published_at, site_name }: Partial<Page.Page>) => {
  const published = published_at?.slice(0, 10)
  const changed = modified_at?.slice(0, 10)
  const facts = [
    author,
    published === undefined ? undefined : `published ${published}`,
    changed === undefined || changed === published ? undefined : `changed ${changed}`,
  ].filter((fact) => fact !== undefined)
  if (facts.length === 0) return []
  return [`Source: ${[...facts, ...(site_name === undefined ? [] : [site_name])].map(oneLine).join(" · ")}`]
}

/** Whether the content begins with the title as its heading. */
const isFirstHeading = (title: string, content: string): boolean => {
  const [line = ""] = content.slice(0, title.length + 8).split("\n", 1)
  return /^#{1,6} /.test(line) && oneLine(line.replace(/^#+/, "")) === oneLine(title)
}

const contentOf = ({ content, content_md }: Pick<Page.Page, "content" | "content_md">): string =>
  content_md ?? content ?? ""

const indentOf = (level: number): string => "  ".repeat(Math.min(Math.max(level, 1), 6) - 1)

/** Notes on a page: the shown part, warnings, and how to get more. */
const notesOf = (page: Page.Page, options: Options): ReadonlyArray<string> => {
  const { compressed, original_length, removed, rendered, warning } = page
  const message = messageOf(page, options)
  return [
    ...Recorded.sentence(page),
    ...shownNote(page),
    ...(page.cached ? [cachedNote(page)] : []),
    ...(rendered === true ? ["Rendered: the page's scripts have run."] : []),
    ...(compressed === true ? [`Shortened from ${original_length} characters.`] : []),
    ...(warning === undefined || contentOf(page) === ""
      ? []
      : ["Warning: low_content, the page has little readable text."]),
    ...(message === "" ? [] : [message]),
    ...waysNote(page),
    ...(removed === undefined
      ? []
      : [
          `Hidden text was removed (${countOf(
            Object.values(removed).reduce((a, b) => a + b, 0),
            "part",
          )}).`,
        ]),
  ]
}

/** The shown part; the message of a cut page says it already. */
const shownNote = (page: Page.Page): ReadonlyArray<string> => {
  const { message, total_length } = page
  const shown = contentOf(page).length
  if (shown === 0) return ["The page has no readable text."]
  if (total_length === undefined) return [`Shown: all ${shown} characters.`]
  return message === undefined ? [`Shown: ${shown} of ${total_length} characters.`] : []
}

/** The time, in UTC and minutes, is written anew: a store may have held any text. */
const cachedNote = ({ fetched_at = "" }: Page.Page): string =>
  Option.match(DateTime.make(fetched_at), {
    onNone: () => "Cached: a copy of unknown age.",
    onSome: (time) => `Cached: a copy of ${DateTime.formatIso(time).slice(0, 16)}Z.`,
  })

/** The message, which counts the listed links only if they are listed. */
const messageOf = ({ links, links_total, message = "" }: Page.Page, options: Options): string => {
  if (options.links === true) return message
  const others = message.split(Page.linksSentence(links.length, links_total))
  return others
    .map((part) => part.trim())
    .filter((part) => part !== "")
    .join(" ")
}

/** The ways to read more of a page that was cut. */
const waysNote = (page: Page.Page): ReadonlyArray<string> => {
  const { message = "", next_start_index, outline, passages, section_complete, total_length } = page
  if (total_length === undefined) return []
  const next = section_complete === true ? "reads what follows the section" : "continues"
  const ways = [
    ...(next_start_index === undefined ? [] : [`start_index=${next_start_index} ${next}`]),
    ...(passages === undefined ? [] : ["start_index=0 reads from the beginning"]),
    ...(outline === undefined || message.includes(Page.sectionTakes)
      ? []
      : [`section takes a number from 1 to ${outline.at(-1)?.number ?? outline.length}`]),
  ]
  return ways.length === 0 ? [] : [`To read on: ${ways.join("; ")}.`]
}

const countOf = (count: number, thing: string): string => `${count} ${thing}${count === 1 ? "" : "s"}`

/** NEL (U+0085) and other controls may break a line, too. */
const oneLine = (text: string): string => text.replace(/[\s\p{Cc}]+/gu, " ").trim()
