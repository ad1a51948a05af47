/**
 * Several providers as one half of `WebBackend`: one after the other, or all at once. It stands apart from the kernel's
 * root, because Effect's circuit breaker is much to load.
 */
export { chain, chainExtract, fanOut } from "./Chain.ts"
export type { ExtractLink, Link, Options, SearchLink } from "./Link.ts"
