/** The search half of `WebBackend` over DuckDuckGo. */
export * as Duckduckgo from "./Duckduckgo.ts"
