/**
 * The tools as plain data, `{ name, description, inputSchema }`: the toolkit is built from them, and any tool-calling
 * SDK can use them.
 */
import { FetchRequest, QuoteCheck, SearchAndFetch, SearchQuery, type Settings, SiteMap } from "@porthole/core"
import * as ListedTools from "../settings/ListedTools.ts"
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

/** Checks a quote. It is listed only if the setting `tools` names it. */
export const webQuote = (): Definition<"web_quote"> => ({
  name: "web_quote",
  description: Wording.webQuote.description,
  inputSchema: InputSchema.make(QuoteCheck.QuoteRequest, ["url", "quote"]),
})

/** Lists the pages of a site. It is listed only if the setting `tools` names it. */
export const webMap = (): Definition<"web_map"> => ({
  name: "web_map",
  description: Wording.webMap.description,
  inputSchema: InputSchema.make(SiteMap.MapRequest, ["url", "query", "max_results"]),
})

/** The usual tools, in the best order for a model. */
export const definitions: ReadonlyArray<Definition> = [webSearch, webFetch, webSearchAndFetch]

/** The settings that decide what a model sees. */
export interface ListingSettings extends Pick<Settings.SettingsShape, "render"> {
  readonly tools?: ReadonlyArray<ListedTools.Entry>
}

/** The tools of the web, as these settings make and list them. */
export const definitionsFor = ({ render, tools = ListedTools.usual }: ListingSettings): ReadonlyArray<Definition> => {
  const usual = render === "off" ? definitions : [webSearch, webFetchRendering, webSearchAndFetch]
  if (tools === ListedTools.usual) return usual
  return [...usual, webQuote(), webMap()].flatMap((definition) =>
    listed(definition, tools, wholeSchema(definition.name)),
  )
}

/** A definition with the parameters that the entries list, or nothing if they don't list the tool. */
export const listed = <D extends Definition>(
  definition: D,
  entries: ReadonlyArray<ListedTools.Entry>,
  whole: InputSchema.InputSchema = definition.inputSchema,
): ReadonlyArray<D> => {
  const parameters = ListedTools.parametersOf(entries, definition.name)
  if (parameters === undefined) return []
  if (parameters.named.length === 0) return [definition]
  const { properties, required } = definition.inputSchema
  const kept = new Set([...(parameters.usual ? Object.keys(properties) : [...required, "url"]), ...parameters.named])
  const all = Object.entries({ ...whole.properties, ...properties }).filter(([name]) => kept.has(name))
  return [{ ...definition, inputSchema: { type: "object", properties: Object.fromEntries(all), required } }]
}

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

// --- private --------------------------------------------------------------------------

/** Every parameter of a tool of the web, also those that aren't usually listed. */
const wholeSchema = (name: string): InputSchema.InputSchema | undefined => {
  switch (name) {
    case "web_fetch":
      return InputSchema.make(FetchRequest.WebFetchRequest)
    case "web_search_and_fetch":
      return InputSchema.make(SearchAndFetch.SearchAndFetchRequest)
    case "web_quote":
      return InputSchema.make(QuoteCheck.QuoteRequest)
    case "web_map":
      return InputSchema.make(SiteMap.MapRequest)
    default:
      return undefined
  }
}
