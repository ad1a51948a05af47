/** The search half of `WebBackend` over SerpAPI. */
export * as SerpApi from "./SerpApi.ts"
