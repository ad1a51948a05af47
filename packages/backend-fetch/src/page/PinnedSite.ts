/**
 * The `site` methods of `WebBackend` over the pinned transport, for maps and crawls: the rules of a site, its lists of
 * pages, and its pages with the links of their whole documents. The site's robots.txt always decides.
 */
import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import * as Stream from "effect/Stream"
import { Deadline, type Extractor, MediaType, type Network, Settings, type WebBackend, WebError } from "@porthole/core"
import { WebUrl } from "@porthole/core"
import * as PageLinks from "../alternate/PageLinks.ts"
import * as Body from "../body/Body.ts"
import * as ContentEncoding from "../body/ContentEncoding.ts"
import * as RedirectChain from "../chain/RedirectChain.ts"
import * as Retry from "../chain/Retry.ts"
import * as RequestHeaders from "../RequestHeaders.ts"
import * as Robots from "../site/Robots.ts"
import * as SiteRules from "../site/SiteRules.ts"
import * as PinnedPage from "./PinnedPage.ts"

/** Reads sites over {@link RedirectChain.SharedRedirectChain}, or over a transport of its own. */
export const site: WebBackend.Factory<
  WebBackend.SiteReader,
  never,
  Network.Resolver | Network.Dialer | Extractor.Extractor | Scope.Scope
> = Effect.gen(function* () {
  const followRedirects = yield* RedirectChain.sharedOrOwn
  const settings = yield* Settings.Settings
  const siteRules = yield* SiteRules.make(followRedirects)
  // A page in Markdown would lack its menus.
  const readPage = yield* PinnedPage.reader(followRedirects, siteRules, "no Markdown")
  const headers = RequestHeaders.fieldsFor(settings, acceptedLists)

  const file: WebBackend.SiteReader["file"] = (request) =>
    Effect.gen(function* () {
      const { maxBytes, within } = request
      const policy = within === undefined ? settings : { ...settings, within }
      const target = yield* Effect.fromResult(WebUrl.ofRequest(request, policy))
      const limits: Body.Limits = {
        accepts: ({ headers }) => isReadable(MediaType.essence(headers["content-type"])),
        unsupported: () => unsupportedError,
        maxBytes,
        tooLarge: tooLargeError,
      }
      const read = (response: Network.DialResponse, url: string) =>
        Effect.map(Body.read(response, url, limits), (bytes) => ({ response, url, bytes }))
      const chain = { target, policy, headers, read, mayVisit: siteRules }
      const fetched = yield* Retry.withSecondTry(followRedirects(chain), (signing) =>
        followRedirects({ ...chain, signing }),
      )
      return yield* fileOf(fetched, maxBytes)
    })

  return {
    robots: (target) =>
      Effect.mapBoth(siteRules.rulesOf(target), {
        onFailure: ({ error }) => error,
        onSuccess: (robots) => robotsOf(robots),
      }),
    file: (request) => Deadline.withDefault(file(request), settings.fetch_timeout),
    page: (request) =>
      Effect.flatMap(readPage(request), ({ document, row }) => {
        if (document === undefined) return Effect.succeed({ row })
        const size = document.bytes.length
        return htmlTypes.has(MediaType.essence(document.contentType))
          ? Effect.map(PageLinks.read(utf8.decode(document.bytes), document.url), (links) => ({ row, links, size }))
          : Effect.succeed({ row, size })
      }),
  }
})

// --- private --------------------------------------------------------------------------

const acceptedLists =
  "text/html, application/xhtml+xml, application/xml, text/xml, text/plain, application/json, */*;q=0.5"

/** Whether a type may be that of a list or a page; many servers declare none that fits. */
const isReadable = (type: string): boolean => !/^(?:image|audio|video|font)\//.test(type) || type === "image/svg+xml"

const robotsOf = (robots: Robots.Robots): WebBackend.SiteRobots => ({
  sitemaps: (robots.sitemaps ?? []).filter((url) => URL.canParse(url)),
  ...(robots.crawl_delay === undefined || robots.crawl_delay === 0 ? {} : { crawlDelay: robots.crawl_delay }),
  allows: ({ path }) => Robots.allows(robots, path),
})

interface Fetched {
  readonly response: Network.DialResponse
  readonly url: string
  readonly bytes: Uint8Array
}

const fileOf = Effect.fnUntraced(function* (
  { bytes, response, url }: Fetched,
  maxBytes: number,
): Effect.fn.Return<WebBackend.SiteFile, WebError.WebError> {
  const type = MediaType.essence(response.headers["content-type"])
  const start = utf8.decode(bytes.subarray(0, 1_024)).trimStart()
  const isHtml = htmlTypes.has(type) ? !sitemapRoot.test(start) : !listTypes.test(type) && htmlRoot.test(start)
  if (isHtml) return { url, size: bytes.length, text: "", page: yield* PageLinks.read(utf8.decode(bytes), url) }
  if (!start.startsWith(inventoryHead)) return { url, size: bytes.length, text: utf8.decode(bytes) }
  const head = endOfHead(bytes)
  const unpacked = yield* ContentEncoding.readAll(Stream.make(bytes.subarray(head)), "deflate", maxBytes)
  return {
    url,
    size: bytes.length + unpacked.length,
    text: utf8.decode(bytes.subarray(0, head)) + utf8.decode(unpacked),
  }
})

const utf8 = new TextDecoder()

const htmlTypes: ReadonlySet<string> = new Set(["text/html", "application/xhtml+xml"])
const htmlRoot = /^<(?:!doctype\s+html|html)\b/i
/** Some servers send sitemaps as HTML. */
const sitemapRoot = /<(?:\w{1,20}:)?(?:urlset|sitemapindex)\b/
const listTypes = /^(?:application|text)\/(?:.*\+)?(?:xml|json)$/

/** The head of an inventory of Sphinx has four lines; the rest is in zlib's format. */
const inventoryHead = "# Sphinx inventory version 2"
const linesOfHead = 4

const endOfHead = (bytes: Uint8Array): number => {
  let end = 0
  for (let line = 0; line < linesOfHead; line++) end = bytes.indexOf(0x0a, end) + 1
  return end
}

const unsupportedError = WebError.make({
  error: "unsupported_content_type",
  message: "The file is no page and no list of pages.",
})

const tooLargeError = WebError.make({
  error: "response_too_large",
  message: "The file is larger than a map or a crawl reads.",
})
