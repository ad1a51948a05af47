/**
 * Search over DuckDuckGo's page without scripts (`POST /html/`, August 2026), which needs no key. It is a page for
 * people, not an API. Therefore each search sends one request, whose User-Agent names Porthole; searches are rare
 * ({@link makeTurn}), and no search requests a second page. A page with neither hits, nor a note that there are none,
 * nor a challenge is an error.
 *
 * A composition root uses `duckduckgo.search`; `PORTHOLE_DUCKDUCKGO_URL` names another address, and
 * `PORTHOLE_DUCKDUCKGO=off` turns it off.
 */
import * as Effect from "effect/Effect"
import * as HttpClientRequest from "effect/http/HttpClientRequest"
import * as Option from "effect/Option"
import * as RateLimiter from "effect/persistence/RateLimiter"
import { parseHTML } from "linkedom"
import type { SearchHit } from "@porthole/core"
import { Arguments, HttpUrl, type SearchQuery, SharedStores, WebError } from "@porthole/core"
import { BoundedLimiterStore, Turns } from "@porthole/stores"
import * as Provider from "@porthole/provider-kit"
import * as DuckDuckGoRegion from "./shared/DuckDuckGoRegion.ts"

const identity: Provider.Identity = {
  name: "duckduckgo",
  title: "DuckDuckGo",
  url: "https://html.duckduckgo.com",
  switch: "PORTHOLE_DUCKDUCKGO",
}

/** Only the first page: later ones need data from the page before. Dates are sent as a range that covers them. */
const search: Provider.SearchMapping = {
  request: (query, { url }) => {
    const q = queryWithSites(query).text
    if (q === "") return Provider.onlyBangsError
    if (withoutBangs(query.query).length > maxQueryLength) return tooLong
    const form = HttpClientRequest.bodyUrlParams(HttpClientRequest.post(`${url}/html/`), {
      q,
      b: "",
      kl: regionOf(query)?.name,
      df: query.when.range?.charAt(0),
      kp: query.safesearch === undefined ? undefined : strictness[query.safesearch],
    })
    return query.language === undefined
      ? form
      : HttpClientRequest.setHeader(form, "accept-language", query.language.replaceAll("_", "-"))
  },
  supports: (query) => [
    "safesearch",
    ...queryWithSites(query).covers,
    ...query.when.allRangeFields,
    ...(regionOf(query) === undefined ? [] : ["country" as const]),
    ...(regionOf(query)?.isOfLanguage === true ? ["language" as const] : []),
  ],
  rowsOfText: (html) => rowsOfPage(html),
  // DuckDuckGo rejects programs with 202, and then with 403.
  fault: ({ status }) => (status === 202 || status === 403 ? "challenged" : undefined),
}

/**
 * The provider, with its search. Each backend limits its own rate; backends with a common rate limiter store share one
 * limit.
 */
export const duckduckgo: Provider.Provider = Provider.searching(
  identity,
  Effect.suspend(() => Effect.map(makeTurn, (turn) => ({ ...search, turn }))),
)

/**
 * Maximum characters of a page that are parsed; the rest is ignored. A page of results has some 40,000, and deep
 * nesting costs a parser the square of its length.
 */
export const maxPageLength = 100_000

/** Maximum number of hits that are read; a page has some ten. */
export const maxHits = 50

/** The hits of a page, or the error why there are none. A hit with an unusable URL has an empty one. */
export const rowsOfPage = (html: string): ReadonlyArray<SearchHit.SearchRow> | WebError.WebError => {
  const found = scanPage(html.slice(0, maxPageLength))
  if (found.isChallenge) return challenged
  // The last hit of a cut page may be incomplete.
  const hits = html.length > maxPageLength ? found.hits.slice(0, -1) : found.hits
  const rows = hits.filter(({ isIgnored }) => !isIgnored).map(toRow)
  if (rows.length > 0) return rows
  if (/bots use DuckDuckGo too/i.test(html)) return challenged
  return found.hasNoResults ? [] : unrecognised
}

/** A link's target: the redirector's target, decoded once, or the link itself; empty if it isn't http(s). */
export const targetOf = (href: string): string => {
  const link = href.trim() === "" ? null : URL.parse(href, origin)
  const target =
    link !== null && isDuckDuckGo(link) && link.pathname === "/l/" ? link.searchParams.get("uddg") : link?.href
  const url = URL.parse(target ?? "")
  return url !== null && HttpUrl.isHttp(url) ? url.href : ""
}

// --- private --------------------------------------------------------------------------

/** Maximum characters of a query; DuckDuckGo refuses more. */
const maxQueryLength = 499

/** The query can name one site; `@porthole/core` filters the results of a search on several sites. */
const engine: Provider.Engine = { alternatives: false, maxWords: maxQueryLength, maxLength: maxQueryLength }

const strictness: Record<SearchQuery.SafeSearch, string> = { off: "-2", moderate: "-1", strict: "1" }

const tooLong = Arguments.invalid("query", `query: DuckDuckGo accepts at most ${maxQueryLength} characters.`)

