/**
 * `docs_search` and `docs_fetch` over indexed libraries as an effect/ai `Toolkit`. As in `WebToolkit` the tools are
 * dynamic, failures are data and bugs are defects. They reach the web only for a configured documentation site.
 */
import * as Tool from "effect/ai/Tool"
import * as Toolkit from "effect/ai/Toolkit"
import * as Context from "effect/Context"
import * as Schema from "effect/Schema"
import { LibraryAnswer, Page, SearchResult, type Site, WebError } from "@porthole/core"
import type { Titled } from "./DocsDefinitions.ts"
import * as Hints from "./Hints.ts"
import * as LibraryDefinitions from "./LibraryDefinitions.ts"

/** Both tools; `LibraryTools.layer` has their handlers. */
export const toolkit = () => Toolkit.make(docsSearch(), docsFetch())

/** The services that run them and their aliases. */
export type Handlers = Tool.HandlersFor<ReturnType<typeof toolkitWith>["tools"]>

/** The tools by the names that those of documentation sites have elsewhere. They are served, and not listed. */
export const aliases = (sites: ReadonlyArray<Site.SiteOptions>) =>
  Toolkit.make(
    ...LibraryDefinitions.aliases(sites).flatMap(({ fetch, search }) => [
      makeTool(search, Found, Hints.of(search.title)),
      makeTool(fetch, Read, Hints.of(fetch.title)),
    ]),
  )

/** Both tools, and their aliases. */
export const toolkitWith = (sites: ReadonlyArray<Site.SiteOptions>) => Toolkit.merge(toolkit(), aliases(sites))

// --- private --------------------------------------------------------------------------

const Found = Schema.Union([LibraryAnswer.LibraryHits, SearchResult.SearchResult])
const Read = Schema.Union([Page.Page, LibraryAnswer.LibraryPage])

/** The hints of a tool that asks nobody outside. */
const offline = (title: string): Context.Context<Tool.Title> => Context.add(Hints.of(title), Tool.OpenWorld, false)

const docsSearch = () => {
  const definition = LibraryDefinitions.search()
  return makeTool(definition, Found, offline(definition.title))
}

const docsFetch = () => {
  const definition = LibraryDefinitions.fetch()
  return makeTool(definition, Read, offline(definition.title))
}

const makeTool = <Name extends string, Success extends Schema.Constraint>(
  { description, inputSchema, name }: Titled<Name>,
  success: Success,
  hints: Context.Context<Tool.Title>,
) =>
  Tool.dynamic(name, {
    description,
    parameters: inputSchema,
    success,
    failure: WebError.Failure,
    failureMode: "return",
  }).annotateMerge(hints)
