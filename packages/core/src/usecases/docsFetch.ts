/** The use-case behind `docs_fetch`: a page of one site by its slug or URL, pinned to the site on every hop. */
import * as Effect from "effect/Effect"
import * as Arguments from "../domain/Arguments.ts"
import { type DocsFetchInput, DocsFetchRequest } from "../domain/DocsRequest.ts"
import type { Page } from "../domain/Page.ts"
import type { WebError } from "../domain/WebError.ts"
import type { Site } from "../policy/Site.ts"
import * as Slug from "../policy/Slug.ts"
import type { WebBackend } from "../ports/WebBackend.ts"
import { fetchPage } from "./webFetch.ts"

/** Reads a page as `webFetch` does. A URL, slug or redirect that leads out of the site is `outside_site`. */
export const docsFetch = (site: Site, input: DocsFetchInput): Effect.Effect<Page, WebError, WebBackend> =>
  Effect.withSpan(
    Effect.flatMap(decodeRequest(input), (request) => readPage(site, request)),
    "docsFetch",
    { captureStackTrace: false },
  )

// --- private --------------------------------------------------------------------------

const decodeRequest = Arguments.decode(DocsFetchRequest)

/** `fetchPage` tells of what is refused; a slug that is no URL isn't. */
const readPage = (site: Site, { extract, slug_or_url }: DocsFetchRequest) =>
  Effect.flatMap(Effect.fromResult(Slug.toUrl(site, slug_or_url)), (url) =>
    fetchPage({ url, ...(extract === undefined ? {} : { extract }) }, site.within),
  )
