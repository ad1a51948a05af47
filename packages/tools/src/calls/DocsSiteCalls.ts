/** The calls of documentation sites' tools, each with the name of its tool: every front end runs these. */
import {
  Arguments,
  docsFetch as docsFetchOf,
  DocsRequest,
  docsSearch as docsSearchOf,
  type Page,
  RefusalReport,
  type SearchResult,
  type Site,
} from "@porthole/core"
import * as DocsDefinitions from "../toolkit/DocsDefinitions.ts"
import { answer, observed, type ToolCall } from "./ToolCall.ts"
import * as ToolArguments from "../arguments/ToolArguments.ts"

/** `docs_search` of a site. */
export const docsSearch =
  (site: Site.Site): ToolCall<SearchResult.SearchResult> =>
  (input) =>
    observed(
      "docs_search",
      answer(readSearch(input), (args) => docsSearchOf(site, Arguments.untyped(args))),
    )

/** `docs_fetch` of a site. The use-case logs its refusals. */
export const docsFetch =
  (site: Site.Site): ToolCall<Page.Page> =>
  (input) =>
    observed(
      "docs_fetch",
      answer(readFetch(input), (args) => docsFetchOf(site, Arguments.untyped(args))),
      RefusalReport.isRefusal,
    )

/** A call and the tool that makes it. */
export interface Named<Name extends string, A> {
  readonly name: Name
  readonly call: ToolCall<A>
}

/** The two calls of one site. */
export interface Pair {
  readonly search: Named<DocsDefinitions.SearchName, SearchResult.SearchResult>
  readonly fetch: Named<DocsDefinitions.FetchName, Page.Page>
}

/** The calls of validated sites, in their order. */
export const of = (sites: ReadonlyArray<Site.Site>): ReadonlyArray<Pair> =>
  sites.map((site) => {
    const names = DocsDefinitions.namesOf(site.name, sites.length)
    return {
      search: { name: names.search, call: docsSearch(site) },
      fetch: { name: names.fetch, call: docsFetch(site) },
    }
  })

// --- private --------------------------------------------------------------------------

const readSearch = ToolArguments.reader(DocsRequest.DocsSearchRequest)
const readFetch = ToolArguments.reader(DocsRequest.DocsFetchRequest)
