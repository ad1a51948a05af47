/** The pages of the site, by a reader's questions. A test holds it to the pages that there are. */

export interface Entry {
  readonly text: string
  /** The page's path below `docs/`, without `.md`. */
  readonly link: string
}

export interface Group {
  readonly text: string
  readonly collapsed?: boolean
  readonly items: Array<Entry>
}

const page = (text: string, link: string): Entry => ({ text, link: `/${link}` })

/** Arrays are mutable, because VitePress's type is. */
export const sidebar: Array<Group> = [
  {
    text: "Start",
    items: [page("Getting started", "getting-started"), page("Installing", "install"), page("Glossary", "glossary")],
  },
  {
    text: "Build an agent",
    items: [
      page("On Effect", "guides/effect"),
      page("On plain Node", "guides/node"),
      page("AI SDK", "recipes/ai-sdk"),
      page("LangChain", "recipes/langchain"),
      page("Mastra", "recipes/mastra"),
      page("OpenAI Agents SDK", "recipes/openai-agents"),
      page("OpenAI SDK", "recipes/openai"),
      page("Anthropic SDK", "recipes/anthropic"),
      page("MCP clients", "guides/mcp"),
      page("Documentation sites", "guides/documentation-sites"),
      page("2,000 pages overnight", "guides/many-pages"),
      page("Evaluate on a frozen web", "guides/frozen-web"),
      page("Keep a site's text fresh", "guides/fresh"),
      page("Testing your agent", "guides/testing"),
      page("Tests with real pages", "guides/real-pages"),
    ],
  },
  {
    text: "Run it",
    items: [
      page("Serving a team", "serve"),
      page("Several processes", "scale"),
      page("Jobs for a team", "guides/workers"),
      page("Running it safely", "guides/safety"),
      page("Privacy", "privacy"),
      page("Prove who you are", "guides/identity"),
      page("Better addresses", "addresses"),
      page("Proxies and fake addresses", "networks"),
      page("Caches and limits", "economy"),
      page("Observability", "observability"),
      page("Pages that need scripts", "rendering"),
    ],
  },
  {
    text: "Extend it",
    items: [
      page("Write a provider", "write-a-provider"),
      page("Write a format", "write-a-format"),
      page("Write a store", "write-a-store"),
      page("Write a rule of the reader", "write-a-rule"),
    ],
  },
  {
    text: "Reference",
    items: [
      page("Tools", "reference/tools"),
      page("Search filters and arguments", "search"),
      page("Settings", "settings"),
      page("Errors", "reference/errors"),
      page("The command", "reference/cli"),
      page("HTTP", "reference/http"),
      page("Providers", "providers"),
      page("Limits", "limits"),
    ],
  },
  {
    text: "Explanation",
    items: [
      page("Architecture", "architecture"),
      page("Security", "security"),
      page("Differences on purpose", "differences"),
      page("Reader", "reader"),
      page("Passages", "passages"),
      page("Benchmarks", "benchmarks"),
    ],
  },
  {
    text: "Decisions",
    collapsed: true,
    items: [
      page("1. Schema is effect/Schema", "decisions/0001-effect-schema"),
      page("2. A search's answer", "decisions/0002-search-answer"),
      page("3. Body encoding", "decisions/0003-body-encoding"),
      page("4. Second try", "decisions/0004-second-try"),
      page("5. Images", "decisions/0005-image-fetcher"),
      page("6. Caches and limits", "decisions/0006-economy"),
      page("7. robots.txt", "decisions/0007-robots-parser"),
      page("8. Providers", "decisions/0008-providers"),
      page("9. Reader", "decisions/0009-reader"),
      page("10. Isolation", "decisions/0010-isolation"),
      page("11. Libraries of the reader", "decisions/0011-reader-libraries"),
      page("12. Mutation testing", "decisions/0012-mutation-testing"),
      page("13. Cookies within a chain", "decisions/0013-cookies-within-a-chain"),
      page("14. Signed requests", "decisions/0014-signed-requests"),
      page("15. Rendering", "decisions/0015-rendering"),
      page("16. Ways out", "decisions/0016-egress"),
      page("17. Word vectors", "decisions/0017-word-vectors"),
      page("18. Arguments", "decisions/0018-arguments"),
      page("19. Many pages", "decisions/0019-many-pages"),
      page("20. Jobs over Redis", "decisions/0020-jobs-over-redis"),
    ],
  },
  {
    text: "Evidence",
    collapsed: true,
    items: [
      page("Promises", "evidence/promises"),
      page("Faults", "evidence/faults"),
      page("Mutants by hand", "evidence/mutants"),
    ],
  },
]
