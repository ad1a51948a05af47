/** `docs_search` and `docs_fetch` over indexed libraries, as plain data, made where an index is served. */
import { LibraryRequest, type Site } from "@porthole/core"
import type { Definition } from "./Definitions.ts"
import * as DocsDefinitions from "./DocsDefinitions.ts"
import * as InputSchema from "./InputSchema.ts"
import * as Wording from "./Wording.ts"

/** The tool that searches. */
export const search = (): DocsDefinitions.Titled<"docs_search"> => ({
  name: "docs_search",
  ...Wording.libraries.search,
  inputSchema: InputSchema.make(LibraryRequest.LibrarySearch, ["query", "library", "version", "max_results"]),
})

/** The tool that reads a page. */
export const fetch = (): DocsDefinitions.Titled<"docs_fetch"> => ({
  name: "docs_fetch",
  ...Wording.libraries.fetch,
  inputSchema: InputSchema.make(LibraryRequest.LibraryFetch, ["url", "query", "section", "start_index"]),
})

/** Both tools as one list, without titles, for any tool-calling SDK. */
export const definitions = (): ReadonlyArray<Definition> =>
  [search(), fetch()].map(({ description, inputSchema, name }) => ({ name, description, inputSchema }))

/** The names of a site's tools where several sites are served without an index. */
export const aliasesOf = (site: string): ReturnType<typeof DocsDefinitions.namesOf> =>
  DocsDefinitions.namesOf(site, several)

/** The tools of sites by {@link aliasesOf}. */
export const aliases = (sites: ReadonlyArray<Site.SiteOptions>): ReadonlyArray<DocsDefinitions.Pair> =>
  DocsDefinitions.pairs(sites, several)

/** Every parameter of a tool, also those that aren't usually listed. */
export const wholeSchema = (name: string): InputSchema.InputSchema =>
  InputSchema.make(name === "docs_fetch" ? LibraryRequest.LibraryFetch : LibraryRequest.LibrarySearch)

// --- private --------------------------------------------------------------------------

/** A number of sites at which each has names of its own. */
const several = 2
