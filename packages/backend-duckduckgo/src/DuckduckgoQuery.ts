/** What a query is in DuckDuckGo's form. */
import * as Result from "effect/Result"
import { Arguments, type SearchQuery, type WebError } from "@porthole/core"
import * as Provider from "@porthole/core/provider"
import * as DuckduckgoRegion from "./DuckduckgoRegion.ts"

/** The fields of the form, and which of the query's they say. */
export interface Form {
  readonly fields: Readonly<Record<string, string | undefined>>
  readonly sends: ReadonlyArray<Provider.Field>
}

/**
 * The form of a query's first page, the only one that there is without what the page before says; `now` is in ms since
 * the epoch. Dates are sent as a range that covers them.
 */
export const toForm = (query: SearchQuery.SearchQuery, now: number): Result.Result<Form, WebError.WebError> => {
  const words = withoutBangs(query.query)
  if (words === "") return onlyBangs
  if (words.length > mostCharacters) return tooLong
  const when = Provider.whenOf(query, now)
  const region = DuckduckgoRegion.of(query.country, query.language)
  const { says, text } = Provider.withSites({ ...query, query: words }, engine)
  return Result.succeed({
    fields: {
      q: text,
      b: "",
      kl: region?.name,
      df: when.range?.charAt(0),
      kp: query.safesearch === undefined ? undefined : strictness[query.safesearch],
    },
    sends: [
      "safesearch",
      ...says,
      ...when.rangeSays,
      ...(region === undefined ? [] : ["country" as const]),
      ...(region?.isOfLanguage === true ? ["language" as const] : []),
    ],
  })
}

/** A language as an Accept-Language (RFC 9110 section 12.5.4). */
export const toAcceptLanguage = (language: string): string | undefined =>
  /^(?:all|auto)$/i.test(language) ? undefined : language.replaceAll("_", "-")

// --- private --------------------------------------------------------------------------

/** More is refused. */
const mostCharacters = 499

/** One site is a term of its own; of several only the kernel can keep to all. */
const engine: Provider.Engine = { alternatives: false, mostWords: mostCharacters, mostLength: mostCharacters }

const strictness: Record<SearchQuery.SafeSearch, string> = { off: "-2", moderate: "-1", strict: "1" }

const onlyBangs: Result.Result<never, WebError.WebError> = Result.fail(
  Arguments.invalid("query", "query: expected words to search for beside exclamation marks."),
)

const tooLong: Result.Result<never, WebError.WebError> = Result.fail(
  Arguments.invalid("query", `query: DuckDuckGo takes ${mostCharacters} characters at most.`),
)

/**
 * The query without what would send the answer elsewhere: a word that begins with `!` asks another site, and so does
 * a `\` before it all. The words themselves are searched for.
 */
const withoutBangs = (text: string): string => text.replace(/(^|\s)[!\\]+/g, "$1").trim()
