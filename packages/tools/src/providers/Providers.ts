/**
 * Every provider that comes with Porthole, in the order in which `auto` asks them, each loaded when it is first
 * wanted. The only place that knows where a provider is. What is known without loading one is in `manifest.ts`,
 * which is made of these.
 */

/** Loads a provider. */
export const load = {
  searxng: () => import("@porthole/backend-searxng").then(({ searxng }) => searxng),
  tavily: () => import("@porthole/providers/tavily").then(({ tavily }) => tavily),
  brave: () => import("@porthole/providers/brave").then(({ brave }) => brave),
  serpapi: () => import("@porthole/providers/serpapi").then(({ serpapi }) => serpapi),
  exa: () => import("@porthole/providers/exa").then(({ exa }) => exa),
  firecrawl: () => import("@porthole/providers/firecrawl").then(({ firecrawl }) => firecrawl),
  serper: () => import("@porthole/providers/serper").then(({ serper }) => serper),
  jina: () => import("@porthole/providers/jina").then(({ jina }) => jina),
  json: () => import("@porthole/providers/json").then(({ json }) => json),
  duckduckgo: () => import("@porthole/providers/duckduckgo").then(({ duckduckgo }) => duckduckgo),
  wikipedia: () => import("@porthole/providers/wikipedia").then(({ wikipedia }) => wikipedia),
}
