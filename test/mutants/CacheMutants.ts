/** The caches and the calls that share one download, without one of their checks each. */
import { coreTest, domain, fetchTest, type Mutant, never, store, transport, usecase } from "./Mutant.ts"

const readPage = usecase("readPage")
const webSearch = usecase("webSearch")
const throughCache = usecase("throughCache")
const Answers = store("PersistedAnswers")
const Pages = store("PersistedAnswers")
const SingleFlight = store("PersistedAnswers")

const pageCache = coreTest("usecases/pageCache")
const searchCache = coreTest("usecases/searchCache")
const contract = coreTest("stores/contract")
const docs = coreTest("usecases/docsFetch")
const conditional = fetchTest("Conditional")

const keys: ReadonlyArray<Mutant> = [
  {
    name: "the tenant in a cache's key",
    protects: "pages and searches of another tenant",
    edits: [
      {
        file: throughCache,
        find: "JSON.stringify([tenant, ...parts])",
        replace: "JSON.stringify([tenant === undefined, ...parts])",
      },
    ],
    tests: [pageCache, searchCache],
  },
  {
    name: "the URL in a page's key",
    protects: "a page given for another of its site",
    edits: [
      {
        file: readPage,
        find: "HttpUrl.withoutFragment(url) ?? url,",
        replace: "(HttpUrl.withoutFragment(url) ?? url).slice(0, 20),",
      },
    ],
    tests: [pageCache],
  },
  {
    name: "the mode in a page's key",
    protects: "HTML where text was asked for",
    edits: [{ file: readPage, find: "  mode,\n  userAgent(settings),", replace: "  userAgent(settings)," }],
    tests: [pageCache],
  },
  {
    name: "the User-Agent in a page's key",
    protects: "what a site tells another agent",
    edits: [{ file: readPage, find: "  userAgent(settings),\n", replace: "" }],
    tests: [pageCache],
  },
  {
    name: "robots in a page's key",
    protects: "a page that robots.txt forbids, read by somebody who doesn't ask",
    edits: [{ file: readPage, find: "  settings.robots,\n", replace: "" }],
    tests: [pageCache],
  },
  {
    name: "the site in a page's key",
    protects: "a call refused because it shares another's, which was pinned to a site",
    edits: [{ file: readPage, find: "  within ?? null,\n", replace: "" }],
    tests: [pageCache, docs],
  },
  {
    name: "a kept answer's own key",
    protects: "another tenant's page, from a store that mixes up its entries",
    edits: [{ file: Answers, find: "|| found.value.key !== key", replace: "" }],
    tests: [pageCache, contract],
  },
]

const rules: ReadonlyArray<Mutant> = [
  {
    name: "the rules in force, of a page out of the cache",
    protects: "pages of hosts that were denied since",
    edits: [
      {
        file: readPage,
        find: "wayOf(page).every((hop) => Result.isSuccess(WebUrl.parse(hop, policy)))",
        replace: 'page.url !== ""',
      },
    ],
    tests: [pageCache],
  },
  {
    name: "the rules in force, of those who redirected",
    protects: "pages that a host which was denied since redirected to",
    edits: [{ file: readPage, find: "[...redirected_from, url]", replace: "[...redirected_from.slice(0, 0), url]" }],
    tests: [pageCache],
  },
  {
    name: "where a backend ended",
    protects: "pages of denied hosts, from a backend that follows redirects by itself and knows no rules",
    edits: [
      {
        file: readPage,
        find: "if (Result.isFailure(judged)) return",
        replace: `if (Result.isFailure(judged) && ${never}) return`,
      },
    ],
    tests: [pageCache, docs],
  },
  {
    name: "where a page came from, judged for each caller",
    protects: "a page that a caller may not have, from a call that it shares with one who may",
    edits: [
      { file: readPage, find: "  yield* Effect.fromResult(judgeWay(value, request))\n", replace: "" },
      {
        file: readPage,
        find: "ask: (stale) => ask(request, stale),",
        replace:
          "ask: (stale) => Effect.tap(ask(request, stale), ({ value }) => Effect.fromResult(judgeWay(value, request))),",
      },
    ],
    tests: [pageCache],
  },
  {
    name: "no-store, read",
    protects: "pages that their site forbids to keep",
    edits: [
      {
        file: transport("RequestHeaders"),
        find: 'forbidsStoring(headers["cache-control"]) ?',
        replace: `forbidsStoring(headers["cache-control"]) && ${never} ?`,
      },
    ],
    tests: [conditional],
  },
  {
    name: "no-store, kept to",
    protects: "the same",
    edits: [
      { file: throughCache, find: "asked.storable\n        ?", replace: `asked.storable || !(${never})\n        ?` },
    ],
    tests: [pageCache, searchCache],
  },
  {
    name: "no search kept without hits",
    protects: "no results for five minutes, from an engine that was out of breath",
    edits: [{ file: webSearch, find: "storable: value.rows.length > 0", replace: "storable: value.rows.length >= 0" }],
    tests: [searchCache],
  },
  {
    name: "a bad row fails its answer",
    protects: "callers who take a part of an answer for all of it",
    edits: [
      {
        file: domain("SearchAnswer"),
        find: "Option.isNone(decoded)) return undefined",
        replace: "Option.isNone(decoded)) continue",
      },
    ],
    tests: [coreTest("usecases/webSearch"), searchCache],
  },
]

