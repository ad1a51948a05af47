/** Both halves of `WebBackend` over Exa. */
export * as Exa from "./Exa.ts"
