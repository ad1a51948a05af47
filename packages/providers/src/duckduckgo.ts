/**
 * Search over DuckDuckGo's page without scripts (`POST /html/`, August 2026), which wants no key. It is a page for
 * persons and no API: it is asked as Porthole, once, seldom ({@link makeTurns}), and never for a second page. A page
 * that shows neither hits, nor that there are none, nor a challenge is nothing that we know.
 *
 * `duckduckgo.search` is the half that a composition root joins; `PORTHOLE_DUCKDUCKGO_URL` names another address,
 * and `PORTHOLE_DUCKDUCKGO=off` switches it off.
 */
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as HttpClientRequest from "effect/http/HttpClientRequest"
import * as Option from "effect/Option"
import * as RateLimiter from "effect/persistence/RateLimiter"
import { parseHTML } from "linkedom"
import { Arguments, type SearchQuery, type SearchResult, WebError } from "@porthole/core"
import { RateLimitedBudget } from "@porthole/core/limits"
import * as Provider from "@porthole/core/provider"
import * as DuckDuckGoRegion from "./shared/DuckDuckGoRegion.ts"

/** Its identity. */
const identity: Provider.Identity = {
  name: "duckduckgo",
  title: "DuckDuckGo",
  url: "https://html.duckduckgo.com",
  switch: "PORTHOLE_DUCKDUCKGO",
}

/**
 * The first page, the only one that there is without what the page before says. Dates are sent as a range that
 * covers them.
 */
const search: Provider.SearchMapping = {
  request: (query, { url }) => {
    const q = wordsOf(query).text
    if (q === "") return onlyBangs
    if (withoutBangs(query.query).length > mostCharacters) return tooLong
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
    ...wordsOf(query).covers,
    ...query.when.rangeCovers,
    ...(regionOf(query) === undefined ? [] : ["country" as const]),
    ...(regionOf(query)?.isOfLanguage === true ? ["language" as const] : []),
  ],
  rowsOfText: (html) => rowsOfPage(html),
  // 202 is how a program is told to go away, 403 what comes next.
  fault: ({ status }) => (status === 202 || status === 403 ? "challenged" : undefined),
}

/** Search, as one value. Its turns are the half's, or those of the limiter's store. */
export const duckduckgo: Provider.Provider = Provider.searching(
  identity,
  Effect.suspend(() => Effect.map(makeTurns, (turn) => ({ ...search, turn }))),
)

/**
 * Longest page that is read, in characters; what follows is left. A page of results has some 40,000, and what is nested
 * deep costs a parser the square of its length.
 */
export const maxLength = 100_000

/** Most hits that are read of a page; it has some ten. */
export const maxHits = 50

/** The hits of a page, or why there are none. A hit whose URL can't be used has an empty one. */
export const rowsOfPage = (html: string): ReadonlyArray<SearchResult.SearchRow> | WebError.WebError => {
  const found = look(html.slice(0, maxLength))
  if (found.isChallenge) return challenged
  // The last hit of a page that goes on may be half a hit.
  const hits = html.length > maxLength ? found.hits.slice(0, -1) : found.hits
  const rows = hits.filter(({ isAd }) => !isAd).map(toRow)
  if (rows.length > 0) return rows
  if (/bots use DuckDuckGo too/i.test(html)) return challenged
  return found.saysNone ? [] : unknown
}

/** Where a link leads: the target of a redirector, decoded once, or the link itself; empty where it isn't http(s). */
export const targetOf = (href: string): string => {
  const link = href.trim() === "" ? null : URL.parse(href, origin)
  const target = link !== null && isOurs(link) && link.pathname === "/l/" ? link.searchParams.get("uddg") : link?.href
  const url = URL.parse(target ?? "")
  return url !== null && (url.protocol === "http:" || url.protocol === "https:") ? url.href : ""
}

// --- private --------------------------------------------------------------------------

/** More is refused. */
const mostCharacters = 499

/** One site is a term of its own; of several only the kernel can keep to all. */
const engine: Provider.Engine = { alternatives: false, mostWords: mostCharacters, mostLength: mostCharacters }

const strictness: Record<SearchQuery.SafeSearch, string> = { off: "-2", moderate: "-1", strict: "1" }

const onlyBangs = Arguments.invalid("query", "query: expected words to search for besides bangs (!word).")

const tooLong = Arguments.invalid("query", `query: DuckDuckGo accepts at most ${mostCharacters} characters.`)

/**
 * The query without what would send the answer elsewhere: a word that begins with `!` asks another site, and so does
 * a `\` before it all. The words themselves are searched for.
 */
