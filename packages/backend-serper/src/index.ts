/** The search half of `WebBackend` over Serper. */
export * as Serper from "./Serper.ts"
