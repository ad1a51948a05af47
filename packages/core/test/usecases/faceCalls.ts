/** The use-cases as a face calls them: with arguments of any kind, decoded once. */
import * as Core from "@porthole/core"
import { Effect, Schema } from "effect"

const decode =
  <A>(schema: Schema.ConstraintDecoder<A>) =>
  (input: unknown) =>
    Effect.mapError(Schema.decodeUnknownEffect(schema)(input), ({ issue }) => Core.Arguments.fromIssue(issue))

const decodeSearch = decode(Core.SearchQuery.SearchQuery)
const decodePage = decode(Core.FetchRequest.FetchRequest)
const decodePages = decode(Core.FetchRequest.PagesRequest)
const decodeBoth = decode(Core.SearchAndFetch.SearchAndFetchRequest)
const decodeImage = decode(Core.Image.ImageRequest)
const decodeQuote = decode(Core.QuoteCheck.QuoteRequest)
const decodeDocsSearch = decode(Core.DocsRequest.DocsSearchRequest)
const decodeDocsFetch = decode(Core.DocsRequest.DocsFetchRequest)

export const webSearch = (input: unknown) => Effect.flatMap(decodeSearch(input), Core.webSearch)
export const webFetch = (input: unknown) => Effect.flatMap(decodePage(input), Core.webFetch)
export const webFetchPages = (input: unknown) => Effect.flatMap(decodePages(input), Core.webFetchPages)
export const searchAndFetch = (input: unknown) => Effect.flatMap(decodeBoth(input), Core.searchAndFetch)
export const checkQuote = (input: unknown) => Effect.flatMap(decodeQuote(input), Core.checkQuote)
export const fetchImage = (input: unknown) => Effect.flatMap(decodeImage(input), Core.fetchImage)
export const docsSearch = (site: Core.Site.Site, input: unknown) =>
  Effect.flatMap(decodeDocsSearch(input), (request) => Core.docsSearch(site, request))
export const docsFetch = (site: Core.Site.Site, input: unknown) =>
  Effect.flatMap(decodeDocsFetch(input), (request) => Core.docsFetch(site, request))