const freshness: ReadonlyArray<Mutant> = [
  {
    name: "a page's time to live",
    protects: "what was true last week",
    edits: [
      { file: Answers, find: "isFresh: isFresh(found.value.kept_at, now),", replace: "isFresh: isFresh(now, now)," },
    ],
    tests: [pageCache],
  },
  {
    name: "a page kept by a clock ahead of ours",
    protects: "the same, for as long as that clock is ahead",
    edits: [{ file: Answers, find: "Math.abs(now - keptAt)", replace: "now - keptAt" }],
    tests: [pageCache, contract],
  },
  {
    name: "what isn't fresh is asked after",
    protects: "the same, for a day",
    edits: [
      {
        file: throughCache,
        find: "found?.isFresh === true\n      ? hit(found.value)",
        replace: "found !== undefined\n      ? hit(found.value)",
      },
    ],
    tests: [pageCache],
  },
  {
    name: "what isn't fresh is asked after, also where it is looked for once more",
    protects: "the same",
    edits: [
      {
        file: throughCache,
        find: "found?.isFresh === true ? hit(found.value) : askAndKeep(",
        replace: `found !== undefined && !(${never}) ? hit(found.value) : askAndKeep(`,
      },
    ],
    tests: [pageCache],
  },
  {
    name: "looked for once more when its turn has come",
    protects: "a site that is asked for a page that was kept while a caller waited to pay",
    edits: [
      {
        file: throughCache,
        find: "found?.isFresh === true ? hit(found.value) : askAndKeep(",
        replace: `found?.isFresh === true && ${never} ? hit(found.value) : askAndKeep(`,
      },
    ],
    tests: [pageCache],
  },
  {
    name: "stale pages only where they can be asked after",
    protects: "room in the store, taken by pages of no use",
    edits: [{ file: Pages, find: "validators === undefined ?", replace: `validators === undefined && ${never} ?` }],
    tests: [pageCache],
  },
  {
    name: "unchanged only where it was asked",
    protects: "a page without content, from a site that answers 304 to whatever it is asked",
    edits: [
      {
        file: transport("PinnedFetch"),
        find: "response.status === 304 && validators?.url === url",
        replace: "response.status === 304",
      },
    ],
    tests: [conditional],
  },
  {
    name: "validators sent to the URL that gave them",
    protects: "an ETag, which can be a mark, shown to other sites",
    edits: [{ file: transport("Walk"), find: "conditional?.url === url ?", replace: "conditional !== undefined ?" }],
    tests: [conditional],
  },
]

const pastDeadline: ReadonlyArray<Mutant> = [
  {
    name: "a store asked for a tenth of the call's time",
    protects: "a short call, whose time a store that hangs uses up before the site is asked",
    edits: [{ file: throughCache, find: "cache.find(key, timeout / 10)", replace: "cache.find(key, timeout)" }],
    tests: [pageCache],
  },
  {
    name: "an answer kept for half of what the call has left",
    protects: "an answer in hand, given up for a store that is slow to take it",
    edits: [
      {
        file: throughCache,
        find: "cache.keep(key, asked.value, Math.max(1, (endsAt - now) / 2))",
        replace: "cache.keep(key, asked.value, Math.max(timeout, endsAt - now))",
      },
    ],
    tests: [pageCache],
  },
  {
    name: "an end of a shared call's own",
    protects: "callers who join, one after the other, a call that hangs",
    edits: [{ file: throughCache, find: "return bounded(call)", replace: "return call" }],
    tests: [pageCache],
  },
  {
    name: "a call that somebody began too early is begun anew",
    protects: "callers whose page another's deadline ends",
    edits: [
      { file: throughCache, find: "!isOurs && ranShort(end) ?", replace: `!isOurs && ranShort(end) && ${never} ?` },
    ],
    tests: [pageCache],
  },
]

const flights: ReadonlyArray<Mutant> = [
  {
    name: "one download for all who ask meanwhile",
    protects: "a site that a hundred calls ask the same of",
    edits: [
      {
        file: SingleFlight,
        find: "flights.get(key) ?? start(key,",
        replace: `(${never} ? flights.get(key) : undefined) ?? start(key,`,
      },
    ],
    tests: [pageCache, contract],
  },
  {
    name: "a download that somebody still waits for",
    protects: "callers whose page another's abort ends",
    edits: [{ file: SingleFlight, find: "if (flight.waiting > 0) return\n", replace: "\n" }],
    tests: [pageCache, contract],
  },
  {
    name: "a download that nobody waits for any more",
    protects: "traffic for nobody",
    edits: [{ file: SingleFlight, find: "flight.fiber.interruptUnsafe()", replace: "" }],
    tests: [pageCache, contract],
  },
  {
    name: "a download that was given up is joined by nobody",
    protects: "callers whose page ends because those before them went",
    edits: [{ file: SingleFlight, find: "if (flights.get(key) === flight) flights.delete(key)", replace: "" }],
    tests: [pageCache, contract],
  },
]

export const cacheMutants: ReadonlyArray<Mutant> = [...keys, ...rules, ...freshness, ...pastDeadline, ...flights]
