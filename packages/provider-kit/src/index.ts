/**
 * What search providers and remote readers are made of: an identity and a mapping make one, and `EndpointClient` sends
 * its requests. `docs/write-a-provider.md` explains it.
 */
export * as EndpointClient from "./endpoint/EndpointClient.ts"
export { onlyBangsError } from "./provider/Bangs.ts"
export {
  send,
  type ReadFault,
  refusalError,
  type Refused,
  type Reply,
  retryAfter,
  type SendOptions,
} from "./provider/ProviderRequest.ts"
export {
  pageReader,
  type PageReader,
  type ExtractMapping,
  type ExtractMappings,
  type MakeExtract,
  type ProviderPageRequest,
  siteError,
  siteTimeoutError,
  unreadPageError,
} from "./provider/pageReader.ts"
export {
  type Provider,
  type PageExtraction,
  extracting,
  type ExtractingProvider,
  searching,
} from "./provider/Provider.ts"
export { linksOf, titleOf } from "./provider/Markdown.ts"
export { textOf } from "./provider/Html.ts"
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
} from "./provider/Identity.ts"
export * as Json from "./provider/Json.ts"
export { OperatorCommands, type OperatorCommandsShape } from "./provider/OperatorCommands.ts"
export * as QuerySyntax from "./provider/QuerySyntax.ts"
export {
  type Asides,
  type Field,
  type Found,
  type MakeSearch,
  type ProviderQuery,
  refusedQueryError,
  searchBackend,
  type SearchBackend,
  type SearchMapping,
  type SearchMappings,
  unsent,
} from "./provider/searchBackend.ts"
export { type When, whenOf } from "./provider/When.ts"
export { type Engine, withSites, type QueryWithSites } from "./provider/Sites.ts"
