/**
 * What a provider is made of; `docs/write-a-provider.md` walks through one. It stands apart from the
 * kernel's root, because it is loaded at the first search.
 */
export { ask, type Sending } from "./ask.ts"
export { bearer } from "./bearer.ts"
export {
  extract,
  type ExtractHalf,
  type ExtractMapping,
  type MakeExtract,
  type PageQuestion,
  refusedBySite,
  unread,
} from "./extract.ts"
export type { ReadFault, Refused, Reply } from "./Fault.ts"
export { type Identity, isConfigured, type Options, place, type Place, urlVariable, whatToSet } from "./Identity.ts"
export * as Json from "./Json.ts"
export { linksOf, titleOf } from "./Markdown.ts"
export {
  type Field,
  type MakeSearch,
  type Question,
  search,
  type SearchHalf,
  type SearchMapping,
  unsent,
} from "./search.ts"
export { type DateField, of as whenOf, type When } from "./When.ts"
