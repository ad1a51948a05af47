/** The search half of `WebBackend` over Brave Search. */
export * as Brave from "./Brave.ts"
