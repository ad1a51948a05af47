/** The providers that come with Porthole, by the names that settings, reasons and results use. */
import * as Schema from "effect/Schema"

/** Those that an operator sets up, in the order in which `auto` asks them. */
export const configurable = [
  "searxng",
  "tavily",
  "brave",
  "serpapi",
  "exa",
  "firecrawl",
  "serper",
  "jina",
  "json",
] as const

/** Those that take a key. */
export const keyed = ["tavily", "brave", "serpapi", "exa", "firecrawl", "serper", "jina", "json"] as const

/** Those that anybody may ask, in the order in which `auto` asks them where nothing is set up. */
export const keyless = ["duckduckgo", "wikipedia"] as const

/** Any of them. */
export const ProviderName = Schema.Literals([...configurable, ...keyless])
export type ProviderName = typeof ProviderName.Type

/** Who reads pages: our own transport, or a provider that fetches them itself. */
export const ReaderName = Schema.Literals(["pinned", "tavily", "exa", "firecrawl", "jina"])
export type ReaderName = typeof ReaderName.Type

/** Whether a text is the name of a provider. */
export const isProviderName = Schema.is(ProviderName)

/** Whether anybody may ask a provider. */
export const isKeyless = Schema.is(Schema.Literals(keyless))
