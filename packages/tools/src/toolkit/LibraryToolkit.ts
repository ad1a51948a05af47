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

/** Both tools; `LibraryTools.layer` has their handlers. */
export const toolkit = () => Toolkit.make(docsSearch(), docsFetch())

/** The services that run them. */
export type Handlers = Tool.HandlersFor<ReturnType<typeof toolkit>["tools"]>

// --- private --------------------------------------------------------------------------

/** The hints of a tool that asks nobody outside. */
const offline = (title: string): Context.Context<Tool.Title> => Context.add(Hints.of(title), Tool.OpenWorld, false)

const docsSearch = () => {
  const { description, inputSchema, name, title } = LibraryDefinitions.search()
  return Tool.dynamic(name, {
    description,
    parameters: inputSchema,
    success: Schema.Union([LibraryAnswer.LibraryHits, SearchResult.SearchResult]),
    failure: WebError.Failure,
    failureMode: "return",
  }).annotateMerge(offline(title))
}

const docsFetch = () => {
  const { description, inputSchema, name, title } = LibraryDefinitions.fetch()
  return Tool.dynamic(name, {
    description,
    parameters: inputSchema,
    success: Schema.Union([Page.Page, LibraryAnswer.LibraryPage]),
    failure: WebError.Failure,
    failureMode: "return",
  }).annotateMerge(offline(title))
}
