/** The use-case behind `docs_fetch`: a page of one site; no hop may leave it. */
import * as Effect from "effect/Effect"
import * as Arguments from "../domain/call/Arguments.ts"
import * as Trace from "../domain/call/Trace.ts"
import type * as Site from "../policy/Site.ts"
import * as Slug from "../policy/Slug.ts"
import { type DocsFetchInput, DocsFetchRequest } from "../domain/page/DocsRequest.ts"
import type { Page } from "../domain/page/Page.ts"
import type { WebError } from "../domain/WebError.ts"
import type { WebBackend } from "../ports/WebBackend.ts"
import { fetchPage } from "./webFetch.ts"

/** Reads a page like `webFetch`. A URL, slug or redirect that leads out of the site is `outside_site`. */
export const docsFetch = (
  site: Site.Site,
  request: Arguments.Arguments<DocsFetchInput>,
): Effect.Effect<Page, WebError, WebBackend> =>
  Trace.call("docsFetch")(Arguments.answer(decodeRequest(request), (decoded) => readPage(site, decoded)))

// --- private --------------------------------------------------------------------------

const decodeRequest = Arguments.decoder(DocsFetchRequest)

/** `fetchPage` logs a URL that the policy refuses. A slug that gives no URL fails before, so nothing is logged. */
const readPage = (site: Site.Site, { slug_or_url, ...request }: DocsFetchRequest) =>
  Effect.flatMap(Effect.fromResult(Slug.urlOf(site, slug_or_url)), (url) => fetchPage({ url, ...request }, site.within))
