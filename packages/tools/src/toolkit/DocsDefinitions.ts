/**
 * The tools of documentation sites as plain data. One site has `docs_search` and `docs_fetch`; several have
 * `docs_search_<name>` and `docs_fetch_<name>` each.
 */
import { DocsRequest, type Site } from "@porthole/core"
import type { Definition } from "./Definitions.ts"
import * as InputSchema from "./InputSchema.ts"
import * as Wording from "./Wording.ts"

/** `docs_search`, with `_<name>` appended if there are several sites. */
export type SearchName = `docs_search${string}`

/** `docs_fetch`, with `_<name>` appended if there are several sites. */
export type FetchName = `docs_fetch${string}`

/** A tool with its title. */
export interface Titled<Name extends string> extends Definition<Name> {
  readonly title: string
}

/** The two tools of one site. */
export interface Pair {
  readonly search: Titled<SearchName>
  readonly fetch: Titled<FetchName>
}

/** The names of a site's tools; `count` is the number of sites. */
export const namesOf = (site: string, count: number): { readonly search: SearchName; readonly fetch: FetchName } => {
  const suffix = count === 1 ? "" : `_${site}`
  return { search: `docs_search${suffix}`, fetch: `docs_fetch${suffix}` }
}

/** The parameters of `docs_fetch` that a model sees; the tool accepts the others too. */
const fetchParameters = ["slug_or_url", "query", "start_index", "section", "max_length", "extract"]

/** The tools of these sites, a pair each, in the order of the sites; `count` decides on their names. */
export const pairs = (sites: ReadonlyArray<Site.SiteOptions>, count: number = sites.length): ReadonlyArray<Pair> =>
  sites.map((site) => {
    const names = namesOf(site.name, count)
    const wording = Wording.docs(site, names)
    return {
      search: { name: names.search, ...wording.search, inputSchema: InputSchema.make(DocsRequest.DocsSearchRequest) },
      fetch: {
        name: names.fetch,
        ...wording.fetch,
        inputSchema: InputSchema.make(DocsRequest.DocsFetchRequest, fetchParameters),
      },
    }
  })

/** The tools of these sites as one list, without titles, for any tool-calling SDK. */
export const definitions = (sites: ReadonlyArray<Site.SiteOptions>): ReadonlyArray<Definition> =>
  pairs(sites).flatMap(({ fetch, search }) =>
    [search, fetch].map(({ description, inputSchema, name }) => ({ name, description, inputSchema })),
  )

/** Every parameter of a site's tool, also those that aren't usually listed. */
export const wholeSchema = (name: string): InputSchema.InputSchema =>
  InputSchema.make(name.startsWith("docs_fetch") ? DocsRequest.DocsFetchRequest : DocsRequest.DocsSearchRequest)
