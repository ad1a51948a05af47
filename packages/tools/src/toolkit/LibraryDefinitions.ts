/** `docs_search` and `docs_fetch` over indexed libraries, as plain data, made where an index is served. */
import { LibraryRequest } from "@porthole/core"
import type { Titled } from "./DocsDefinitions.ts"
import * as InputSchema from "./InputSchema.ts"
import * as Wording from "./Wording.ts"

/** The tool that searches. */
export const search = (): Titled<"docs_search"> => ({
  name: "docs_search",
  ...Wording.libraries.search,
  inputSchema: InputSchema.make(LibraryRequest.LibrarySearch, ["query", "library", "version", "max_results"]),
})

/** The tool that reads a page. */
export const fetch = (): Titled<"docs_fetch"> => ({
  name: "docs_fetch",
  ...Wording.libraries.fetch,
  inputSchema: InputSchema.make(LibraryRequest.LibraryFetch, ["url", "query", "section", "start_index"]),
})

/** Every parameter of a tool, also those that aren't usually listed. */
export const wholeSchema = (name: string): InputSchema.InputSchema =>
  InputSchema.make(name === "docs_fetch" ? LibraryRequest.LibraryFetch : LibraryRequest.LibrarySearch)
