/**
 * Reads the alternate Markdown version of a page instead of the page, if there is a usable one.
 *
 * It is fetched over the same transport as the page, so all rules for a page apply; besides, no redirect may leave the
 * page's origin. It gets half of the remaining time and one try. Its failure never fails a call, because the
 * page itself has already arrived.
 *
 * URL, status and validators stay the page's. If the site later answers that the page hasn't changed, the stored text
 * of the alternate version stays valid.
 */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import {
  Deadline,
  DocumentFormat,
  type Extractor,
  MediaType,
  type Network,
  RefusalReport,
  type Settings,
  SitePrefix,
  WebError,
  WebUrl,
} from "@porthole/core"
import * as Body from "../body/Body.ts"
import * as ContentType from "../body/ContentType.ts"
import * as RequestHeaders from "../RequestHeaders.ts"
import * as Decoder from "../body/Decoder.ts"
import * as AlternateLink from "./AlternateLink.ts"
import * as Retry from "../chain/Retry.ts"
import type { SiteRules } from "../site/SiteRules.ts"
import type { RedirectChain } from "../chain/RedirectChain.ts"

/** The services for reading; the same as for the page. */
export interface Dependencies {
  readonly followRedirects: RedirectChain
  readonly extractor: Extractor.Extractor["Service"]
  readonly headers: Readonly<Record<string, string>>
  readonly settings: Settings.SettingsShape
  readonly siteRules: SiteRules | undefined
}

/** A fetched page. */
export interface FetchedPage {
  readonly url: string
  readonly contentType: string
  readonly bytes: Uint8Array
  readonly headers: Network.DialResponse["headers"]
}

/** How the caller requested the page: the output mode, and the site prefix that it must stay within. */
export interface ReadRequest {
  readonly mode: Extractor.Fetched["mode"]
  readonly within: SitePrefix.SitePrefix | undefined
}

/** The alternate version, and whether its site allows storing it. */
export interface Alternate {
  readonly extracted: Extractor.Extracted
  readonly storable: boolean
}

/** Minimum time for an alternate version, in milliseconds: with less than twice that left, it isn't fetched. */
export const minTime = 500

/** Reads a page's alternate version; `undefined` if there is none, or none worth reading. */
export type ReadAlternate = (page: FetchedPage, request: ReadRequest) => Effect.Effect<Alternate | undefined>

/** Makes the function that reads alternate versions. */
export const make = (dependencies: Dependencies): ReadAlternate => {
  const { formats = MediaType.basicFormats } = dependencies.extractor
  const readsMarkdown = MediaType.formatOf(markdown, formats) !== undefined
  return (page, request) => {
    if (request.mode === "html" || !readsMarkdown || !isHtmlType(page.contentType)) return Effect.undefined
    const offer = AlternateLink.find({ url: page.url, link: page.headers["link"], bytes: page.bytes })
    return offer === undefined ? Effect.undefined : readOffer(dependencies, offer, page, request)
  }
}

// --- private --------------------------------------------------------------------------

/** Reads an offered version if there is time for it; each failure of it is `undefined`. */
const readOffer = Effect.fnUntraced(function* (
  dependencies: Dependencies,
  offer: AlternateLink.Offer,
  page: FetchedPage,
  { mode, within }: ReadRequest,
): Effect.fn.Return<Alternate | undefined> {
  const { extractor, settings } = dependencies
  const now = yield* Clock.currentTimeMillis
  const { endsAt } = yield* Deadline.Deadline
  const time = (endsAt - now) / 2
  const prefix = within ?? SitePrefix.read(`${URL.parse(page.url)?.origin}/`)
  if (time < minTime || prefix === undefined) return undefined
  const alternate = Effect.gen(function* (): Effect.gen.Return<Alternate | undefined, WebError.WebError> {
    const { bytes, contentType, headers, url } = yield* fetchOffer(dependencies, offer.url, page.url, prefix)
    const extracted = yield* extractor.extract({ url, contentType, bytes, mode, withOutside: mode === "markdown" })
    const title = extracted.title === "" ? offer.title : extracted.title
    return extracted.text_length < settings.low_content_min || extracted.obstacle !== undefined
      ? undefined
      : { extracted: { ...extracted, title }, storable: RequestHeaders.storageFields(headers, url).storable ?? true }
  })
  return yield* Deadline.within(
    Effect.catch(alternate, () => Effect.undefined),
    { duration: time, orElse: () => Effect.undefined },
  )
})