/**
 * The query without marks that send the answer elsewhere: a word that begins with `!` redirects to another site, and so
 * does a leading `\`. The words themselves are searched for.
 */
const withoutBangs = (text: string): string => text.replace(/(^|\s)[!\\]+/g, "$1").trim()

const queryWithSites = (query: Provider.ProviderQuery) =>
  Provider.withSites({ ...query, query: withoutBangs(query.query) }, engine)

const regionOf = ({ country, language }: Provider.ProviderQuery) => DuckDuckGoRegion.of(country, language)

const challenged = Provider.refusalError(identity, { fault: "challenged" })

const unrecognised = WebError.unavailable(
  identity.name,
  "unreachable",
  "DuckDuckGo's answer isn't a page of results, or its markup has changed. Use another provider.",
)

/** In ms. */
const interval = 5_000

/**
 * At most one query every five seconds: DuckDuckGo blocks an address that sends more, for an hour or so. The turns are
 * in `SharedStores.TurnStore`, so that processes with a common store share them; without one, in this process's memory.
 */
const makeTurn: Effect.Effect<NonNullable<Provider.SearchMapping["turn"]>> = Effect.gen(function* () {
  const own = yield* Effect.provide(RateLimiter.make, BoundedLimiterStore.layer)
  const store = yield* SharedStores.TurnStore
  const consume = Option.match(store, {
    onNone: () => Effect.orDie(take(own)),
    onSome: (shared) =>
      Effect.provideService(Effect.flatMap(RateLimiter.make, take), RateLimiter.RateLimiterStore, shared).pipe(
        Effect.timeout(storeTimeout),
        Effect.catch(() => Effect.orDie(take(own))),
      ),
  })
  const turns = Turns.make(interval)
  return Effect.mapError(turns(limiterKey, consume), limited)
})

/** The limiter's key. All tenants share it, because DuckDuckGo blocks an IP address. */
const limiterKey = "duckduckgo"

/** Maximum ms to wait for a store. */
const storeTimeout = 1_000

/** Takes the turn: succeeds with 0, or with the ms until it comes. */
const take = (limiter: RateLimiter.RateLimiter): Effect.Effect<number, RateLimiter.RateLimiterError> =>
  Turns.takeToken(limiter, { key: limiterKey, limit: 1, window: interval })

const limited = (wait: number): WebError.WebError =>
  WebError.make({
    error: "web_search_unavailable",
    reason: "duckduckgo_rate_limited",
    message: "DuckDuckGo gets at most one request in five seconds.",
    retry_after: Math.max(1, Math.ceil(wait / 1_000)),
  })

const origin = "https://html.duckduckgo.com/"

interface Hit {
  isIgnored: boolean
  title: string | undefined
  href: string
  snippet: string | undefined
}

interface Found {
  readonly hits: ReadonlyArray<Hit>
  readonly hasNoResults: boolean
  readonly isChallenge: boolean
}

/** One pass over the elements in their order, without nested searches, however deep the page is. */
const scanPage = (html: string): Found => {
  const { document } = parseHTML(`<!doctype html><html><body>${html}</body></html>`)
  const hits: Array<Hit> = []
  let hasNoResults = false
  for (const element of document.querySelectorAll("*")) {
    const classes = new Set((element.getAttribute("class") ?? "").split(/\s+/))
    if (isChallenge(element, classes)) return { hits, hasNoResults, isChallenge: true }
    if (classes.has("no-results") || classes.has("result--no-result")) hasNoResults = true
    if (classes.has("result")) {
      if (hits.length === maxHits) break
      const isHit = classes.has("web-result") && !classes.has("result--no-result")
      hits.push({ isIgnored: !isHit || classes.has("result--ad"), title: undefined, href: "", snippet: undefined })
    }
    const hit = hits.at(-1)
    if (hit === undefined) continue
    if (classes.has("result__a") && hit.title === undefined) {
      hit.title = element.textContent ?? ""
      hit.href = element.getAttribute("href") ?? ""
      hit.isIgnored ||= isAd(hit.href)
    }
    if (classes.has("result__snippet") && hit.snippet === undefined) hit.snippet = element.textContent ?? ""
  }
  return { hits, hasNoResults, isChallenge: false }
}

const toRow = ({ href, snippet, title }: Hit): SearchHit.SearchRow => ({
  title: title ?? "",
  url: targetOf(href),
  snippet: snippet ?? "",
})

const isChallenge = (element: Element, classes: ReadonlySet<string>): boolean =>
  element.getAttribute("id") === "challenge-form" ||
  classes.has("anomaly-modal") ||
  ["action", "src"].some((name) => element.getAttribute(name)?.includes("/anomaly.js") === true)

const isAd = (href: string): boolean => {
  const link = URL.parse(href, origin)
  return link !== null && isDuckDuckGo(link) && link.pathname === "/y.js"
}

const isDuckDuckGo = ({ hostname }: URL): boolean =>
  hostname === "duckduckgo.com" || hostname.endsWith(".duckduckgo.com")
