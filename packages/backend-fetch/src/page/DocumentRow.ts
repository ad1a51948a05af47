/** The row of a fetched document: of its alternate Markdown version if it offers a usable one, else of its bytes. */
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import type { Extracted, Network, PageRow, WebBackend, WebError } from "@porthole/core"
import { AddressRules, beginStep, Deadline, DocumentFormat, Extractor, Refresh, type Settings } from "@porthole/core"
import type * as MarkdownAlternate from "../alternate/MarkdownAlternate.ts"
import * as RequestHeaders from "../RequestHeaders.ts"
import type { SiteRules } from "../site/SiteRules.ts"
import * as UsagePreferences from "../site/UsagePreferences.ts"
import type { FetchedDocument, Jars } from "./FetchedDocument.ts"
import * as WallResponse from "./WallResponse.ts"

/** The parts that read every document. */
export interface Dependencies {
  readonly extractor: Extractor.Extractor["Service"]
  readonly readAlternate: MarkdownAlternate.ReadAlternate
  readonly settings: Settings.SettingsShape
  readonly siteRules: SiteRules | undefined
}

/** A read document. */
export interface ReadDocument {
  readonly row: PageRow.PageRow
  /** The document's target, if it leads on. */
  readonly onward: Extracted.Onward | undefined
  readonly isAlternate: boolean
}

/** Reads a document. */
export const read = Effect.fnUntraced(function* (
  dependencies: Dependencies,
  { mode, within }: WebBackend.ExtractRequest,
  document: FetchedDocument,
  jars: Jars,
): Effect.fn.Return<ReadDocument, WebError.WebError> {
  const { bytes, contentType, response, url, visited } = document
  const alternate = yield* dependencies.readAlternate(
    { url, contentType, bytes, headers: response.headers },
    { mode, within },
  )
  const { onward, ...extracted } =
    alternate?.extracted ?? (yield* extract(dependencies, { url, contentType, bytes }, mode))
  const statements = dependencies.siteRules === undefined ? [] : yield* dependencies.siteRules.usageFor(url)
  const row = {
    ...extracted,
    ...UsagePreferences.rowField(response.headers, statements),
    url,
    status_code: response.status,
    redirected_from: visited.slice(0, -1),
    ...RequestHeaders.storageFields(response.headers, url),
    ...(WallResponse.isAnnounced(response) ? { obstacle: "challenge" as const } : {}),
    ...(alternate === undefined ? partialFields(response, extracted) : { address_rule: AddressRules.markdownLink }),
    // Another conversation must not get what a cookie brought.
    ...(alternate?.storable === false || jars.current.wasSent ? { storable: false } : {}),
  }
  // A wall is never solved, so it leads nowhere.
  const leading = row.obstacle === "challenge" ? undefined : (onward ?? refreshOf(document, row))
  return { row, onward: leading, isAlternate: alternate !== undefined }
})

/** Reads bytes. The site has answered, so the time of reading doesn't count towards the site's timeout. */
export const extract = (
  { extractor, settings }: Pick<Dependencies, "extractor" | "settings">,
  fetched: Pick<Extractor.Fetched, "url" | "contentType" | "bytes">,
  mode: WebBackend.ExtractRequest["mode"],
): Effect.Effect<Extractor.Extracted, WebError.WebError> => {
  const readingTime = Duration.sum(settings.extract_timeout, Duration.sum(Extractor.maxWait, grace))
  const reading = Deadline.ownTime(extractor.extract({ ...fetched, mode, withOutside: mode === "markdown" }), {
    duration: readingTime,
    // Our extractor keeps its own timeout; another one may not.
    orElse: () => Effect.fail(DocumentFormat.timeoutError),
  })
  return Effect.andThen(beginStep(`Reading the document of ${hostOf(fetched.url)}.`), reading)
}

/** The host of a document's URL, for a person. */
export const hostOf = (url: string): string => URL.parse(url)?.host ?? "a site"

// --- private --------------------------------------------------------------------------

/** The target of a `Refresh` header, which stands for the element in a document that is only a step on the way. */
const refreshOf = (
  { bytes, response, url }: FetchedDocument,
  { content, text_length = content.length }: PageRow.PageRow,
): Extracted.Onward | undefined => {
  const written = Refresh.writtenIn(response.headers["refresh"] ?? "")
  if (written === undefined || bytes.length > Refresh.maxSource || text_length > Refresh.maxText) return undefined
  const target = Refresh.leadingOn(written, url)
  return target === undefined ? undefined : { url: target, by: "redirect" }
}

/** The fields of a document of which the site sent only some bytes (RFC 9110 section 15.3.7), which isn't stored. */
const partialFields = (
  { headers, status }: Network.DialResponse,
  { reduced = [] }: Extractor.Extracted,
): Pick<PageRow.PageRow, "reduced" | "storable"> => {
  if (status !== 206) return {}
  const [, first, last = "0", total = ""] =
    /^bytes (\d{1,15})-(\d{1,15})\/(\d{1,15})$/i.exec(headers["content-range"] ?? "") ?? []
  const isFirst = first !== undefined && Number(first) === 0
  const [read, of] = [Number(last) + 1, Number(total)]
  if (isFirst && read >= of) return {}
  return { reduced: [...reduced, { part: "bytes", ...(isFirst ? { read, of } : {}) }], storable: false }
}

/** Time for a worker to start, and to report its timeout. */
const grace = Duration.seconds(2)
