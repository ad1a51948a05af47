/** The search half of `WebBackend` over SerpAPI. */
export * as Serpapi from "./Serpapi.ts"
