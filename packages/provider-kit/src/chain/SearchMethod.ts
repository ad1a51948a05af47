/** A search in a chain. */
import { Deadline, SearchAnswer, type WebBackend } from "@porthole/core"
import { isOutage } from "./ProviderFault.ts"
import { type ProviderMethod, providerFaults } from "./ProviderMethod.ts"

/** A search goes on to the next provider after every fault of a provider, and after a rejection of a valid query. */
export const searchMethod: ProviderMethod<
  WebBackend.SearchRequest,
  SearchAnswer.SearchAnswer | ReadonlyArray<unknown>,
  SearchAnswer.CheckedAnswer
> = {
  name: "search",
  timeout: ({ search_timeout }) => search_timeout,
  triesNext: ({ error }) => providerFaults.has(error) || error === "invalid_request",
  isOutage: () => isOutage,
  check: SearchAnswer.read,
  timeoutError: Deadline.searchTimeoutError,
  providerNoun: "search provider",
}
