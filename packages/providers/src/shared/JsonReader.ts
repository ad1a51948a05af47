/**
 * The page reader over an operator's own API, which takes a page's URL and answers in JSON. Its address and its key are
 * its own, because it is mostly another service than the search.
 */
import * as Effect from "effect/Effect"
import type { WebError } from "@porthole/core"
import * as Provider from "@porthole/provider-kit"
import { firstText, parameter, path, readSending, requestOf, type Sending, settingsOf } from "./JsonSettings.ts"

/** A program's options, named like the variables without `PORTHOLE_JSON_`. */
export interface JsonReaderOptions {
  /** The API's address, to which no path is added. */
  readonly readerUrl?: string | undefined
  /** Its key. Default: none. */
  readonly readerKey?: Provider.Options["key"]
  /** `GET`, with parameters in the URL, or `POST`, with a body of JSON. Default `GET`. */
  readonly readerMethod?: string | undefined
  /** The header that holds the bare key; `Authorization` holds `Bearer` and the key. Default `Authorization`. */
  readonly readerKeyHeader?: string | undefined
  /** The parameter of the page's URL. Default `url`. */
  readonly readerPage?: string | undefined
  /** The path of the page's title. Default `title`, else the first heading. */
  readonly readerTitle?: string | undefined
  /** The path of the page's Markdown. Default the first of `markdown`, `content` and `text`. */
  readonly readerContent?: string | undefined
  /** The path of the final URL. Default `url`, else the requested one. */
  readonly readerLink?: string | undefined
  /** The path of the list of links, absolute URLs. Default `links`, else those of the Markdown. */
  readonly readerLinks?: string | undefined
  /** The path of the site's HTTP status. Default `status_code`, else 200. */
  readonly readerStatus?: string | undefined
}

/** The names of {@link JsonReaderOptions}. */
export const optionNames = [
  "readerUrl",
  "readerKey",
  "readerMethod",
  "readerKeyHeader",
  "readerPage",
  "readerTitle",
  "readerContent",
  "readerLink",
  "readerLinks",
  "readerStatus",
] as const

/** The API's address may have a query, such as `?format=markdown`, which each request also sends. */
export const identity: Provider.Identity = {
  name: "json",
  title: "The page API",
  urlVariables: ["PORTHOLE_JSON_READER_URL"],
  addressMayHold: ["query"],
  key: { variable: "PORTHOLE_JSON_READER_KEY", isOptional: true, storedAs: "json_reader" },
}

type Options = Provider.Options & JsonReaderOptions

const { extract, makeExtract } = Provider.extracting<Options>(identity, (options) =>
  Effect.map(readShape(options), mappingOf),
)

/** The reader. The options `url` and `key` are the search's. */
export const jsonReader: Provider.PageExtraction<Options> = {
  makeExtract: (options = {}) => makeExtract({ ...options, url: options.readerUrl, key: options.readerKey }),
  extract,
  readerIdentity: identity,
}

// --- private --------------------------------------------------------------------------

/** How to call the API, and the paths of its answer. */
interface Shape extends Sending {
  readonly page: string
  readonly title: string
  readonly contents: ReadonlyArray<string>
  readonly link: string
  readonly links: string
  readonly status: string
}

const readShape = Effect.fnUntraced(function* (options: JsonReaderOptions): Effect.fn.Return<Shape, WebError.WebError> {
  const prefix = "PORTHOLE_JSON_READER"
  const setting = settingsOf(identity)
  const { readerKeyHeader: keyHeader, readerMethod: method } = options
  const sending = yield* readSending(identity, prefix, { method, keyHeader })
  const page = yield* setting(`${prefix}_PAGE`, options.readerPage, parameter)
  const title = yield* setting(`${prefix}_TITLE`, options.readerTitle, path)
  const content = yield* setting(`${prefix}_CONTENT`, options.readerContent, path)
  const link = yield* setting(`${prefix}_LINK`, options.readerLink, path)
  const links = yield* setting(`${prefix}_LINKS`, options.readerLinks, path)
  const status = yield* setting(`${prefix}_STATUS`, options.readerStatus, path)
  return {
    ...sending,
    page: page ?? "url",
    title: title ?? "title",
    contents: content === undefined ? ["markdown", "content", "text"] : [content],
    link: link ?? "url",
    links: links ?? "links",
    status: status ?? "status_code",
  }
})

const mappingOf = (shape: Shape): Provider.ExtractMapping => ({
  modes: ["markdown"],
  request: ({ url }, endpoint) => requestOf(shape, endpoint, { [shape.page]: url }),
  row: (json, { url }) => {
    const status = Provider.Json.number(json, shape.status) ?? 200
    if (Number.isInteger(status) && status >= 400 && status < 600) return Provider.siteError(status)
    const content = firstText(json, shape.contents)
    if (content === undefined) return isThere(json, shape.contents) ? Provider.unreadPageError(identity) : undefined
    return {
      title: Provider.Json.text(json, shape.title) ?? Provider.titleOf(content) ?? "",
      url: Provider.Json.text(json, shape.link) ?? url,
      content,
      links: textsOf(json, shape.links) ?? Provider.linksOf(content),
      status_code: status,
    }
  },
})

/** Whether a value, which may be empty or null, is at one of the paths: then it is an answer of this API. */
const isThere = (json: unknown, paths: ReadonlyArray<string>): boolean =>
  paths.some((path) => Provider.Json.at(json, path) !== undefined)

const textsOf = (json: unknown, path: string): ReadonlyArray<string> | undefined =>
  Provider.Json.list(json, path)?.filter((link) => typeof link === "string")
