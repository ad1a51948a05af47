/**
 * What a provider is made of; `docs/write-a-provider.md` walks through one. It stands apart from the
 * kernel's root, because it is loaded at the first search.
 */
export { ask, type Sending } from "./ask.ts"
export {
  extract,
  type ExtractHalf,
  type ExtractMapping,
  type MakeExtract,
  type PageQuestion,
  refusedBySite,
  tookTooLong,
  unread,
} from "./extract.ts"
export { type Provider, type Reader, reading, type ReadingProvider, searching } from "./Provider.ts"
export { type ReadFault, type Refused, type Reply, retryAfter } from "./Fault.ts"
export * as Google from "./Google.ts"
export { textOf } from "./Html.ts"
export {
  bearer,
  type Identity,
  isConfigured,
  keyHeader,
  notConfigured,
  type Options,
  place,
  type Place,
  readVariable,
  urlVariable,
  whatToSet,
} from "./Identity.ts"
export * as Json from "./Json.ts"
export * as Language from "./Language.ts"
export { linksOf, titleOf } from "./Markdown.ts"
export {
  type Field,
  type Found,
  type MakeSearch,
  type Question,
  refusedQuery,
  search,
  type SearchHalf,
  type SearchMapping,
  type SearchMappings,
  unsent,
} from "./search.ts"
export { type Engine, type Words, withSites } from "./Sites.ts"
export { type DateField, of as whenOf, type When } from "./When.ts"
