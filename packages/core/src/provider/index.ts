/**
 * The parts of a provider; `docs/write-a-provider.md` explains one. It isn't part of the kernel's root, because it is
 * loaded at the first search.
 */
export { send, type ReadFault, type Refused, type Reply, retryAfter, type SendOptions } from "./ProviderRequest.ts"
export {
  extract,
  type PageReader,
  type ExtractMapping,
  type MakeExtract,
  type ProviderPageRequest,
  siteError,
  siteTimeoutError,
  unreadPageError,
} from "./extract.ts"
export { type Provider, type Reader, reading, type ReadingProvider, searching } from "./Provider.ts"
export { linksOf, textOf, titleOf } from "./extract.ts"
export {
  bearer,
  type Identity,
  isConfigured,
  keyHeader,
  notConfigured,
  type Options,
  resolveEndpoint,
  type Endpoint,
  readVariable,
  urlVariable,
  whatToSet,
} from "./Identity.ts"
export * as Json from "./Json.ts"
export * as QuerySyntax from "./QuerySyntax.ts"
export {
  type Field,
  type Found,
  type MakeSearch,
  type ProviderQuery,
  refusedQueryError,
  search,
  type SearchBackend,
  type SearchMapping,
  type SearchMappings,
  unsent,
  type When,
  whenOf,
} from "./search.ts"
export { type Engine, withSites, type QueryWithSites } from "./search.ts"
