/**
 * The names of Porthole's providers, as settings, error reasons and results use them, and facts about each. Loads no
 * provider.
 */

/** Facts about a provider without loading it. */
export interface ProviderFacts {
  /** Its name in sentences. */
  readonly title: string
  /** The name of the environment variable with its address. */
  readonly addressVariable: string
  /** The name of the environment variable with its key, if it takes one. */
  readonly keyVariable?: string
  /** Whether everybody can use it without configuration. */
  readonly isPublic: boolean
  /** Whether it also reads pages. */
  readonly reads: boolean
  /** The names of its own options. */
  readonly options: ReadonlyArray<string>
}

// manifest: made by pnpm docs:pages

/** Facts about each provider without loading it, in the order of `auto`; tested against the providers. */
export const manifest = {
  searxng: { title: "SearXNG", addressVariable: "SEARXNG_URL", isPublic: false, reads: false, options: [] },
  tavily: {
    title: "Tavily",
    addressVariable: "PORTHOLE_TAVILY_URL",
    keyVariable: "TAVILY_API_KEY",
    isPublic: false,
    reads: true,
    options: [],
  },
  brave: {
    title: "Brave Search",
    addressVariable: "PORTHOLE_BRAVE_URL",
    keyVariable: "BRAVE_API_KEY",
    isPublic: false,
    reads: false,
    options: [],
  },
  serpapi: {
    title: "SerpAPI",
    addressVariable: "PORTHOLE_SERPAPI_URL",
    keyVariable: "SERPAPI_API_KEY",
    isPublic: false,
    reads: false,
    options: ["engine"],
  },
  exa: {
    title: "Exa",
    addressVariable: "PORTHOLE_EXA_URL",
    keyVariable: "EXA_API_KEY",
    isPublic: false,
    reads: true,
    options: [],
  },
  firecrawl: {
    title: "Firecrawl",
    addressVariable: "PORTHOLE_FIRECRAWL_URL",
    keyVariable: "FIRECRAWL_API_KEY",
    isPublic: false,
    reads: true,
    options: [],
  },
  serper: {
    title: "Serper",
    addressVariable: "PORTHOLE_SERPER_URL",
    keyVariable: "SERPER_API_KEY",
    isPublic: false,
    reads: false,
    options: [],
  },
  jina: {
    title: "Jina",
    addressVariable: "PORTHOLE_JINA_URL",
    keyVariable: "JINA_API_KEY",
    isPublic: false,
    reads: true,
    options: [],
  },
  json: {
    title: "The search API",
    addressVariable: "PORTHOLE_JSON_URL",
    keyVariable: "PORTHOLE_JSON_KEY",
    isPublic: false,
    reads: true,
    options: [
      "method",
      "keyHeader",
      "query",
      "count",
      "results",
      "title",
      "link",
      "snippet",
      "date",
      "readerUrl",
      "readerKey",
      "readerMethod",
      "readerKeyHeader",
      "readerPage",
      "readerTitle",
      "readerContent",
      "readerLink",
      "readerLinks",
      "readerStatus",
    ],
  },
  duckduckgo: {
    title: "DuckDuckGo",
    addressVariable: "PORTHOLE_DUCKDUCKGO_URL",
    isPublic: true,
    reads: false,
    options: [],
  },
  wikipedia: {
    title: "Wikipedia",
    addressVariable: "PORTHOLE_WIKIPEDIA_URL",
    isPublic: true,
    reads: false,
    options: [],
  },
} as const

// /manifest

/** A provider's name. */
export type ProviderName = keyof typeof manifest

/** The name of a provider that reads pages. */
export type PageProviderName = {
  [Name in ProviderName]: (typeof manifest)[Name]["reads"] extends true ? Name : never
}[ProviderName]

/** A page reader: a provider that reads pages, or `pinned`, which is our own transport. */
export type ReaderName = "pinned" | PageProviderName

/** Whether a text is the name of a provider. */
export const isProviderName = (text: string): text is ProviderName => Object.hasOwn(manifest, text)

/** Whether a text is the name of a provider that reads pages. */
export const isPageProviderName = (text: string): text is PageProviderName =>
  isProviderName(text) && manifest[text].reads

/** Whether a text is the name of a page reader. */
export const isReaderName = (text: string): text is ReaderName => text === "pinned" || isPageProviderName(text)

/** Whether everybody can use a provider without configuration. */
export const isPublic = (name: ProviderName): boolean => manifest[name].isPublic

/** All of them, in the order of `auto`. */
export const names: ReadonlyArray<ProviderName> = Object.keys(manifest).filter(isProviderName)

/** Those that work only after an operator configured them. */
export const nonPublicNames: ReadonlyArray<ProviderName> = names.filter((name) => !isPublic(name))

/** The variables that configure them: the key's, or the address's of one without a key. */
export const setUpVariables: ReadonlyArray<string> = nonPublicNames.map((name) => {
  const facts: ProviderFacts = manifest[name]
  return facts.keyVariable ?? facts.addressVariable
})

/** Those that `auto` uses if none is configured. */
export const publicNames: ReadonlyArray<ProviderName> = names.filter(isPublic)

/** Those that take a key. */
export const namesWithKey: ReadonlyArray<ProviderName> = names.filter((name) => "keyVariable" in manifest[name])

/** The page readers. */
export const readers: ReadonlyArray<ReaderName> = ["pinned", ...names].filter(isReaderName)

/** The names of all options of a provider. */
export const optionNames = (name: ProviderName): ReadonlyArray<string> => [
  "url",
  "key",
  "enabled",
  ...manifest[name].options,
]
