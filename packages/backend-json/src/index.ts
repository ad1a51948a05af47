/** The search half of `WebBackend` over any search API that answers in JSON. */
export * as Json from "./Json.ts"
