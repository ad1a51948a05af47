/**
 * `docs_search` and `docs_fetch` over indexed libraries as an effect/ai `Toolkit`. As in `WebToolkit` the tools are
 * dynamic, failures are data and bugs are defects. They reach the web only for a configured documentation site.
 */
import * as Tool from "effect/ai/Tool"
import * as Toolkit from "effect/ai/Toolkit"
import * as Context from "effect/Context"
import * as Schema from "effect/Schema"
import { LibraryAnswer, Page, SearchResult, WebError } from "@porthole/core"
import * as Hints from "./Hints.ts"
import * as LibraryDefinitions from "./LibraryDefinitions.ts"

/** Finds parts of pages. */
export const DocsSearch = Tool.dynamic(LibraryDefinitions.search.name, {
  description: LibraryDefinitions.search.description,
  parameters: LibraryDefinitions.search.inputSchema,
  success: Schema.Union([LibraryAnswer.LibraryHits, SearchResult.SearchResult]),
  failure: WebError.Failure,
  failureMode: "return",
}).annotateMerge(offline(LibraryDefinitions.search.title))

/** Reads a page. */
export const DocsFetch = Tool.dynamic(LibraryDefinitions.fetch.name, {
  description: LibraryDefinitions.fetch.description,
  parameters: LibraryDefinitions.fetch.inputSchema,
  success: Schema.Union([Page.Page, LibraryAnswer.LibraryPage]),
  failure: WebError.Failure,
  failureMode: "return",
}).annotateMerge(offline(LibraryDefinitions.fetch.title))

/** Both tools; `LibraryTools.layer` has their handlers. */
export const toolkit = Toolkit.make(DocsSearch, DocsFetch)

/** The services that run them. */
export type Handlers = Tool.HandlersFor<typeof toolkit.tools>

// --- private --------------------------------------------------------------------------

/** The hints of a tool that asks nobody outside. */
function offline(title: string): Context.Context<Tool.Title> {
  return Context.add(Hints.of(title), Tool.OpenWorld, false)
}
