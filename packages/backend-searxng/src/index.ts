/** The search half of `WebBackend` over SearXNG. */
export * as Searxng from "./Searxng.ts"
