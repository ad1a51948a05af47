/** Both halves of `WebBackend` over Jina. */
export * as Jina from "./Jina.ts"
