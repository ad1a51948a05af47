/**
 * Several providers as one backend: in turn, or in parallel. It isn't part of the kernel's root, because Effect's
 * circuit breaker is expensive to load.
 */
export { chain, chainExtract } from "./Chain.ts"
export { fanOut } from "./FanOut.ts"
export type { PageProvider, ChainProvider, Options, SearchProvider } from "./ChainProvider.ts"
