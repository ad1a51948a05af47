/**
 * Search over a SearXNG (or its ancestor searx): one `GET {SEARXNG_URL}/search?format=json` per search. A composition
 * root uses `searxng.search`.
 */
import * as Predicate from "effect/Predicate"
import { UntrustedText, WebError } from "@porthole/core"
import * as Provider from "@porthole/provider-kit"
import { asidesOf } from "./SearxngAsides.ts"
import { faultOf } from "./SearxngFault.ts"
import { request, supports } from "./SearxngQuery.ts"
import { fromResults } from "./SearxngRow.ts"

/** SearXNG has no default address, because operators host their own. */
const identity: Provider.Identity = {
  name: "searxng",
  title: "SearXNG",
  urlVariables: ["SEARXNG_URL", "PORTHOLE_SEARXNG_URL"],
  addressMayHold: ["credentials", "query", "fragment"],
}

const search: Provider.SearchMapping = {
  request,
  supports,
  rows: (json, _query, endpoint) => {
    const rows = Provider.Json.list(json, "results")
    if (rows === undefined) return undefined
    const { answers, corrections } = asidesOf(json)
    const isEmpty = rows.length + answers.length + corrections.length === 0 && failedEngines(json).length > 0
    return isEmpty ? noEngineAnsweredError : fromResults(rows, endpoint.fullUrl.host)
  },
  asides: asidesOf,
  attempts: (json) => attemptsOf(failedEngines(json)),
  fault: (reply) => faultOf(reply),
}

/**
 * The provider, with its search.
 *
 * ```ts
 * import { Effect, Layer } from "effect"
 * import { NodeHttpClient } from "@porthole/backend-fetch"
 * import { searxng } from "@porthole/backend-searxng"
 * import { WebBackend, webSearch } from "@porthole/core"
 *
 * const backend = WebBackend.layer({ search: searxng.search, extract: WebBackend.unavailable }).pipe(
 *   Layer.provide(NodeHttpClient.layer),
 * )
 * const hits = webSearch({ query: "high water" }).pipe(Effect.provide(backend)) // at SEARXNG_URL
 * ```
 */
export const searxng: Provider.Provider = Provider.searching(identity, search)

// --- private --------------------------------------------------------------------------

/** Maximum number of named engines. */
const maxEngines = 20

/**
 * The engines that returned nothing (`unresponsive_engines`, usually `[engine, message]` each), as attempts: an answer
 * with rows may lack half of the engines. The first attempt is that of the instance, which answered.
 */
const attemptsOf = (entries: ReadonlyArray<unknown>): ReadonlyArray<WebError.Attempt> => [
  ...(entries.length === 0 ? [] : [{ provider: "searxng", outcome: "answered" as const }]),
  ...entries.slice(0, maxEngines).map((entry): WebError.Attempt => {
    const [engine, errorText] = Array.isArray(entry) ? entry : [entry]
    return { provider: `searxng:${nameOf(engine)}`, outcome: "failed", reason: reasonOf(errorText) }
  }),
]

/** One entry, usually `[engine, message]`, for each engine that failed. */
const failedEngines = (json: unknown): ReadonlyArray<unknown> => Provider.Json.list(json, "unresponsive_engines") ?? []

const noEngineAnsweredError = WebError.unavailable(
  "searxng",
  "unreachable",
  "SearXNG was reached, but no engine answered. Try again later.",
)

const nameOf = (engine: unknown): string => {
  const name = Predicate.isString(engine) ? UntrustedText.clean(engine, 40).text : ""
  return name === "" ? "unknown" : name
}

/** Our terms for those of SearXNG (`searx/exceptions.py`, `exception_classname_to_text` in `searx/webapp.py`). */
const reasonOf = (errorText: unknown): string => {
  const text = Predicate.isString(errorText) ? errorText.toLowerCase() : ""
  return reasons.find(([words]) => words.test(text))?.[1] ?? "failed"
}

const reasons: ReadonlyArray<readonly [RegExp, string]> = [
  [/timeout/, "timeout"],
  [/captcha/, "challenged"],
  [/too many requests/, "rate_limited"],
  [/access denied|forbidden/, "unauthorized"],
  [/error|crash/, "unreachable"],
]
