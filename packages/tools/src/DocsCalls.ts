/** The calls of documentation sites' tools, each with the name of its tool: every front end runs these. */
import type { Page, SearchResult, Site } from "@porthole/core"
import * as DocsDefinitions from "./DocsDefinitions.ts"
import * as WebCalls from "./WebCalls.ts"

/** A call and the tool that makes it. */
export interface Named<Name extends string, A> {
  readonly name: Name
  readonly call: WebCalls.WebCall<A>
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
      search: { name: names.search, call: WebCalls.docsSearch(site) },
      fetch: { name: names.fetch, call: WebCalls.docsFetch(site) },
    }
  })