const withoutBangs = (text: string): string => text.replace(/(^|\s)[!\\]+/g, "$1").trim()

const wordsOf = (query: Provider.Question) => Provider.withSites({ ...query, query: withoutBangs(query.query) }, engine)

const regionOf = ({ country, language }: Provider.Question) => DuckDuckGoRegion.of(country, language)

const challenged = WebError.unavailable(
  identity.name,
  "challenged",
  "DuckDuckGo demands a CAPTCHA. Try again later, or use another provider.",
)

const unknown = WebError.unavailable(
  identity.name,
  "unreachable",
  "DuckDuckGo's answer isn't a page of results, or its markup has changed. Use another provider.",
)

/** In ms. */
const interval = 5_000

/**
 * At most one query every five seconds: DuckDuckGo blocks an address that asks more often, for an hour or so. The
 * turns are in the limiter's store that is provided, so that processes over one store share them, else in memory.
 */
const makeTurns: Effect.Effect<NonNullable<Provider.SearchMapping["turn"]>> = Effect.gen(function* () {
  const own = yield* Effect.provide(RateLimiter.make, RateLimitedBudget.layerStoreMemory)
  const store = yield* Effect.serviceOption(RateLimiter.RateLimiterStore)
  const consume = Option.match(store, {
    onNone: () => Effect.orDie(take(own)),
    onSome: (given) =>
      Effect.provideService(Effect.flatMap(RateLimiter.make, take), RateLimiter.RateLimiterStore, given).pipe(
        Effect.timeout(patience),
        Effect.catch(() => Effect.orDie(take(own))),
      ),
  })
  const turns = RateLimitedBudget.makeTurns(interval)
  return (endsAt) => Effect.mapError(turns(key, consume, endsAt), limited)
})

/** What is blocked is the address, whoever asked. */
const key = "duckduckgo"

/** How long a store may take to answer, in ms. */
const patience = 1_000

/** Takes the turn: succeeds with 0, or with the ms until there is one. */
const take = (limiter: RateLimiter.RateLimiter): Effect.Effect<number, RateLimiter.RateLimiterError> =>
  limiter.consume({ key, limit: 1, window: interval, algorithm: "token-bucket", onExceeded: "fail" }).pipe(
    Effect.as(0),
    Effect.catchReason("RateLimiterError", "RateLimitExceeded", ({ retryAfter }) =>
      Effect.succeed(Math.max(1, Duration.toMillis(retryAfter))),
    ),
  )

const limited = (wait: number): WebError.WebError =>
  WebError.make({
    error: "web_search_unavailable",
    reason: "duckduckgo_rate_limited",
    message: "DuckDuckGo gets at most one request in five seconds.",
    retry_after: Math.max(1, Math.ceil(wait / 1_000)),
  })

const origin = "https://html.duckduckgo.com/"

interface Hit {
  isAd: boolean
  title: string | undefined
  href: string
  snippet: string | undefined
}

interface Found {
  readonly hits: ReadonlyArray<Hit>
  readonly saysNone: boolean
  readonly isChallenge: boolean
}

/** One pass over the elements in their order: nothing is looked for within anything, however deep it is. */
const look = (html: string): Found => {
  const { document } = parseHTML(`<!doctype html><html><body>${html}</body></html>`)
  const hits: Array<Hit> = []
  let saysNone = false
  for (const element of document.querySelectorAll("*")) {
    const classes = new Set((element.getAttribute("class") ?? "").split(/\s+/))
    if (isChallenge(element, classes)) return { hits, saysNone, isChallenge: true }
    if (classes.has("no-results") || classes.has("result--no-result")) saysNone = true
    if (classes.has("result")) {
      if (hits.length === maxHits) break
      const isHit = classes.has("web-result") && !classes.has("result--no-result")
      hits.push({ isAd: !isHit || classes.has("result--ad"), title: undefined, href: "", snippet: undefined })
    }
    const hit = hits.at(-1)
    if (hit === undefined) continue
    if (classes.has("result__a") && hit.title === undefined) {
      hit.title = element.textContent ?? ""
      hit.href = element.getAttribute("href") ?? ""
      hit.isAd ||= isAd(hit.href)
    }
    if (classes.has("result__snippet") && hit.snippet === undefined) hit.snippet = element.textContent ?? ""
  }
  return { hits, saysNone, isChallenge: false }
}

const toRow = ({ href, snippet, title }: Hit): SearchResult.SearchRow => ({
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
  return link !== null && isOurs(link) && link.pathname === "/y.js"
}

const isOurs = ({ hostname }: URL): boolean => hostname === "duckduckgo.com" || hostname.endsWith(".duckduckgo.com")
