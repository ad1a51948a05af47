/**
 * The tools as plain data, `{ name, description, inputSchema }`: the toolkit is built from them, and any tool-calling
 * SDK can use them.
 */
import { FetchRequest, SearchAndFetch, SearchQuery } from "@porthole/core"
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

export const webFetch: Definition<"web_fetch"> = {
  name: "web_fetch",
  description: Wording.webFetch.description,
  inputSchema: InputSchema.make(FetchRequest.WebFetchRequest, [
    "url",
    "urls",
    "query",
    "start_index",
    "section",
    "max_length",
    "extract",
    "links",
    "cache",
  ]),
}

export const webSearchAndFetch: Definition<"web_search_and_fetch"> = {
  name: "web_search_and_fetch",
  description: Wording.webSearchAndFetch.description,
  inputSchema: InputSchema.make(SearchAndFetch.SearchAndFetchRequest, [
    "query",
    "focus",
    "max_results",
    "max_length",
    "category",
    "time_range",
    "domains",
  ]),
}

/** Every tool, in the best order for a model. */
export const definitions: ReadonlyArray<Definition> = [webSearch, webFetch, webSearchAndFetch]

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
