/** Both halves of `WebBackend` over Firecrawl. */
export * as Firecrawl from "./Firecrawl.ts"
