/**
 * An answer as a model reads it: one text in Markdown. Clients differ in which field of an MCP result they give to the
 * model, so there is only one (`docs/passages.md`). A page's text is in a fence that marks it as untrusted data; a page
 * can't forge the fence's end, because its mark is a hash of the content that doesn't occur in the content.
 */
import * as Predicate from "effect/Predicate"
import * as Schema from "effect/Schema"
import { Fence, Page, SearchAndFetch, SearchResult, WebError } from "@porthole/core"
import * as Wording from "./Wording.ts"

/**
 * Every answer of a tool: of `web_search`, `web_fetch` of one page or several, `web_search_and_fetch`, or an error.
 */
export const ToolAnswer = Schema.Union([
  WebError.Wire,
  SearchAndFetch.SearchAndFetchResult,
  SearchResult.SearchResult,
  Page.Pages,
  Page.Page,
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
  const entry = (page: Page.FailedPage | Page.Page): string =>
    "error" in page ? `${page.url}\n${errorText(page)}` : pageText(page, options)
  if ("hits" in answer && "pages" in answer) return joined([hitsText(answer), ...answer.pages.map(entry)])
  if ("hits" in answer) return hitsText(answer)
  if ("pages" in answer) return joined([answer.message, ...answer.pages.map(entry)])
  return pageText(answer, options)
}

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
  const called = attempts?.map(({ provider, reason }) => (reason === undefined ? provider : `${provider} (${reason})`))
  const sentences = [
    message ?? Wording.advice[error],
    again,
    called === undefined || called.length === 0 ? undefined : `Tried: ${called.join(", ")}.`,
  ]
  return `Error: ${code}\n${sentences.filter((sentence) => sentence !== undefined).join(" ")}`
}

const hitsText = ({ attempts, hits, ignored, message, provider }: SearchResult.SearchResult): string =>
  joined([
    message,
    ignored === undefined ? undefined : `Not supported by ${provider}, so not applied: ${ignored.join(", ")}.`,
    hits.map(hitText).join("\n"),
    attempts === undefined
      ? undefined
      : `Providers: ${attempts.map(({ outcome, provider }) => `${provider} ${outcome}`).join(", ")}.`,
  ])

const hitText = ({ metadata, snippet, title, url }: SearchResult.SearchHit, at: number): string => {
  const details = [
    metadata?.published_at?.slice(0, 10),
    URL.parse(url)?.hostname,
    metadata?.engine,
    metadata?.category,
    metadata?.score,
  ].filter((part) => part !== undefined && part !== "")
  const lines = [`${at + 1}. ${oneLine(title)} — ${url}`, oneLine(snippet), details.join(" · ")]
  return lines.filter((line) => line !== "").join("\n   ")
}

const pageText = (page: Page.Page, options: Options): string => {
  const content = page.content_md ?? page.content ?? ""
  return joined([
    [oneLine(page.title), page.url, ...notesOf(page)].filter((line) => line !== "").join("\n"),
    content === "" ? "The page has no readable text." : Fence.around(content, page.url),
    options.links === true && page.links.length > 0 ? `Links:\n${page.links.join("\n")}` : undefined,
  ])
}

/** Notes on a page: the shown part, how to get more, and warnings. */
const notesOf = (page: Page.Page): ReadonlyArray<string> => {
  const { compressed, message, next_start_index, original_length, outline, passages, removed, total_length, warning } =
    page
  const shown = (page.content_md ?? page.content ?? "").length
  const ways = [
    ...(next_start_index === undefined ? [] : [`start_index=${next_start_index} continues`]),
    ...(passages === undefined ? [] : ["start_index=0 reads from the beginning"]),
    ...(outline === undefined ? [] : ["section reads one of the sections below"]),
  ]
  const more = capitalised(ways.join("; "))
  return [
    ...(total_length === undefined
      ? []
      : [`Shown: ${passages === undefined ? "" : "passages, "}${shown} of ${total_length} characters. ${more}`.trim()]),
    ...(compressed === true ? [`Shortened from ${original_length} characters.`] : []),
    ...(warning === undefined ? [] : ["Warning: low_content, the page has little readable text."]),
    ...(message === undefined ? [] : [message]),
    ...(removed === undefined
      ? []
      : [`Hidden text was removed (${Object.values(removed).reduce((a, b) => a + b, 0)} parts).`]),
    ...(outline === undefined
      ? []
      : ["Sections:", ...outline.map(({ heading, level }, at) => `${"  ".repeat(level - 1)}${at + 1}. ${heading}`)]),
  ]
}

const capitalised = (text: string): string => (text === "" ? "" : `${text.charAt(0).toUpperCase()}${text.slice(1)}.`)

const oneLine = (text: string): string => text.replace(/\s+/g, " ").trim()
