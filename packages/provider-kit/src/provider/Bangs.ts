/** Bangs (`!word`): words of a query that a search engine answers by a redirect to another site. */
import { Arguments, type WebError } from "@porthole/core"

/** A query has nothing to search for besides bangs. */
export const onlyBangsError: WebError.WebError = Arguments.invalid(
  "query",
  "query: expected words to search for besides bangs (!word).",
)
