/**
 * Several providers as one backend: in turn, or all at once. It isn't part of the kernel's root, because Effect's
 * circuit breaker is expensive to load.
 */
export { chain, chainExtract, fanOut } from "./Chain.ts"
export type { PageFallback, FallbackProvider, Options, SearchFallback } from "./FallbackProvider.ts"
