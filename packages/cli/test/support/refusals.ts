/**
 * The error for each of a provider's statuses: one row for each case of its contract. A test compares them with the
 * table of `docs/providers.md`.
 */
import { challenge, nothing } from "./wire/duckduckgo.ts"
import type { Reply } from "./wire/Wire.ts"

/** A case; `says` is the status and the body's meaning, as in the table. */
export interface Refusal {
  readonly provider: string
  readonly says: string
  readonly reply: Reply
  /** Other statuses that mean the same with the same body. */
  readonly alike?: ReadonlyArray<number>
  /** The code and reason of the error, or an answer without hits. */
  readonly becomes: string
  readonly retry_after?: number
  /** Words of the message, if it must name a setting. */
  readonly names?: RegExp
}

/** The row of the table. */
export const rowOf = ({ becomes, provider, says }: Refusal): string =>
  `| ${provider} | ${says} | ${becomes === "no hits" ? becomes : `\`${becomes}\``} |`

const of = (
  provider: string,
  rows: ReadonlyArray<
    readonly [says: string, reply: Reply, becomes: string, more?: Pick<Refusal, "alike" | "retry_after" | "names">]
  >,
): ReadonlyArray<Refusal> =>
  rows.map(([says, reply, becomes, more = {}]) => ({
    provider,
    says,
    reply,
    becomes: becomes.startsWith("_") ? provider + becomes : becomes,
    ...more,
  }))

const searxng = of("searxng", [
  [
    "403 (no `json` in `search.formats`)",
    { status: 403, body: "<!doctype html><title>403 Forbidden</title>" },
    "_unreachable",
    { names: /Add json to search\.formats/ },
  ],
  ["429 (its limiter)", { status: 429, body: "Too Many Requests" }, "_rate_limited", { names: /server\.limiter/ }],
  ["302 (its limiter, or `!!bang`)", { status: 302, headers: { location: "/" }, body: "" }, "_unreachable"],
  ["400 No query", { status: 400, body: { error: "No query" } }, "invalid_request / query"],
  [
    "400 Invalid value for a parameter",
    { status: 400, body: { error: "Invalid value x for parameter pageno" } },
    "invalid_request / page",
  ],
  ["401 (a proxy before it)", { status: 401, body: "Who?" }, "_unreachable", { names: /SEARXNG_URL/ }],
  ["404", { status: 404, body: "Not Found" }, "_unreachable", { names: /SEARXNG_URL/ }],
  ["500 search error", { status: 500, body: { error: "search error" } }, "_unreachable"],
  [
    "200 without results, engines failed",
    { body: { query: "q", results: [], unresponsive_engines: [["google", "CAPTCHA"]] } },
    "_unreachable",
    { names: /no engine answered/ },
  ],
  ["200 without results", { body: { query: "q", results: [], unresponsive_engines: [] } }, "no hits"],
  ["200 in HTML", { body: "<html></html>" }, "_unreachable", { names: /SEARXNG_URL/ }],
])

const detail = (status: number, error: string, headers = {}): Reply => ({
  status,
  headers,
  body: { detail: { error } },
})

const tavily = of("tavily", [
  ["400", detail(400, "Invalid topic."), "_unreachable"],
  [
    "400 Query is too long",
    detail(400, "Query is too long. Max query length is 400 characters."),
    "invalid_request / query",
  ],
  ["401", detail(401, "Unauthorized: missing or invalid API key."), "_unauthorized", { names: /TAVILY_API_KEY/ }],
  ["403", detail(403, "Feature not allowed."), "_unauthorized"],
  ["422", { status: 422, body: { detail: [{ loc: ["body"], msg: "wrong" }] } }, "_unreachable"],
  ["429", detail(429, "Too many requests.", { "retry-after": "60" }), "_rate_limited", { retry_after: 60 }],
  ["432 (limit of key or plan)", detail(432, "This request exceeds your plan's set usage limit."), "_quota_exceeded"],
  ["433 (limit of pay-as-you-go)", detail(433, "This request exceeds the pay-as-you-go limit."), "_quota_exceeded"],
  ["500", detail(500, "Internal Server Error"), "_unreachable"],
  ["200 without results", { body: { query: "q", results: [], response_time: 0.4 } }, "no hits"],
])

const braveError = (status: number, code: string, meta: object = {}, headers = {}): Reply => ({
  status,
  headers,
  body: { type: "ErrorResponse", error: { id: "1", status, code, detail: "No.", meta }, time: 1_755_000_000 },
})

const wrongIn = (...loc: ReadonlyArray<string>) => ({ errors: [{ loc, msg: "wrong", type: "value_error", input: "" }] })

const brave = of("brave", [
  [
    "422 `SUBSCRIPTION_TOKEN_INVALID`",
    braveError(422, "SUBSCRIPTION_TOKEN_INVALID"),
    "_unauthorized",
    { names: /BRAVE_API_KEY/ },
  ],
  [
    "422 `VALIDATION` of the header with the key",
    braveError(422, "VALIDATION", wrongIn("header", "x-subscription-token")),
    "_unauthorized",
  ],
  ["422 `VALIDATION` of `q`", braveError(422, "VALIDATION", wrongIn("query", "q")), "invalid_request / query"],
  ["422 `VALIDATION` of another parameter", braveError(422, "VALIDATION", wrongIn("query", "country")), "_unreachable"],
  ["401", { status: 401, body: {} }, "_unauthorized"],
  ["402", braveError(402, "QUOTA"), "_quota_exceeded"],
  ["403", { status: 403, body: {} }, "_unauthorized"],
  [
    "429, the second is used up",
    braveError(
      429,
      "RATE_LIMITED",
      { plan: "Free", rate_limit: 1, rate_current: 1, quota_limit: 2000, quota_current: 12, component: "rate_limiter" },
      {
        "x-ratelimit-limit": "1, 2000",
        "x-ratelimit-remaining": "0, 1988",
        "x-ratelimit-reset": "1, 1419704",
      },
    ),
    "_rate_limited",
    { retry_after: 1 },
  ],
  [
    "429, the month is used up",
    braveError(
      429,
      "RATE_LIMITED",
      {
        plan: "Free",
        rate_limit: 1,
        rate_current: 0,
        quota_limit: 2000,
        quota_current: 2000,
        component: "rate_limiter",
      },
      {
        "x-ratelimit-limit": "1, 2000",
        "x-ratelimit-remaining": "1, 0",
        "x-ratelimit-reset": "1, 7200",
      },
    ),
    "_quota_exceeded",
    { retry_after: 7_200 },
  ],
  ["500", { status: 500, body: {} }, "_unreachable"],
  ["200 without `web`", { body: { type: "search", query: { original: "q" } } }, "no hits"],
])

const serpapiError = (status: number, error: string, more = {}): Reply => ({ status, body: { error, ...more } })

const serpapi = of("serpapi", [
  ["400", serpapiError(400, "Unsupported `tbs` parameter."), "_unreachable"],
  ["401", serpapiError(401, "Invalid API key."), "_unauthorized", { names: /SERPAPI_API_KEY/ }],
  ["403", serpapiError(403, "Your account has no permission."), "_unauthorized"],
  ["404", serpapiError(404, "Not found."), "_unreachable"],
  ["410", serpapiError(410, "The search expired."), "_unreachable"],
  ["429 (too many an hour)", serpapiError(429, "You are exceeding the allowed hourly throughput."), "_rate_limited"],
  ["429 out of searches", serpapiError(429, "Your account has run out of searches."), "_quota_exceeded"],
  ["500", serpapiError(500, "Internal error."), "_unreachable"],
  [
    "503 (the search failed)",
    serpapiError(503, "We couldn't get valid results.", { search_metadata: { status: "Error" } }),
    "_unreachable",
  ],
  [
    "200 with `error`: hasn't returned any results",
    serpapiError(200, "Google hasn't returned any results for this query.", {
      search_metadata: { status: "Success" },
      search_information: { organic_results_state: "Fully empty" },
    }),
    "no hits",
  ],
  [
    "200 with another `error`",
    serpapiError(200, "Something else.", { search_metadata: { status: "Success" } }),
    "_unreachable",
  ],
])

const tagged = (status: number, tag: string): Reply => ({ status, body: { requestId: "1", error: "No.", tag } })

const exa = of("exa", [
  ["400", tagged(400, "INVALID_REQUEST_BODY"), "_unreachable"],
  ["401", tagged(401, "INVALID_API_KEY"), "_unauthorized", { names: /EXA_API_KEY/ }],
  ["402 `NO_MORE_CREDITS`", tagged(402, "NO_MORE_CREDITS"), "_quota_exceeded"],
  ["402 `API_KEY_BUDGET_EXCEEDED`", tagged(402, "API_KEY_BUDGET_EXCEEDED"), "_quota_exceeded"],
  ["403", tagged(403, "ACCESS_DENIED"), "_unauthorized"],
  ["404, 409, 422", tagged(422, "FETCH_DOCUMENT_ERROR"), "_unreachable", { alike: [404, 409] }],
  ["429", { status: 429, body: { error: "You've exceeded your rate limit." } }, "_rate_limited"],
  ["500, 503, 504", tagged(503, "SERVICE_OVERLOADED"), "_unreachable", { alike: [500, 504] }],
  ["200 without results", { body: { requestId: "1", results: [], costDollars: { total: 0 } } }, "no hits"],
])

const failed = (status: number, error: string, more = {}): Reply => ({
  status,
  body: { success: false, error, ...more },
})

const firecrawl = of("firecrawl", [
  ["400", failed(400, "Bad Request", { code: "BAD_REQUEST" }), "_unreachable"],
  ["401", failed(401, "Unauthorized: Invalid token"), "_unauthorized", { names: /FIRECRAWL_API_KEY/ }],
  ["402", failed(402, "Insufficient credits to perform this request."), "_quota_exceeded"],
  ["403", failed(403, "Forbidden"), "_unauthorized"],
  ["408", failed(408, "Request timed out", { code: "SCRAPE_TIMEOUT" }), "_unreachable"],
  [
    "429",
    failed(429, "Rate limit exceeded.", { details: { retryAfterSeconds: 17 } }),
    "_rate_limited",
    { retry_after: 17 },
  ],
  ["`CONCURRENCY_QUEUE_TIMEOUT`", failed(500, "Queue.", { code: "CONCURRENCY_QUEUE_TIMEOUT" }), "_rate_limited"],
  ["500", failed(500, "Internal server error"), "_unreachable"],
  ["200 with `success: false`", failed(200, "No."), "_unreachable"],
  [
    "200 without results, with a `warning`",
    { body: { success: true, data: {}, warning: "Timed out." } },
    "_unreachable",
  ],
  ["200 without results", { body: { success: true, data: { web: [] } } }, "no hits"],
])

const message = (status: number, text: string): Reply => ({ status, body: { message: text, statusCode: status } })

const serper = of("serper", [
  ["400", message(400, "Missing query parameter"), "_unreachable"],
  ["400 Not enough credits", message(400, "Not enough credits"), "_quota_exceeded"],
  ["403", message(403, "Unauthorized."), "_unauthorized", { names: /SERPER_API_KEY/ }],
  ["429", message(429, "Too many requests"), "_rate_limited"],
  ["500", message(500, "Internal"), "_unreachable"],
  ["200 without results", { body: { searchParameters: { q: "q" }, organic: [], credits: 1 } }, "no hits"],
])

const json = of("json", [
  ["400, 404, 422", { status: 400, body: { error: "No." } }, "_unreachable", { alike: [404, 422] }],
  ["401, 403", { status: 401, body: { error: "No." } }, "_unauthorized", { alike: [403], names: /PORTHOLE_JSON_KEY/ }],
  ["402", { status: 402, body: { error: "No." } }, "_quota_exceeded"],
  ["429", { status: 429, headers: { "retry-after": "45" }, body: "Later." }, "_rate_limited", { retry_after: 45 }],
  ["500, 502, 503, 504", { status: 502, body: "Bad gateway" }, "_unreachable", { alike: [500, 503, 504] }],
  ["200 that is no JSON", { body: "<html></html>" }, "_unreachable", { names: /PORTHOLE_JSON_URL/ }],
  ["200 with another shape", { body: { data: {} } }, "_unreachable", { names: /PORTHOLE_JSON_URL/ }],
  ["200 without results", { body: { data: { items: [] } } }, "no hits"],
])

const jinaError = (code: number, name: string, text: string, more = {}): Reply => ({
  status: code,
  body: { data: null, code, name, status: code * 100, message: text, readableMessage: `${name}: ${text}`, ...more },
})

const jina = of("jina", [
  ["400, 451", jinaError(400, "ParamValidationError", "Validation failed"), "_unreachable", { alike: [451] }],
  [
    "401, 403",
    jinaError(401, "AuthenticationRequiredError", "Key required"),
    "_unauthorized",
    { alike: [403], names: /JINA_API_KEY/ },
  ],
  ["402", jinaError(402, "InsufficientBalanceError", "Account balance not enough."), "_quota_exceeded"],
  ["409", jinaError(409, "BudgetExceededError", "Token budget exceeded."), "_unreachable"],
  ["422", jinaError(422, "AssertionFailureError", "No."), "_unreachable"],
  [
    "422 No search results",
    jinaError(422, "AssertionFailureError", "No search results available for query x"),
    "no hits",
  ],
  [
    "429",
    jinaError(429, "RateLimitTriggeredError", "Slow down.", { retryAfter: 21 }),
    "_rate_limited",
    { retry_after: 21 },
  ],
  ["500, 503", jinaError(503, "ServiceDisabledError", "No."), "_unreachable", { alike: [500] }],
  ["200 without results", { body: { code: 200, status: 20_000, data: [] } }, "no hits"],
])

const shows = (status: number, body: string, headers = {}): Reply => ({ status, headers, body })

const duckduckgo = of("duckduckgo", [
  ["202 with a challenge", shows(202, challenge), "_challenged"],
  ["200 with a challenge", shows(200, challenge), "_challenged"],
  ["403 with a challenge", shows(403, challenge), "_challenged"],
  ["202 without one (a fingerprint)", shows(202, nothing), "_challenged"],
  ["403 without one (a blocked address)", shows(403, ""), "_challenged"],
  ["303 (another site)", shows(303, "", { location: "https://example.com/" }), "_unreachable"],
  ["429", shows(429, "", { "retry-after": "90" }), "_rate_limited", { retry_after: 90 }],
  ["500", shows(500, ""), "_unreachable"],
  ["200 with neither hits nor “No results”", shows(200, "<html><body>New markup.</body></html>"), "_unreachable"],
  ["200 with “No results”", shows(200, nothing), "no hits"],
])

const mediawiki = (code: string, headers = {}): Reply => ({
  headers,
  body: { error: { code, info: "No.", docref: "See." }, servedby: "mw1" },
})

const wikipedia = of("wikipedia", [
  ["400", { status: 400, body: { httpCode: 400, httpReason: "Bad Request" } }, "_unreachable"],
  ["403 (a User-Agent without contact)", { status: 403, body: "Set a user agent." }, "_unauthorized"],
  ["404", { status: 404, body: "Not Found" }, "_unreachable", { names: /PORTHOLE_WIKIPEDIA_URL/ }],
  ["429", { status: 429, headers: { "retry-after": "60" }, body: "Too many." }, "_rate_limited", { retry_after: 60 }],
  ["500, 502, 503", { status: 503, body: "Upstream." }, "_unreachable", { alike: [500, 502] }],
  ["200 with `maxlag`", mediawiki("maxlag", { "retry-after": "5" }), "_rate_limited", { retry_after: 5 }],
  ["200 with `ratelimited`", mediawiki("ratelimited"), "_rate_limited"],
  ["200 with `cirrussearch-query-too-long`", mediawiki("cirrussearch-query-too-long"), "invalid_request / query"],
  ["200 with `readapidenied` or `blocked`", mediawiki("readapidenied"), "_unauthorized"],
  ["200 with another `error`", mediawiki("internal_api_error_DBQueryError"), "_unreachable"],
  ["200 without results", { body: { batchcomplete: true, query: { search: [] } } }, "no hits"],
])

/** Every case. */
export const refusals: ReadonlyArray<Refusal> = [
  ...searxng,
  ...tavily,
  ...brave,
  ...serpapi,
  ...exa,
  ...firecrawl,
  ...serper,
  ...jina,
  ...json,
  ...duckduckgo,
  ...wikipedia,
]
