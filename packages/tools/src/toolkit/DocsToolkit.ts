/**
 * `docs_search` and `docs_fetch`: tools with which an agent answers questions from a product's own documentation. They
 * never leave the configured host and path.
 *
 * One site has the plain names; several have `docs_search_<name>` and `docs_fetch_<name>` each. As in `WebToolkit` the
 * tools are dynamic, failures are data and bugs are defects.
 */
import * as Tool from "effect/ai/Tool"
import * as Toolkit from "effect/ai/Toolkit"
import type * as Schema from "effect/Schema"
import { Page, SearchResult, type Site, WebError } from "@porthole/core"
import * as DocsDefinitions from "./DocsDefinitions.ts"
import * as Hints from "./Hints.ts"

/** A site as its author describes it: `name`, `baseUrl` and, if pages aren't `{baseUrl}/{slug}.html`, `slugToUrl`. */
export type Options = Site.SiteOptions

/** The tool that searches a site. */
export type SearchTool<Name extends DocsDefinitions.SearchName> = ReturnType<
  typeof makeTool<Name, typeof SearchResult.SearchResult>
>

/** The tool that reads a page of a site. */
export type FetchTool<Name extends DocsDefinitions.FetchName> = ReturnType<typeof makeTool<Name, typeof Page.Page>>

/** The tools by name if the sites' types contain the literal names, else tools of any name. */
export type ToolsOf<Sites extends ReadonlyArray<Options>> = number extends Sites["length"]
  ? Toolkit.Tools<AnyToolkit>
  : Sites["length"] extends 1
    ? { readonly docs_search: SearchTool<"docs_search">; readonly docs_fetch: FetchTool<"docs_fetch"> }
    : { readonly [Name in Sites[number]["name"] as `docs_search_${Name}`]: SearchTool<`docs_search_${Name}`> } & {
        readonly [Name in Sites[number]["name"] as `docs_fetch_${Name}`]: FetchTool<`docs_fetch_${Name}`>
      }

/** The handlers of {@link toolkit}, as a layer's requirement. */
export type Handlers<Sites extends ReadonlyArray<Options> = ReadonlyArray<Options>> = Tool.HandlersFor<ToolsOf<Sites>>

/** Every tool of these sites, for a toolkit that also has other tools. */
export const tools = (
  sites: ReadonlyArray<Options>,
): ReadonlyArray<SearchTool<DocsDefinitions.SearchName> | FetchTool<DocsDefinitions.FetchName>> =>
  DocsDefinitions.pairs(sites).flatMap(({ fetch, search }) => [
    makeTool(search, SearchResult.SearchResult),
    makeTool(fetch, Page.Page),
  ])

/** The tools of these sites as an Effect toolkit; {@link layer} of the same sites has its handlers. */
export function toolkit<const Sites extends ReadonlyArray<Options>>(...sites: Sites): Toolkit.Toolkit<ToolsOf<Sites>>
export function toolkit(...sites: ReadonlyArray<Options>): Toolkit.Any {
  return makeAny(sites)
}

/** Like {@link toolkit}, without the names in its type. */
export const makeAny = (sites: ReadonlyArray<Options>) => Toolkit.make(...tools(sites))

// --- private --------------------------------------------------------------------------

type AnyToolkit = ReturnType<typeof makeAny>

const makeTool = <Name extends string, Success extends Schema.Constraint>(
  { description, inputSchema, name, title }: DocsDefinitions.Titled<Name>,
  success: Success,
) =>
  Tool.dynamic(name, {
    description,
    parameters: inputSchema,
    success,
    failure: WebError.Failure,
    failureMode: "return",
  }).annotateMerge(Hints.of(title))
