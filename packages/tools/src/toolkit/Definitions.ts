/**
 * The tools as plain data, `{ name, description, inputSchema }`: the toolkit is built from them, and any tool-calling
 * SDK can use them.
 */
import { FetchRequest, SearchAndFetch, SearchQuery, type Settings } from "@porthole/core"
import * as InputSchema from "./InputSchema.ts"
import * as Wording from "./Wording.ts"

/** A tool as a model sees it. */
export interface Definition<Name extends string = string> {
  readonly name: Name
  readonly description: string
  readonly inputSchema: InputSchema.InputSchema
}

/** A tool in OpenAI's strict mode. */
export interface StrictDefinition<Name extends string = string> extends Definition<Name> {
  readonly inputSchema: InputSchema.StrictInputSchema
  readonly strict: true
}

export const webSearch: Definition<"web_search"> = {
  name: "web_search",
  description: Wording.webSearch.description,
  inputSchema: InputSchema.make(SearchQuery.SearchQuery),
}

const fetchParameters = ["url", "urls", "query", "start_index", "section", "max_length", "extract", "links", "cache"]

export const webFetch: Definition<"web_fetch"> = {
  name: "web_fetch",
  description: Wording.webFetch.description,
  inputSchema: InputSchema.make(FetchRequest.WebFetchRequest, fetchParameters),
}

/** `web_fetch` where pages are rendered: a model sees `render` only there. */
export const webFetchRendering: Definition<"web_fetch"> = {
  ...webFetch,
  inputSchema: InputSchema.make(FetchRequest.WebFetchRequest, [...fetchParameters, "render"]),
}

export const webSearchAndFetch: Definition<"web_search_and_fetch"> = {
  name: "web_search_and_fetch",
  description: Wording.webSearchAndFetch.description,
  inputSchema: InputSchema.make(SearchAndFetch.SearchAndFetchRequest, [
    "query",
    "focus",
    "max_results",
    "max_length",
    "extract",
    "category",
    "time_range",
    "domains",
  ]),
}

/** Every tool, in the best order for a model. */
export const definitions: ReadonlyArray<Definition> = [webSearch, webFetch, webSearchAndFetch]

/** Every tool, as these settings make it. */
export const definitionsFor = ({ render }: Pick<Settings.SettingsShape, "render">): ReadonlyArray<Definition> =>
  render === "off" ? definitions : [webSearch, webFetchRendering, webSearchAndFetch]

/**
 * A tool in OpenAI's strict mode, which guarantees that a model's arguments match the schema. It also accepts the
 * tools of `DocsDefinitions`.
 */
export const toStrict = <Name extends string>({
  description,
  inputSchema,
  name,
}: Definition<Name>): StrictDefinition<Name> => ({
  name,
  description,
  inputSchema: InputSchema.toStrict(inputSchema),
  strict: true,
})
