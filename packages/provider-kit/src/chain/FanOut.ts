/**
 * All providers in parallel, and one list made of their answers.
 *
 * The lists are merged by reciprocal rank fusion: a page's score is the sum of 1 / (60 + rank) over the lists that
 * contain it (Cormack, Clarke, Büttcher: Reciprocal Rank Fusion outperforms Condorcet and individual Rank Learning
 * Methods, SIGIR 2009). The providers' scores are ignored, because scores of different providers aren't comparable.
 */
import * as Clock from "effect/Clock"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import { HttpUrl, SearchResult, type WebBackend } from "@porthole/core"
import * as Operation from "./Operation.ts"
import * as ChainProvider from "./ChainProvider.ts"
import type { ErrorOf, Options, SearchProvider, ServicesOf } from "./ChainProvider.ts"
import * as Chain from "./Chain.ts"

/** The share of a call's remaining time that each provider may use. */
export const share = 0.8

/** After the first answer, the other providers get this share of the time that the call had at its start. */
export const shareAfterFirst = 0.25

/**
 * Calls all configured providers at the same time, except those whose circuit breaker is open. After the first answer
 * the others have {@link shareAfterFirst} of the time that the call had at its start. The answer leaves out a provider
 * that fails or times out, and names it in `attempts`. If all fail, the call fails. `provider` names those that
 * answered (`brave+tavily`).
 */
export const fanOut = <L extends SearchProvider<unknown, unknown>, M extends SearchProvider<unknown, unknown> = never>(
  providers: ReadonlyArray<L> & ReadonlyArray<SearchProvider<ErrorOf<L>, ServicesOf<L>>>,
  options: Options<M> & Options<SearchProvider<ErrorOf<M>, ServicesOf<M>>> = {},
): WebBackend.Factory<WebBackend.Search, ErrorOf<L> | ErrorOf<M>, ServicesOf<L> | ServicesOf<M> | Scope.Scope> =>
  Effect.map(
    Chain.make(Operation.search, allAtOnce, providers, options),
    (ask): WebBackend.Search =>
      (request) =>
        Effect.map(ask(request), ({ answers, tried }) => ({
          ...merged(answers),
          attempts: Chain.attemptsOf(tried, options),
        })),
  )

/** The paper's constant: the higher it is, the less the first ranks outweigh later ones. */
export const k = 60

/**
 * The pages of all lists, each once, the best first. Ties keep the order of the lists. A page has the title of the
 * first list that contains it, the longest snippet, and the metadata of its best rank. Invalid rows are left out.
 */
export const fuse = (
  lists: ReadonlyArray<ReadonlyArray<SearchResult.ReadRow>>,
): ReadonlyArray<SearchResult.ReadRow> => {
  const pages = new Map<string, Page>()
  for (const list of lists) {
    const seen = new Set<string>()
    for (const [at, row] of list.entries()) {
      const key = identityOf(row.url)
      if (key === undefined) continue
      const page = pages.get(key)
      // A page that occurs twice in a list counts once, at its best rank; its texts all count.
      const rank = seen.has(key) ? undefined : at + 1
      seen.add(key)
      pages.set(key, page === undefined ? { row, ranks: [at + 1], best: at + 1 } : joined(page, row, rank))
    }
  }
  return Array.from(pages.values(), ({ ranks, row }) => ({ row, score: scoreOf(ranks) }))
    .toSorted((a, b) => b.score - a.score)
    .map(({ row }) => row)
}

/**
 * The identity of a page: its address without scheme, fragment and default port; `undefined` for an invalid address.
 */
export const identityOf = (address: string): string | undefined => {
  const url = URL.parse(address)
  if (url === null || !HttpUrl.isHttp(url)) return undefined
  url.hash = ""
  return url.href.slice(url.protocol.length)
}

// --- private --------------------------------------------------------------------------

const allAtOnce = Effect.fnUntraced(function* <A, B, C>({
  end,
  operation,
  providers,
  request,
  breakers,
}: Chain.ChainCall<A, B, C>) {
  const checked = yield* ChainProvider.checkAll(providers, end - (yield* Clock.currentTimeMillis))
  const time = end - (yield* Clock.currentTimeMillis)
  if (time <= 0) return yield* Effect.fail(operation.timeoutError)
  const first = yield* Deferred.make<void>()
  const giveUp = Effect.andThen(Deferred.await(first), Effect.sleep(time * shareAfterFirst))
  return yield* Effect.forEach(
    checked,
    (provider) =>
      Effect.tap(ChainProvider.ask(operation, breakers, provider, request, time * share, giveUp), ({ outcome }) =>
        outcome === "answered" ? Deferred.succeed(first, undefined) : Effect.void,
      ),
    { concurrency: "unbounded" },
  )
})

const merged = (answers: ReadonlyArray<ChainProvider.Answered<SearchResult.ReadAnswer>>): SearchResult.ReadAnswer => {
  const ignored = new Set(answers.flatMap(({ value }) => value.ignored ?? []))
  const unusable = answers.reduce((sum, { value }) => sum + (value.unusable ?? 0), 0)
  return {
    provider: answers.map(({ provider }) => provider).join("+"),
    rows: SearchResult.ofReadRows(fuse(answers.map(({ value }) => value.rows))),
    ...(ignored.size === 0 ? {} : { ignored: [...ignored] }),
    ...(unusable === 0 ? {} : { unusable }),
  }
}

interface Page {
  readonly row: SearchResult.ReadRow
  /** Its ranks, counted from 1. */
  readonly ranks: ReadonlyArray<number>
  readonly best: number
}

const joined = ({ best, ranks, row }: Page, other: SearchResult.ReadRow, rank: number | undefined): Page => {
  const { metadata: _, ...text } = row
  const isBetter = rank !== undefined && rank < best
  const metadata = isBetter ? other.metadata : row.metadata
  return {
    row: {
      ...text,
      url: !isSecure(row.url) && isSecure(other.url) ? other.url : row.url,
      snippet: other.snippet.length > row.snippet.length ? other.snippet : row.snippet,
      ...(metadata === undefined ? {} : { metadata }),
    },
    ranks: rank === undefined ? ranks : [...ranks, rank],
    best: isBetter ? rank : best,
  }
}

const isSecure = (address: string): boolean => URL.parse(address)?.protocol === "https:"

/** The sum has a fixed order, because a sum of fractions depends on it, and ties must be exact. */
const scoreOf = (ranks: ReadonlyArray<number>): number =>
  ranks.toSorted((a, b) => a - b).reduce((score, rank) => score + 1 / (k + rank), 0)
