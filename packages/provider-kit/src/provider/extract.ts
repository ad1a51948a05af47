/**
 * The page reader of a provider, made of its identity and a mapping from a page to a request and from an answer to a
 * row. The URL has passed the policy before, so no internal name reaches a vendor.
 *
 * {@link titleOf} and {@link linksOf} read metadata of a page that came as Markdown alone. They read each character
 * once, so that no foreign page can make them slow. Titles and snippets may come as lines of HTML:
 * {@link textOf} returns their text.
 */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as HttpClient from "effect/http/HttpClient"
import type * as HttpClientRequest from "effect/http/HttpClientRequest"
import {
  Arguments,
  Deadline,
  type FetchRequest,
  HttpUrl,
  Settings,
  type StoredPage,
  type WebBackend,
  WebError,
} from "@porthole/core"
import * as ProviderRequest from "./ProviderRequest.ts"
import { send } from "./ProviderRequest.ts"
import { type Identity, type Options, resolveEndpoint, type Endpoint } from "./Identity.ts"

// --- Markdown and HTML -----------------------------------------------------------------

/** The text of the first heading of any level: one line, at most 1,000 characters. */
export const titleOf = (markdown: string): string | undefined => {
  for (let start = 0; start < markdown.length;) {
    const end = markdown.indexOf("\n", start)
    const next = end === -1 ? markdown.length : end
    const title = markdown.charAt(start) === "#" ? headingOf(markdown.slice(start, Math.min(next, start + 1_000))) : ""
    if (title !== "") return title
    start = next + 1
  }
  return undefined
}

/**
 * The absolute http(s) URLs of inline links and of autolinks (`<https://…>`), each once, in order of appearance. An
 * image isn't a link, but the link around it is. A URL may contain balanced parentheses (CommonMark 0.31 section 6.3).
 */
export const linksOf = (markdown: string): ReadonlyArray<string> => {
  const found = new Set<string>()
  const add = (url: string): void => {
    const link = url === "" ? undefined : HttpUrl.withoutFragment(url)
    if (link !== undefined) found.add(link)
  }
  // For each open label, whether it is an image's.
  const labels: Array<boolean> = []
  for (let at = 0; at < markdown.length; at++) {
    const character = markdown.charAt(at)
    if (character === "\\") at++
    else if (character === "[" || (character === "!" && markdown.charAt(at + 1) === "[")) {
      if (labels.length === maxDepth) labels.length = 0
      labels.push(character === "!")
      if (character === "!") at++
    } else if (character === "]") {
      const isImage = labels.pop()
      if (isImage === undefined || markdown.charAt(at + 1) !== "(") continue
      const { end, url } = targetAt(markdown, at + 2)
      if (!isImage) add(url)
      at = end - 1
    } else if (character === "<") {
      const { end, url } = bracketedAt(markdown, at + 1)
      add(url)
      at = end - 1
    } else if (character === "\n" && isEmptyLine(markdown, at + 1)) labels.length = 0
  }
  return Array.from(found)
}

/**
 * The text of a line of HTML: without tags of emphasis such as `<b>` and `<mark>`, and with character references
 * decoded once. The kernel removes everything else that could be a tag.
 */
export const textOf = (html: string): string =>
  html.replace(emphasis, "").replace(reference, (whole, hex?: string, decimal?: string, name?: string) => {
    if (name !== undefined) return Object.hasOwn(named, name) ? (named[name] ?? whole) : whole
    return characterOf(hex === undefined ? Number(decimal) : Number.parseInt(hex, 16))
  })

// --- the reading -----------------------------------------------------------------------

/** A page to read, and the time for it. */
export interface ProviderPageRequest extends WebBackend.ExtractRequest {
  /** In ms, at least 1. */
  readonly timeLeft: number
}

/** The provider's own part. */
export interface ExtractMapping {
  /** The modes that it supports; another one fails with `invalid_request` and without a request. */
  readonly modes: ReadonlyArray<FetchRequest.ExtractMode>
  readonly request: (pageRequest: ProviderPageRequest, endpoint: Endpoint) => HttpClientRequest.HttpClientRequest
  /**
   * The page of an answer's JSON, or the reason why there is none; `undefined` if it isn't an answer of this provider.
   */
  readonly row: (
    json: unknown,
    request: WebBackend.ExtractRequest,
  ) => StoredPage.PageRow | WebError.WebError | undefined
  /** Refusals that the status alone doesn't show. */
  readonly fault?: ProviderRequest.ReadFault
}

/** A page reader that still needs its HTTP client. */
export type PageReader = WebBackend.Factory<WebBackend.Extract, never, HttpClient.HttpClient>

/** Makes the page reader with a program's address and key. */
export type MakeExtract = (options?: Options) => PageReader

/** Makes the function that makes a provider's page reader. */
export const extract =
  (identity: Identity, mapping: ExtractMapping): MakeExtract =>
  (options = {}) =>
    Effect.map(
      HttpClient.HttpClient,
      (client) => (request) =>
        Effect.provideService(read(identity, mapping, options, request), HttpClient.HttpClient, client),
    )

/** The error for a page that the provider couldn't read. */
export const unreadPageError = ({ title }: Identity): WebError.WebError =>
  WebError.make({ error: "extraction_failed", message: `${title} couldn't read this page. Use another page.` })

/** The error for a page whose site answered with an unsuccessful status, as the provider reports. */
export const siteError = (status_code: number): WebError.WebError =>
  WebError.make({
    error: "http_error",
    status_code,
    message: "The site answered with an error. Check the URL or use another page.",
  })

