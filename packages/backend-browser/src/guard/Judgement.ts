/**
 * What happens to a request of a rendering. Only a GET of a script, a style sheet, data, a document of the page's own
 * origin or a frame of its site is fetched, with headers that no script wrote.
 */
import type { Renderer } from "@porthole/core"
import type { Paused } from "../cdp/Answers.ts"

/** The page that asks. */
export interface AskingPage {
  readonly documentUrl: string
  readonly mainFrame: string | undefined
  /** The domain that the page's host was registered under, by the browser's list of public suffixes; empty for none. */
  readonly site: string
  /** Documents that the main frame got, the fetched one included. */
  readonly documents: number
}

/** `give` the fetched document, `fetch` a part, `grant` a preflight, or `refuse`; `isTold` is whether to list that. */
export type Judgement =
  | { readonly action: "give" }
  | { readonly action: "fetch"; readonly part: Renderer.PartRequest }
  | { readonly action: "grant"; readonly headers: Readonly<Record<string, string>> }
  | { readonly action: "refuse"; readonly isTold: boolean }

/** Maximum documents of the main frame: a page may load itself again, but not for ever. */
export const maxDocuments = 5

/** Judges a request. */
export const judge = (paused: Paused, page: AskingPage): Judgement => {
  const { request, resourceType } = paused
  const headers = lowerCased(request.headers)
  const url = URL.parse(request.url)
  if (url === null || !/^https?:$/.test(url.protocol)) return refused
  if (request.method === "OPTIONS") return preflight(headers)
  if (request.method !== "GET" || headers["service-worker"] !== undefined) return refused
  if (resourceType === "Document") return document(paused, url, page, headers)
  const kind = kinds[resourceType]
  if (kind !== undefined && !isSpeculative(headers)) return fetched(request.url, kind, headers)
  return { action: "refuse", isTold: !unread.has(resourceType) }
}

// --- private --------------------------------------------------------------------------

type Headers = Readonly<Record<string, string | undefined>>

const refused: Judgement = { action: "refuse", isTold: true }

/** `Other` is the script of a worker. */
const kinds: Readonly<Record<string, Renderer.PartRequest["kind"] | undefined>> = {
  Script: "script",
  Other: "script",
  Stylesheet: "style",
  XHR: "data",
  Fetch: "data",
}

/** A reader of text doesn't need them, and a page has many. */
const unread: ReadonlySet<string> = new Set(["Image", "Media", "Font", "TextTrack", "Manifest"])

/** By kind, because a script can choose the field's value. */
const accepts: Readonly<Record<Renderer.PartRequest["kind"], string>> = {
  document: "text/html,application/xhtml+xml;q=0.9,*/*;q=0.8",
  script: "*/*",
  style: "text/css,*/*;q=0.1",
  data: "application/json,text/plain,*/*;q=0.8",
}

const lowerCased = (headers: Readonly<Record<string, string>>): Headers =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]))

const isSpeculative = (headers: Headers): boolean =>
  headers["purpose"] !== undefined || headers["sec-purpose"] !== undefined

const document = (paused: Paused, url: URL, page: AskingPage, headers: Headers): Judgement => {
  const own = URL.parse(page.documentUrl)
  if (own === null) return refused
  const fetchIt = fetched(paused.request.url, "document", headers)
  if (paused.frameId !== page.mainFrame) return isOfSite(url, own, page.site) ? fetchIt : refused
  if (url.origin !== own.origin) return refused
  if (page.documents === 0) return withoutFragment(url) === withoutFragment(own) ? { action: "give" } : refused
  return page.documents < maxDocuments ? fetchIt : refused
}

const isOfSite = (url: URL, own: URL, site: string): boolean =>
  url.origin === own.origin || (site !== "" && url.protocol === own.protocol && `.${url.hostname}`.endsWith(`.${site}`))

const withoutFragment = ({ href }: URL): string => href.split("#", 1)[0] ?? ""

const fetched = (url: string, kind: Renderer.PartRequest["kind"], headers: Headers): Judgement => ({
  action: "fetch",
  part: { url, kind, headers: { accept: accepts[kind], ...ownFields(headers) } },
})

/** A script can choose the path of its referrer, and never another origin. */
const ownFields = ({ cookie, origin, referer }: Headers): Record<string, string> => {
  const from = referer === undefined ? null : URL.parse(referer)
  return {
    ...(origin === undefined ? {} : { origin }),
    ...(from === null ? {} : { referer: `${from.origin}/` }),
    ...(cookie === undefined || cookie.length > maxCookieLength ? {} : { cookie }),
  }
}

const maxCookieLength = 8_192

/** The headers that a script may announce; none of them travels. */
const announced: ReadonlySet<string> = new Set(["accept", "content-type", "x-requested-with"])

const preflight = (headers: Headers): Judgement => {
  const names = (headers["access-control-request-headers"] ?? "")
    .split(",")
    .map((name) => name.trim().toLowerCase())
    .filter((name) => name !== "")
  const { origin } = headers
  if (origin === undefined || headers["access-control-request-method"] !== "GET") return refused
  if (!names.every((name) => announced.has(name))) return refused
  return {
    action: "grant",
    headers: {
      "access-control-allow-origin": origin,
      "access-control-allow-credentials": "true",
      "access-control-allow-methods": "GET",
      "access-control-allow-headers": names.join(", "),
    },
  }
}
