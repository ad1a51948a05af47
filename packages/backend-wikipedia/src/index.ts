/** The search half of `WebBackend` over Wikipedia. */
export * as Wikipedia from "./Wikipedia.ts"
