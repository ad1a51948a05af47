/** Both halves of `WebBackend` over Tavily. */
export * as Tavily from "./Tavily.ts"