/** Fetches an offered version, on the page's origin and within the site alone. */
const fetchOffer = (
  { extractor, followRedirects, headers, settings, siteRules }: Dependencies,
  offered: string,
  pageUrl: string,
  within: SitePrefix.SitePrefix,
): Effect.Effect<FetchedAlternate, WebError.WebError> => {
  const { formats = MediaType.basicFormats } = extractor
  const policy = { ...settings, within }
  const origin = URL.parse(pageUrl)?.origin
  const limits: Body.Limits = { ...markdownLimits, maxBytes: settings.max_body_bytes }
  return Effect.fromResult(WebUrl.judge(offered, policy)).pipe(
    Effect.flatMap((target) =>
      followRedirects({
        target,
        headers,
        policy,
        read: (response, url) => readMarkdown(response, url, limits, formats),
        mayVisit: (target) => {
          if (target.origin !== origin) return Effect.fail(otherOrigin)
          return siteRules === undefined ? Effect.undefined : siteRules(target)
        },
      }).pipe(Effect.mapError(({ error }) => error)),
    ),
    RefusalReport.observe,
  )
}

/** The body of a response that is Markdown, by its declared type and by its bytes. */
const readMarkdown = (
  response: Network.DialResponse,
  url: string,
  limits: Body.Limits,
  formats: ReadonlyArray<MediaType.Format>,
): Effect.Effect<FetchedAlternate, Retry.FailedAttempt> =>
  Effect.flatMap(Body.read(response, url, limits), (bytes) => {
    const declared = MediaType.declaredIn(response.headers["content-type"])
    const contentType = ContentType.sniffedType({ headers: response.headers, url }, bytes, formats)
    return contentType !== declared || isHtml(bytes)
      ? Effect.fail(Retry.final(DocumentFormat.unsupportedTypeError))
      : Effect.succeed({ url, bytes, contentType: asMarkdown(declared), headers: response.headers })
  })

/** A fetched alternate version. */
interface FetchedAlternate extends FetchedPage {}

const markdown = "text/markdown"

/** The types that count as Markdown: many servers know no type for the file. */
const markdownTypes: ReadonlySet<string> = new Set([markdown, "text/plain"])

const markdownLimits: Omit<Body.Limits, "maxBytes"> = {
  accepts: ({ headers }) => markdownTypes.has(MediaType.essence(headers["content-type"])),
  unsupported: () => DocumentFormat.unsupportedTypeError,
  tooLarge: Decoder.tooLarge,
}

const asMarkdown = (contentType: string): string => contentType.replace(/^[^;]*/, markdown)

const isHtmlType = (contentType: string): boolean => {
  const type = MediaType.essence(contentType)
  return type === "text/html" || type === "application/xhtml+xml"
}

/**
 * Whether a document is a whole HTML page, whatever its type: a site's answer for a missing file. Markdown may begin
 * with a fragment of HTML.
 */
const isHtml = (bytes: Uint8Array): boolean =>
  /^(?:\u00ef\u00bb\u00bf)?\s*<(?:!doctype|html|head|body)[\s>]/i.test(
    Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, 1_445)).toString("latin1"),
  )

const otherOrigin = Retry.final(
  WebError.make({
    error: "blocked_url",
    reason: "outside_site",
    message: "The page's Markdown version is on another site.",
  }),
)