/** The error for a page that took too long, including the provider's own timeout. */
export const siteTimeoutError: WebError.WebError = Deadline.pageTimeoutError

// --- private --------------------------------------------------------------------------

const read = Effect.fnUntraced(function* (
  identity: Identity,
  mapping: ExtractMapping,
  options: Options,
  request: WebBackend.ExtractRequest,
): Effect.fn.Return<StoredPage.PageRow, WebError.WebError, HttpClient.HttpClient> {
  const endpoint = yield* resolveEndpoint(identity, options)
  if (!mapping.modes.includes(request.mode)) {
    return yield* Effect.fail(
      Arguments.invalid("extract", `extract: ${identity.title} supports only ${mapping.modes.join(" and ")}.`),
    )
  }
  const { fetch_timeout } = yield* Settings.Settings
  const now = yield* Clock.currentTimeMillis
  const timeLeft = Math.max(1, (yield* Deadline.endsWithin(fetch_timeout)) - now)
  const reply = yield* send(identity, mapping.request({ ...request, timeLeft }, endpoint), {
    timeout: fetch_timeout,
    timeoutError: siteTimeoutError,
    fault: mapping.fault,
  })
  const row = reply.json === undefined ? undefined : mapping.row(reply.json, request)
  if (row === undefined) return yield* Effect.fail(ProviderRequest.unexpectedAnswerError(identity))
  return row instanceof WebError.WebError ? yield* Effect.fail(ProviderRequest.ofMapping(row)) : row
})

/** Maximum depth of nested labels. */
const maxDepth = 100

/** Maximum characters of a link's URL. A longer text isn't a link, and no part of it is read as one. */
const maxUrlLength = 2_048

/** A part of a text that may be a URL, and the offset after it; empty if it can't be one. */
interface Target {
  readonly url: string
  readonly end: number
}

/** The text of a line as a heading, without the marks at its ends (`# C#` is about C#); empty if it isn't one. */
const headingOf = (line: string): string => {
  const text = /^#{1,6}[ \t]([^]*)$/.exec(line)?.[1]?.trim() ?? ""
  let end = text.length
  while (text.charAt(end - 1) === "#") end--
  return end === 0 || /\s/.test(text.charAt(end - 1)) ? text.slice(0, end).trimEnd() : text
}

/** The URL between the parentheses of an inline link, without the title; `at` is the offset after the opening one. */
const targetAt = (markdown: string, at: number): Target => {
  const start = afterBlanks(markdown, at)
  if (markdown.charAt(start) === "<") return bracketedAt(markdown, start + 1)
  let open = 0
  return readUntil(markdown, start, (character) => {
    if (character === "(") open++
    return character === "<" || (character === ")" && open-- === 0)
  })
}

/** The text before a `>`, if there is one. */
const bracketedAt = (markdown: string, at: number): Target => {
  const { end, url } = readUntil(markdown, at, (character) => character === "<" || character === ">")
  return { url: markdown.charAt(end) === ">" ? url : "", end }
}

/**
 * The http(s) URL at an offset. It ends before a space, a control character such as a line feed, or the first character
 * for which `isEnd` is true. Punctuation after a `\` is literal and never the end.
 */
const readUntil = (markdown: string, at: number, isEnd: (character: string) => boolean): Target => {
  if (!isWeb(markdown, at)) return { url: "", end: at }
  let end = at
  while (end < markdown.length) {
    const character = markdown.charAt(end)
    if (character <= " " || isEnd(character)) break
    end += character === "\\" && isPunctuation(markdown.charAt(end + 1)) ? 2 : 1
  }
  const url = end - at > maxUrlLength ? "" : markdown.slice(at, end).replace(escaped, "$1")
  return { url, end: Math.min(end, markdown.length) }
}

const isWeb = (markdown: string, at: number): boolean =>
  (markdown.charAt(at) === "h" || markdown.charAt(at) === "H") && /^https?:\/\//i.test(markdown.slice(at, at + 8))

const escaped = /\\([!-/:-@[-`{-~])/g

const isPunctuation = (character: string): boolean => /^[!-/:-@[-`{-~]/.test(character)

const isEmptyLine = (markdown: string, at: number): boolean => {
  let end = at
  while (isBlank(markdown.charAt(end))) end++
  return markdown.charAt(end) === "\n"
}

/** A destination may begin on the next line. */
const afterBlanks = (markdown: string, at: number): number => {
  let end = at
  while (isBlank(markdown.charAt(end)) || markdown.charAt(end) === "\n") end++
  return end
}

const isBlank = (character: string): boolean => character === " " || character === "\t" || character === "\r"

const emphasis = /<\/?(?:b|em|i|mark|span|strong)(?:\s[^<>]{0,500})?>/gi

const reference = /&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|([a-z]{2,8}));/gi

/** The references that search engines write; all are in the HTML standard (section 13.5). */
const named: Readonly<Record<string, string>> = {
  amp: "&",
  lt: "<",
  gt: ">",
  quot: '"',
  apos: "'",
  nbsp: "\u00a0",
  hellip: "…",
  ndash: "–",
  mdash: "—",
  lsquo: "‘",
  rsquo: "’",
  ldquo: "“",
  rdquo: "”",
  laquo: "«",
  raquo: "»",
  middot: "·",
  bull: "•",
  copy: "©",
  reg: "®",
  trade: "™",
  euro: "€",
}

const characterOf = (code: number): string => (code > 0 && code <= 0x10_ffff ? String.fromCodePoint(code) : "")
